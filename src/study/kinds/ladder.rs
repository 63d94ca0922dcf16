//! How much each rung of a ladder of engines brings over the one before.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use crate::catalog::CatalogGame;
use crate::study::answers::Answers;
use crate::study::asked::Asked;
use crate::study::error::{Failure, StudyError, Unfit};
use crate::study::kind::{Answer, ExperimentKind, Found};
use crate::study::plot::{Lines, Series};
use crate::study::report::agreement::Agreement;
use crate::study::report::bars::{Bar, Bars};
use crate::study::report::page::{Block, Claim, Grid, Label, Layout, Topic};
use crate::study::sheet::{Picture, Sheet};
use crate::study::stored::Stored;
use crate::study::table::Table;
use crate::study::text::{grouped, heading, signed_decimal};
use crate::tournament::openings::Openings;
use crate::tournament::records::{GameRecord, RecordError};
use crate::tournament::referee::Unfinished;
use crate::tournament::results::{Listener, Results};
use crate::tournament::runner::Runner;
use crate::tournament::schedule::Form;
use crate::tournament::setting::Setting;
use crate::tournament::spec::EngineSpec;
use crate::tournament::standings::{Pair, Standings, Tally};

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// The engines by specification, two or more.
    pub engines: Vec<String>,
    /// Games of each two neighbours, an even number.
    pub games_each: u64,
    /// Where games begin, as in `random:2`.
    pub openings: String,
    /// With the pie rule, without it, or both; it is part of the stones family only.
    pub pie: Vec<bool>,
    /// The seed of everything that uses chance.
    pub seed: u64,
}

/// One encounter of two rungs.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Step {
    game: String,
    /// Whether it was played with the pie rule.
    pie: bool,
    /// The place of the rung, from 1.
    rung: usize,
    engine: String,
    before: String,
    /// What the engine did against the one before it.
    tally: Tally,
    /// How many of the games are different ones.
    distinct: u64,
    /// Points a game of the side that begins in the opening.
    first_side: f64,
}

impl ExperimentKind for Ladder {
    type Row = Step;

    const TOPIC: Topic = Topic {
        id: "ladder",
        title: "The ladder of engines",
        lead: Some(
            "Each engine plays the one before it in a list, in pairs of games from one opening with the sides exchanged. Elo \
             with its 95 % interval; the share of the first side is that of all points.",
        ),
        layout: Layout::ClaimsFirst,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        self.specs()?;
        self.openings.parse::<Openings>()?;
        if self.games_each < 2 || self.pie.is_empty() {
            return Err(Unfit::Ladder);
        }
        let games = asked.catalog_games()?;
        Ok(games.iter().map(CatalogGame::to_string).collect())
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Step>, Failure> {
        let seed = self.seed.wrapping_add(seed);
        let specs = self.specs()?;
        let mut steps = Vec::new();
        for (name, game) in asked.games.iter().zip(asked.catalog_games()?) {
            for &pie in &self.pie {
                for (place, rungs) in specs.windows(2).enumerate() {
                    let pair = [rungs[1].clone(), rungs[0].clone()];
                    let results = self.play((game, pie), &pair, seed, monitor)?;
                    if results.interrupted {
                        return Err(Failure::Cancelled);
                    }
                    let names = pair.each_ref().map(ToString::to_string);
                    steps.push(Step::of((name, pie), place + 2, names, &results));
                }
            }
        }
        Ok(Found::new(steps))
    }

    /// Engines that think by the clock play other games each time: their ratings must agree within their errors.
    fn agreement(new: &[Step], earlier: &[Step]) -> Option<Agreement> {
        let all = || new.iter().chain(earlier);
        let clocked =
            all().any(|step| [&step.engine, &step.before].iter().any(|one| by_clock(one)));
        clocked.then(|| ratings_agree(&ratings(new), &ratings(earlier)))
    }

    fn present(answer: &Answer<'_, Ladder>) -> Sheet {
        let steps = &answer.rows;
        Sheet::new(table(steps), remarks(steps)).with_pictures(vec![picture(steps)])
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<Ladder>()? {
            let of_game =
                |one: &Step, other: &Step| (&one.game, one.pie) == (&other.game, other.pie);
            let games = || stored.rows.chunk_by(of_game);
            blocks.push(Block::Claims(summary(&stored, games().next())));
            // Fewer engines are no ladder.
            let drawn = games().filter(|steps| steps.len() > 4);
            blocks.extend(
                drawn
                    .filter_map(|steps| stored.bars(bars(steps)))
                    .map(Block::Chart),
            );
            blocks.push(Block::Grid(grid(&stored)));
        }
        Ok(blocks)
    }
}

impl Ladder {
    /// The engines, two or more.
    fn specs(&self) -> Result<Vec<EngineSpec>, Unfit> {
        let specs = self.engines.iter().map(|text| Ok(text.parse()?));
        let specs: Vec<EngineSpec> = specs.collect::<Result<_, Unfit>>()?;
        match specs.len() {
            0 | 1 => Err(Unfit::Ladder),
            _ => Ok(specs),
        }
    }

