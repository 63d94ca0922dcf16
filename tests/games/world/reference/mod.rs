//! The games as their rules are written: lists of numbers, one seed at a time. Nothing here is shared with the library
//! but the text of positions and moves.

pub(super) mod agsinnoninka;
pub(super) mod bao;
pub(super) mod congkak;
pub(super) mod omweso;
pub(super) mod one_rank;
pub(super) mod togyz;

/// The number of laps or ticks after which a move counts as unknown.
pub(super) const MOST: usize = 100_000_000;

/// The facts besides pits, stores and the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Extra {
    Nothing,
    /// South chooses a house of a common opening.
    Opening,
    /// North chooses, and South has chosen this pit.
    Chosen(usize),
    /// The tuzdik of each side, as an index of the whole board.
    Tuzdiks([Option<usize>; 2]),
    /// The number of coming turns without captures.
    Quiet(u32),
}

/// A position: South is side 0, North side 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Position {
    pub(super) pits: Vec<u32>,
    pub(super) stores: [u32; 2],
    pub(super) turn: usize,
    pub(super) extra: Extra,
}

/// The result of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum After {
    To(Position),
    /// This side has won in the middle of the move.
    Won(usize),
    /// The move never ends, which annuls the game.
    Endless,
}

impl After {
    pub(super) fn position(self) -> Position {
        match self {
            After::To(position) => position,
            other => panic!("no position: {other:?}"),
        }
    }
}

/// The rules of one game with its options.
pub(super) trait Stepper {
    /// The name with options that the library reads.
    fn name(&self) -> String;

    fn start(&self) -> Position;

    /// The number of pits in a rank of the text.
    fn columns(&self) -> usize;

    /// The legal moves as the library writes them, with their results; none if the game is over.
    fn moves(&self, position: &Position) -> Vec<(String, After)>;

    /// The final score of a position without legal moves.
    fn score(&self, position: &Position) -> [u32; 2];

    /// The pits in the order in which the library writes them.
    fn written(&self, position: &Position) -> Vec<u32> {
        position.pits.clone()
    }

    fn letters(&self) -> [char; 2] {
        ['L', 'U']
    }

    /// A position as the library writes it.
    fn text(&self, position: &Position) -> String {
        let n = self.columns();
        let ranks: Vec<String> = self
            .written(position)
            .chunks(n)
            .map(|rank| {
                rank.iter()
                    .map(u32::to_string)
                    .collect::<Vec<_>>()
                    .join(",")
            })
            .collect();
        let mut text = format!("{} {}", ranks.join("/"), self.letters()[position.turn]);
        let extra = match &position.extra {
            Extra::Nothing | Extra::Tuzdiks([None, None]) | Extra::Quiet(0) => None,
            Extra::Opening => Some("opening".to_owned()),
            Extra::Chosen(pit) => Some(format!("L{}", n - pit)),
            Extra::Quiet(turns) => Some(format!("quiet:{turns}")),
            Extra::Tuzdiks(tuzdiks) => {
                let number = |tuzdik: Option<usize>| match tuzdik {
                    Some(pit) => (n - pit % n).to_string(),
                    None => "-".to_owned(),
                };
                Some(format!("{}/{}", number(tuzdiks[0]), number(tuzdiks[1])))
            }
        };
        let [south, north] = position.stores;
        let counts_seeds = !matches!(position.extra, Extra::Quiet(_));
        if south + north > 0 || (extra.is_some() && counts_seeds) {
            text += &format!(" {south} {north}");
        }
        match extra {
            Some(extra) => format!("{text} {extra}"),
            None => text,
        }
    }
}

/// Returns whether a side of a two-rank board has no seeds in its row.
pub(super) fn row_is_empty(pits: &[u32], side: usize) -> bool {
    let n = pits.len() / 2;
    (side * n..side * n + n).all(|pit| pits[pit] == 0)
}

/// The stores after each side has added the seeds of its row.
pub(super) fn swept(position: &Position) -> [u32; 2] {
    let n = position.pits.len() / 2;
    let row = |side: usize| position.pits[side * n..side * n + n].iter().sum::<u32>();
    [position.stores[0] + row(0), position.stores[1] + row(1)]
}

/// The name of a pit of a two-rank board.
pub(super) fn pit_name(n: usize, pit: usize) -> String {
    format!("{}{}", ['L', 'U'][pit / n], n - pit % n)
}
