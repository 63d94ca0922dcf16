//! The solved positions that ship with the program: openings, and positions after first moves and first rounds.
//!
//! They come from the committed results. A test generates `data/solved-positions.csv` from these again and compares.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sowlab_findings::{Bounds, Certainty, Evidence, Solution, Solved, plus};
use sowlab_games::contest::{Contest, legal_moves, position_after, read_record};
use sowlab_solvers::{Key, Side, Value};

/// The contents of the file.
const FILE: &str = include_str!("../data/solved-positions.csv");

/// A row of the file: a position, given by the moves that lead to it from the opening. All margins are those of the
/// side that begins in the opening. They include the gains of these moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolvedRow {
    /// The full name of the game.
    pub game: String,
    /// The moves as a record; empty for the opening.
    pub moves: String,
    /// The value with infinite play as a loss of everything left.
    pub lower: i32,
    /// The value with infinite play as a draw.
    pub zero: i32,
    /// The value with infinite play as a win of everything left.
    pub upper: i32,
    /// The value `lower` under the pie rule, in openings for which it is solved.
    pub pie_lower: Option<i32>,
    /// The value `zero` under the pie rule.
    pub pie_zero: Option<i32>,
    /// The value `upper` under the pie rule.
    pub pie_upper: Option<i32>,
    /// The optimal moves of an opening, separated by spaces; empty if none is recorded.
    pub best: String,
    /// The number of claims that an independent checker confirmed. `None` without such a check.
    pub claims: Option<u64>,
    /// The number of independent ways by which the value was solved.
    pub ways: usize,
    /// The path of the committed result.
    pub file: String,
}

impl SolvedRow {
    fn value(&self) -> Value {
        Value {
            lower: self.lower,
            zero: self.zero,
            upper: self.upper,
        }
    }

    fn pie(&self) -> Option<Value> {
        Some(Value {
            lower: self.pie_lower?,
            zero: self.pie_zero?,
            upper: self.pie_upper?,
        })
    }

    fn certainty(&self) -> Certainty {
        match self.claims {
            Some(claims) => Certainty::Verified { claims },
            None => Certainty::Solved { ways: self.ways },
        }
    }
}

/// The rows by full name of the game.
static ROWS: LazyLock<FxHashMap<String, Vec<SolvedRow>>> = LazyLock::new(|| {
    let mut rows: FxHashMap<String, Vec<SolvedRow>> = FxHashMap::default();
    let mut reader = csv::Reader::from_reader(FILE.as_bytes());
    for row in reader.deserialize::<SolvedRow>() {
        let row = row.expect("a row of the committed file");
        rows.entry(row.game.clone()).or_default().push(row);
    }
    rows
});

/// A solved position.
pub(crate) struct SolvedPosition {
    text: String,
    /// The margin of the side to move, from the position on.
    pub(crate) bounds: Bounds,
    /// The margin under the pie rule, in openings for which it is solved.
    pub(crate) pie: Option<Bounds>,
    /// The indices of optimal moves among the legal ones; empty if none is recorded.
    best: Vec<usize>,
    row: &'static SolvedRow,
}

/// The solved positions of a game.
pub(crate) struct SolvedPositions<'a, C: Contest> {
    game: &'a C,
    entries: FxHashMap<Key, SolvedPosition>,
}