    /// Plays one rung against the one before.
    fn play(
        &self,
        (game, pie): (CatalogGame, bool),
        specs: &[EngineSpec; 2],
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Results, Failure> {
        let openings: Openings = self.openings.parse().map_err(Unfit::Openings)?;
        let setting = Setting {
            game: game.to_string(),
            pie,
            engines: specs.iter().map(ToString::to_string).collect(),
            form: Form::RoundRobin,
            games: self.games_each,
            seed,
            openings: vec![openings.to_string()],
            max_rounds: 1000,
            unfinished: Unfinished::Cups,
            move_time: None,
            sprt: None,
            adjudicate: None,
        };
        let runner = Runner {
            game,
            setting: &setting,
            specs,
            openings: &openings,
            shard: None,
            threads: rayon::current_num_threads(),
            recorded: false,
            monitor,
        };
        runner.check()?;
        Ok(runner.run(&Default::default(), &mut Nobody)?)
    }
}

/// Nothing is kept but the results.
struct Nobody;

impl Listener for Nobody {
    fn finished(&mut self, _: &[GameRecord]) -> Result<(), RecordError> {
        Ok(())
    }

    fn standings(&mut self, _: &[Pair]) {}
}

impl Step {
    fn of((game, pie): (&str, bool), rung: usize, names: [String; 2], results: &Results) -> Step {
        let standings = Standings::new(&names, &results.pairs);
        let cell = standings.crosstable[0][1].clone();
        let games = || results.pairs.iter().flat_map(|pair| pair.games).flatten();
        let first: u64 = games().map(|game| u64::from(game.half_points)).sum();
        let [engine, before] = names;
        Step {
            game: game.to_owned(),
            pie,
            rung,
            engine,
            before,
            distinct: cell.as_ref().map_or(0, |cell| cell.distinct),
            tally: cell.map(|cell| cell.tally).unwrap_or_default(),
            first_side: first as f64 / 2.0 / games().count().max(1) as f64,
        }
    }

    /// The points of the engine, per cent.
    fn percent(&self) -> f64 {
        100.0 * self.tally.points / self.tally.games.max(1) as f64
    }
}

/// Whether an engine thinks by the clock.
fn by_clock(engine: &str) -> bool {
    let spec = engine.parse::<EngineSpec>();
    spec.is_ok_and(|spec| spec.thinking_time().is_some())
}

/// The names of an encounter, and its Elo with the error.
type Rating<'a> = ([&'a str; 3], Option<[f64; 2]>);

fn ratings(steps: &[Step]) -> Vec<Rating<'_>> {
    let rating = |step: &Step| Some([step.tally.elo?, step.tally.elo_error?]);
    let names = |step| {
        let Step {
            game,
            engine,
            before,
            ..
        }: &Step = step;
        [game.as_str(), engine, before]
    };
    steps
        .iter()
        .map(|step| (names(step), rating(step)))
        .collect()
}

/// The same encounters, with ratings whose difference is no more than both errors together.
fn ratings_agree(new: &[Rating<'_>], earlier: &[Rating<'_>]) -> Agreement {
    if new.len() != earlier.len() {
        let (new, earlier) = (new.len(), earlier.len());
        return Agreement::Differs(format!(": {new} encounters where there were {earlier}"));
    }
    let differs = new.iter().zip(earlier).find(|(new, earlier)| {
        let close = match (new.1, earlier.1) {
            (Some([new, error]), Some([earlier, other])) => (new - earlier).abs() <= error + other,
            (new, earlier) => new.is_some() == earlier.is_some(),
        };
        new.0 != earlier.0 || !close
    });
    match differs {
        None => Agreement::Compatible,
        Some((([game, engine, before], _), _)) => {
            Agreement::Differs(format!("{game}: {engine} against {before}"))
        }
    }
}

fn table(steps: &[Step]) -> Table {
    let mut table = Table::new(&[
        "game",
        "pie",
        "engine",
        "against",
        "games",
        "distinct",
        "points, per cent",
        "Elo",
        "error (95 %)",
        "LOS, per cent",
        "points of the first side, per cent",
    ]);
    for step in steps {
        let tally = &step.tally;
        let number =
            |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.1}"));
        table.row([
            step.game.clone(),
            if step.pie { "yes" } else { "no" }.into(),
            step.engine.clone(),
            step.before.clone(),
            tally.games.to_string(),
            step.distinct.to_string(),
            format!("{:.1}", step.percent()),
            number(tally.elo),
            number(tally.elo_error),
            number(tally.los.map(|los| 100.0 * los)),
            format!("{:.1}", 100.0 * step.first_side),
        ]);
    }
    table
}

fn remarks(steps: &[Step]) -> Vec<String> {
    let mut remarks = vec![
        "Elo is that of each engine against the one before it in the list, over pairs of games from \
         one opening with the sides exchanged. The first side is the one that has sente, or moves \
         first, in the opening of the game; openings are random and about even, which brings its \
         share nearer to one half."
            .to_owned(),
    ];
    let few = steps
        .iter()
        .filter(|step| 2 * step.distinct < step.tally.games);
    remarks.extend(few.map(|step| {
        format!(
            "{}, {} against {}: only {} of {} games are distinct, so that the error is too small.",
            step.game, step.engine, step.before, step.distinct, step.tally.games
        )
    }));
    remarks
}

