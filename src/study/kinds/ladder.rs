//! How much each rung of a ladder of engines brings over the one before.

use sowlab_solvers::Monitor;

use crate::catalog::CatalogGame;
use crate::study::entries::ladder::Step;
use crate::study::kind::Ladder;
use crate::study::plot::{Lines, Series};
use crate::study::{Experiment, Finding, Plot, StudyError, Table};
use crate::tournament::openings::Openings;
use crate::tournament::records::{GameRecord, RecordError};
use crate::tournament::referee::Unfinished;
use crate::tournament::results::{Listener, Results};
use crate::tournament::runner::Runner;
use crate::tournament::schedule::Form;
use crate::tournament::setting::Setting;
use crate::tournament::spec::EngineSpec;
use crate::tournament::standings::{Pair, Standings};

/// Nothing is kept but the results.
struct Nobody;

impl Listener for Nobody {
    fn finished(&mut self, _: &[GameRecord]) -> Result<(), RecordError> {
        Ok(())
    }

    fn standings(&mut self, _: &[Pair]) {}
}

/// Plays one rung against the one before.
fn play(
    ladder: &Ladder,
    game: CatalogGame,
    pie: bool,
    specs: &[EngineSpec; 2],
    monitor: &dyn Monitor,
) -> Result<Results, String> {
    let openings: Openings = ladder
        .openings
        .parse()
        .map_err(|error| format!("{error}"))?;
    let setting = Setting {
        game: game.to_string(),
        pie,
        engines: specs.iter().map(ToString::to_string).collect(),
        form: Form::RoundRobin,
        games: ladder.games_each,
        seed: ladder.seed,
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
        threads: rayon::current_num_threads(),
        recorded: false,
        monitor,
    };
    let run = runner
        .check()
        .and_then(|()| runner.run(&Default::default(), &mut Nobody));
    run.map_err(|error| error.to_string())
}

/// Plays every rung against the one before, in every game, with the pie rule and without.
pub(in crate::study) fn run(
    experiment: &Experiment,
    ladder: &Ladder,
    seed: u64,
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    let ladder = &Ladder {
        seed: ladder.seed.wrapping_add(seed),
        ..ladder.clone()
    };
    let mut steps = Vec::new();
    let specs = ladder.specs().map_err(|error| experiment.failed(error))?;
    for name in &experiment.games {
        let game: CatalogGame = name.parse().map_err(|error| experiment.failed(error))?;
        for &pie in &ladder.pie {
            for (place, rungs) in specs.windows(2).enumerate() {
                let pair = [rungs[1].clone(), rungs[0].clone()];
                let results = play(ladder, game, pie, &pair, monitor)
                    .map_err(|error| experiment.failed(error))?;
                if results.interrupted {
                    return Ok(None);
                }
                let names = pair.each_ref().map(ToString::to_string);
                steps.push(step(name, pie, place + 2, names, &results));
            }
        }
    }
    let finding = Finding::new(experiment, &steps, table(&steps), remarks(&steps));
    Ok(Some(
        finding.plotted(plot(experiment, &steps).into_iter().collect()),
    ))
}

fn step(game: &str, pie: bool, rung: usize, names: [String; 2], results: &Results) -> Step {
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

fn plot(experiment: &Experiment, steps: &[Step]) -> Option<Plot> {
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
        title: "Each engine against the one before it in the list",
        x: "place in the list",
        y: "points, per cent",
        logarithmic: false,
        series,
    };
    Some(Plot {
        file: format!("{}.svg", experiment.id),
        title: lines.title.to_owned(),
        svg: lines.svg()?,
    })
}