impl<'a, C: Contest> SolvedPositions<'a, C> {
    /// Returns the solved positions of a game. There may be none.
    #[inline(never)] // It is large, and each caller would have a copy.
    pub(crate) fn of(game: &'a C) -> SolvedPositions<'a, C> {
        let rows = ROWS.get(&game.full_name()).map_or(&[][..], Vec::as_slice);
        let entries = rows.iter().filter_map(|row| entry(game, row)).collect();
        SolvedPositions { game, entries }
    }

    /// Returns an empty collection, for an answer that is to be computed again.
    pub(crate) fn none(game: &'a C) -> SolvedPositions<'a, C> {
        let entries = FxHashMap::default();
        SolvedPositions { game, entries }
    }

    /// Returns the solved position of a state, also if only the names of the sides differ.
    pub(crate) fn get(&self, state: &C::State) -> Option<&SolvedPosition> {
        if self.entries.is_empty() {
            return None;
        }
        self.entries.get(&self.game.key(state))
    }

    /// Returns the texts of the solved positions, and the margin of the side to move in each, from the position on.
    pub(crate) fn bounds_by_text(&self) -> impl Iterator<Item = (String, &Bounds)> {
        let solved = self.entries.values();
        solved.map(|solved| (solved.text.clone(), &solved.bounds))
    }

    /// Returns the recorded optimal moves of a position.
    pub(crate) fn best(&self, position: &C::Position) -> Vec<String> {
        let Some(solved) = self.get(&self.game.state(position)) else {
            return Vec::new();
        };
        let legal = legal_moves(self.game, position);
        let best = solved.best.iter().filter_map(|&place| legal.get(place));
        best.map(|&chosen| self.game.move_text(position, chosen))
            .collect()
    }

    /// Returns the solution of a position, if it is solved.
    pub(crate) fn solution(&self, position: &C::Position) -> Option<Solved> {
        let (game, state) = (self.game, self.game.state(position));
        let solved = self.get(&state)?;
        let text = game.position_text(position);
        let is_opening = text == game.position_text(&game.opening());
        Some(Solved {
            game: game.full_name(),
            margin_of: game.sides()[usize::from(game.side_to_move(&state) == Side::Second)],
            solution: Solution {
                bounds: solved.bounds.clone(),
                pie: solved.pie.clone().filter(|_| is_opening),
                best: self.best(position),
                best_complete: false,
                nodes: 0,
            },
            choices: Vec::new(),
            lines: None,
            estimate: None,
            pie_best: Vec::new(),
            evidence: self.evidence(position, [&state]),
            position: text,
        })
    }

    /// Returns the evidence for an answer that rests on several states: that of the least certain state.
    pub(crate) fn evidence<'s>(
        &self,
        position: &C::Position,
        states: impl IntoIterator<Item = &'s C::State>,
    ) -> Option<Evidence>
    where
        C::State: 's,
    {
        let solved = states.into_iter().filter_map(|state| self.get(state));
        let least = solved.min_by_key(|solved| solved.row.certainty())?;
        let game = self.game.full_name();
        let text = self.game.position_text(position);
        let at = match text == self.game.position_text(&self.game.opening()) {
            true => String::new(),
            false => format!(" --position \"{text}\""),
        };
        Some(Evidence {
            certainty: least.row.certainty(),
            file: least.row.file.clone(),
            recompute: format!("sowlab solve {game}{at} --recompute"),
        })
    }
}

/// Returns the key and the value of a row's position. Returns `None` if the game is over there or the last move never
/// ends.
fn entry<C: Contest>(game: &C, row: &'static SolvedRow) -> Option<(Key, SolvedPosition)> {
    let opening = game.opening();
    let moves = read_record(game, &opening, &row.moves).expect("legal moves of the committed file");
    let position = position_after(game, &opening, &moves);
    let state = game.state(&position);
    let legal = legal_moves(game, &position);
    if legal.is_empty() {
        return None;
    }
    let margin = |position| {
        let [first, second] = game.score(position);
        first as i32 - second as i32
    };
    // Margins of the row are those of the side that begins, and include the gains so far.
    let begins = game.side_to_move(&game.state(&opening));
    let gain = match begins {
        Side::First => margin(&position) - margin(&opening),
        Side::Second => margin(&opening) - margin(&position),
    };
    let bounds = plus(&Bounds::of(row.value()), -gain);
    let bounds = match game.side_to_move(&state) == begins {
        true => bounds,
        false => bounds.flipped(),
    };
    let named = |text: &str| {
        let is = |&chosen| game.move_text(&position, chosen) == text;
        legal.iter().position(is)
    };
    let solved = SolvedPosition {
        text: game.position_text(&position),
        bounds,
        pie: row.pie().map(Bounds::of),
        best: row.best.split_whitespace().filter_map(named).collect(),
        row,
    };
    Some((game.key(&state), solved))
}
