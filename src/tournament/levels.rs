//! Levels of play with names: the one place that says which engine each of them is.

/// A level, as people ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name, which stands for the engine wherever an engine is named.
    pub name: &'static str,
    /// The engine.
    pub engine: &'static str,
    /// How it plays.
    pub about: &'static str,
}

/// The levels, the weakest first.
pub const LEVELS: [Level; 7] = [
    Level {
        name: "novice",
        engine: "random",
        about: "any move",
    },
    Level {
        name: "easy",
        engine: "greedy",
        about: "takes what it can get at once",
    },
    Level {
        name: "medium",
        engine: "alphabeta:depth=3",
        about: "looks a few choices ahead",
    },
    Level {
        name: "hard",
        engine: "alphabeta:depth=7",
        about: "looks further ahead",
    },
    Level {
        name: "strong",
        engine: "alphabeta:time=100ms,hash=16M,eval=built-in",
        about: "thinks for a tenth of a second, with learned weights where the program has some",
    },
    Level {
        name: "expert",
        engine: "alphabeta:time=5s,hash=64M,eval=built-in",
        about: "the same for five seconds",
    },
    Level {
        name: "solved",
        engine: "solved",
        about: "plays by a complete proof and tables, which it needs",
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
    use crate::tournament::spec::EngineSpec;

    #[test]
    fn every_level_is_an_engine() {
        for level in LEVELS {
            let engine: EngineSpec = level.engine.parse().unwrap();
            assert_eq!(level.name.parse(), Ok(engine));
        }
    }
}