/// The points of each rung, a line for each game and rule.
fn picture(steps: &[Step]) -> Picture {
    let mut series: Vec<Series> = Vec::new();
    for step in steps {
        let label = format!("{}, {}", step.game, if step.pie { "pie" } else { "no pie" });
        let point = (step.rung as f64, step.percent());
        match series.iter_mut().find(|series| series.label == label) {
            Some(series) => series.points.push(point),
            None => series.push(Series {
                label,
                points: vec![point],
            }),
        }
    }
    let lines = Lines {
        title: "Each engine against the one before it in the list".to_owned(),
        x: "place in the list",
        y: "points, per cent",
        logarithmic: false,
        series,
    };
    Picture::new("", lines)
}

/// What an encounter brought, in words.
fn written(tally: &Tally) -> String {
    let (Some(elo), Some(error)) = (tally.elo, tally.elo_error) else {
        return "no pair of games".to_owned();
    };
    if tally.points <= 0.0 {
        "lost all".to_owned()
    } else if tally.points >= tally.games as f64 {
        "won all".to_owned()
    } else {
        format!("{} ± {error:.0}", signed_decimal(elo, 0))
    }
}

/// An engine without the options that only say how much memory it has.
fn engine(name: &str) -> String {
    let Some((engine, options)) = name.split_once(':') else {
        return format!("`{name}`");
    };
    let memory = ["hash=", "memory=", "tables="];
    let kept: Vec<&str> = options
        .split(',')
        .filter(|option| !memory.iter().any(|start| option.starts_with(start)))
        .collect();
    match kept.is_empty() {
        true => format!("`{engine}`"),
        false => format!("`{engine}:{}`", kept.join(",")),
    }
}

/// How the last of a list of engines does, in the first of its games.
fn summary(stored: &Stored<'_, Ladder>, steps: Option<&[Step]>) -> Vec<Claim> {
    let claim = |steps: &[Step]| {
        // Names leave out some settings: an engine against itself tells a reader nothing.
        let mut told = steps.iter().rev();
        let last = told.find(|step| engine(&step.engine) != engine(&step.before))?;
        let games: u64 = stored.rows.iter().map(|step| step.tally.games).sum();
        let text = format!(
            "{} In `{}` {} against {}: {} Elo, of {} games in all.",
            heading(stored.asked.title),
            last.game,
            engine(&last.engine),
            engine(&last.before),
            written(&last.tally),
            grouped(games)
        );
        Some(Claim::new(Label::Measured, text, stored.source()))
    };
    steps.and_then(claim).into_iter().collect()
}

/// The Elo of each engine against the one before it, as bars.
fn bars(steps: &[Step]) -> Bars {
    let first = &steps[0];
    let pie = if first.pie { "pie" } else { "no pie" };
    let bars = steps.iter().filter_map(|step| {
        Some(Bar {
            label: engine(&step.engine).replace('`', ""),
            value: step.tally.elo?,
            error: step.tally.elo_error?,
            text: written(&step.tally),
        })
    });
    Bars {
        title: format!("Elo over the engine before, `{}`, {pie}", first.game),
        bars: bars.collect(),
    }
}

fn grid(stored: &Stored<'_, Ladder>) -> Grid {
    let rows = stored.rows.iter().map(|step| {
        vec![
            format!("`{}`", step.game),
            if step.pie { "pie" } else { "no pie" }.to_owned(),
            engine(&step.engine),
            engine(&step.before),
            step.tally.games.to_string(),
            format!("{:.1} %", step.percent()),
            written(&step.tally),
            format!("{:.1} %", 100.0 * step.first_side),
        ]
    });
    let headings = [
        "game",
        "rule",
        "engine",
        "against",
        "games",
        "points",
        "Elo",
        "first side",
    ];
    Grid::new(
        stored.asked.title.to_owned(),
        &headings,
        rows,
        stored.source(),
    )
    .folded()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_by_the_clock_agree_within_their_errors() {
        assert!(
            by_clock("mcts:c=1,time=10ms") && !by_clock("mcts:playouts=3") && !by_clock("random")
        );
        let rating = |elo, error| vec![(["a", "b", "c"], Some([elo, error]))];
        let old = rating(100.0, 20.0);
        assert_eq!(
            ratings_agree(&rating(130.0, 20.0), &old),
            Agreement::Compatible
        );
        let other = vec![(["a", "b", "d"], Some([100.0, 20.0]))];
        let unrated = vec![(["a", "b", "c"], None)];
        for differs in [rating(141.0, 20.0), other, unrated, Vec::new()] {
            let found = ratings_agree(&differs, &old);
            assert!(matches!(found, Agreement::Differs(_)), "{found:?}");
        }
    }
}
