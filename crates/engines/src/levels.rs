//! The named levels of play and the engine of each.

/// A named level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The name of the level, which is accepted wherever an engine is named.
    pub name: &'static str,
    /// The specification of the engine.
    pub engine: &'static str,
    /// A short description of its play.
    pub about: &'static str,
    /// Whether it plays optimally in the solved positions that ship with the program, against people.
    pub book: bool,
    /// The measured gain in 55Stones over the level before, where there is one.
    pub gain: Option<Gain>,
}

/// A difference in logistic Elo with its 95 % interval, rounded. The numbers come from `results/levels`,
/// `results/ladder-clock` and `results/solved-play`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain {
    /// The difference in Elo.
    pub elo: i32,
    /// Half the width of the interval.
    pub error: i32,
}

const fn gain(elo: i32, error: i32) -> Option<Gain> {
    Some(Gain { elo, error })
}

/// The levels, weakest first.
pub const LEVELS: [Level; 7] = [
    Level {
        name: "novice",
        engine: "random",
        about: "plays at random",
        book: false,
        gain: None,
    },
    Level {
        name: "easy",
        engine: "greedy",
        about: "takes the best immediate margin",
        book: false,
        gain: gain(1040, 175),
    },
    Level {
        name: "medium",
        engine: "alphabeta:depth=3",
        about: "searches 3 moves ahead",
        book: false,
        gain: gain(212, 41),
    },
    Level {
        name: "hard",
        engine: "alphabeta:depth=7",
        about: "searches 7 moves ahead",
        book: false,
        gain: gain(589, 115),
    },
    Level {
        name: "strong",
        engine: "alphabeta:time=100ms,hash=16M,eval=built-in",
        about: "searches 100 ms per move, with the built-in learned weights if the game has any",
        book: true,
        gain: gain(636, 349),
    },
    Level {
        name: "expert",
        engine: "alphabeta:time=1s,hash=64M,eval=built-in",
        about: "searches 1 s per move, with the built-in learned weights if the game has any",
        book: true,
        gain: gain(89, 93),
    },
    Level {
        name: "solved",
        engine: "solved",
        about: "plays optimally where a proof and endgame tables reach, else searches 1 s per move",
        book: true,
        gain: gain(107, 113),
    },
];

/// The engine that a level stands for.
pub fn engine_of(name: &str) -> Option<&'static str> {
    let level = LEVELS.iter().find(|level| level.name == name)?;
    Some(level.engine)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::EngineSpec;

    #[test]
    fn the_gains_are_those_of_the_results() {
        let results = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results");
        let measured = [
            "levels/levels.json",
            "ladder-clock/strong.json",
            "ladder-clock/expert.json",
            "solved-play/level.json",
        ]
        .map(|file| {
            let text = std::fs::read_to_string(format!("{results}/{file}")).unwrap();
            serde_json::from_str::<Vec<serde_json::Value>>(&text).unwrap()
        });
        for pair in LEVELS.windows(2) {
            let [before, level] = [pair[0], pair[1]].map(|level| {
                let engine: EngineSpec = level.engine.parse().unwrap();
                (level, engine.to_string())
            });
            let step = measured.iter().flatten();
            let mut step =
                step.filter(|step| step["engine"] == level.1 && step["before"] == before.1);
            let rounded = |number: &serde_json::Value| number.as_f64().unwrap().round() as i32;
            let found = step.next().map(|step| Gain {
                elo: rounded(&step["tally"]["elo"]),
                error: rounded(&step["tally"]["elo_error"]),
            });
            assert_eq!(level.0.gain, found, "{}", level.0.name);
        }
        assert!(LEVELS[0].gain.is_none());
    }

    #[test]
    fn every_level_is_an_engine() {
        for level in LEVELS {
            let engine: EngineSpec = level.engine.parse().unwrap();
            assert_eq!(level.name.parse(), Ok(engine));
        }
    }
}
