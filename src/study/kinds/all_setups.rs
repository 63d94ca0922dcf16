//! Every setup of Random Mancala on a small board.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;
use sowlab_solvers::ranking::Ranking;

use super::setups::{RANDOM_MANCALA, Setup, Setups, blocks, largest, table, worth_of};
use crate::analysis::solve::{MemorySize, TwoRankTables, solve_choice};
use crate::games::two_rank::{
    MAX_SEEDS, Position, RandomMancala, RandomPosition, Seat, State, TwoRank, Variant,
};
use crate::study::answers::Answers;
use crate::study::asked::Asked;
use crate::study::error::{Failure, StudyError, Unfit};
use crate::study::kind::{Answer, ExperimentKind, Found};
use crate::study::plot::{Lines, Series};
use crate::study::report::page::{Block, Label, Topic};
use crate::study::sheet::{Picture, Sheet};

/// The options. Games are named with their pits.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllSetups {
    /// The most seeds on the board, from 1 on.
    pub seeds: u32,
}

impl ExperimentKind for AllSetups {
    type Row = Setups;

    const TOPIC: Topic = RANDOM_MANCALA;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("seeds", self.seeds.into(), 1, MAX_SEEDS as u64)?;
        let variants = variants(asked)?;
        Ok(variants.iter().map(Variant::to_string).collect())
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Setups>, Failure> {
        let mut all: Vec<Setups> = Vec::new();
        for (name, variant) in asked.games.iter().zip(variants(asked)?) {
            let tables = TwoRankTables::in_memory(&variant.game(), self.seeds, monitor)?;
            for total in 1..=self.seeds {
                if monitor.cancelled() {
                    return Err(Failure::Cancelled);
                }
                all.push(with_seeds(name, &variant, &tables, total)?);
            }
        }
        Ok(Found::new(all))
    }

    fn present(answer: &Answer<'_, AllSetups>) -> Sheet {
        let all = &answer.rows;
        let largest = largest(all);
        let mut remarks = vec![
            "The worth of the choice is the margin of the player who has it; where play may repeat, \
             what is left then counts for nobody. The table shows the most seeds, the data all."
                .to_owned(),
        ];
        remarks.extend(largest.iter().map(|setups| remark(setups)));
        let shown = table(largest.iter().copied()).text();
        let fair = by_seeds(
            all,
            "Setups that leave the chooser nothing",
            "fair setups, per cent",
            |setups| setups.percent(setups.fair()),
        );
        let mean = by_seeds(
            all,
            "What the choice is worth on average",
            "margin of the chooser, seeds",
            Setups::mean,
        );
        let pictures = vec![
            Picture::new("fair", fair),
            Picture::new("mean", mean),
            worth_of(largest),
        ];
        Sheet::new(table(all), remarks)
            .with_drawing(shown)
            .with_pictures(pictures)
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let all = answers.of::<AllSetups>()?;
        Ok(all
            .iter()
            .flat_map(|stored| blocks(stored, Label::Proven))
            .collect())
    }
}

/// The games, which all are of the two-rank family.
fn variants(asked: &Asked<'_>) -> Result<Vec<Variant>, Unfit> {
    asked.catalog_games()?;
    let variants = asked.games.iter().map(|name| {
        let of_another = |_| Unfit::Family { game: name.clone() };
        name.parse().map_err(of_another)
    });
    variants.collect()
}

/// A value of each group of setups over the seeds, a line a game.
fn by_seeds(all: &[Setups], title: &str, y: &'static str, value: impl Fn(&Setups) -> f64) -> Lines {
    let games = all.chunk_by(|one, other| one.game == other.game);
    let series = games.map(|setups| {
        let points = setups.iter().enumerate();
        Series {
            label: setups[0].game.clone(),
            points: points
                .map(|(index, setups)| (index as f64 + 1.0, value(setups)))
                .collect(),
        }
    });
    Lines {
        title: title.to_owned(),
        x: "seeds on the board",
        y,
        logarithmic: false,
        series: series.collect(),
    }
}

fn remark(setups: &Setups) -> String {
    format!(
        "{}, {}: {} of {} setups are fair; {}.",
        setups.game,
        setups.which,
        setups.fair(),
        setups.setups,
        setups.summary()
    )
}

/// All setups of so many seeds.
fn with_seeds(
    name: &str,
    variant: &Variant,
    tables: &TwoRankTables,
    seeds: u32,
) -> Result<Setups, Failure> {
    let zero = |state: State| match tables.value(state) {
        Some(value) => Ok(value.zero),
        None => Err(missing(variant, &state)),
    };
    let game = variant.game();
    let pits = 2 * game.rules().pits;
    let ranking = Ranking::new(pits, seeds as usize)?;
    let mut setups = Setups::new(name.to_owned(), format!("{seeds} seeds"));
    let mut board = ranking.first(seeds as usize);
    loop {
        let state = State::from_pits(Seat::Lower, &board[..pits]);
        let state = state.ok_or_else(|| missing(variant, &board))?;
        // The chooser has the better side of the better of the two starts.
        let worth = zero(state)?.abs().max(zero(state.turned())?.abs());
        setups.add(worth, state, || described(variant, &game, tables, state))?;
        if !ranking.advance(&mut board) {
            return Ok(setups);
        }
    }
}

fn missing(variant: &Variant, board: &dyn Debug) -> Failure {
    Failure::Missing {
        game: variant.to_string(),
        board: format!("{board:?}"),
    }
}

/// A setup with its best choices.
fn described(
    variant: &Variant,
    game: &TwoRank,
    tables: &TwoRankTables,
    state: State,
) -> Result<Setup, Failure> {
    let pits = game.rules().pits;
    let position = Position::new(state, pits, [0; 2]);
    let random =
        position.and_then(|position| RandomMancala::new(game.name(), game.clone(), position));
    let (Some(position), Some(random)) = (position, random) else {
        return Err(missing(variant, &state));
    };
    // The tables know every setup.
    let memory = MemorySize::new(1 << 10);
    let (solution, _) = solve_choice(&random, &position, Some(tables), memory, &())?;
    Ok(Setup {
        name: format!("random:base={},pits={pits}", variant.declaration().name),
        position: RandomPosition::Choosing(position).to_string(),
        seeds: state.seeds(),
        worth: *solution.bounds.zero.start(),
        best: solution.best,
    })
}
