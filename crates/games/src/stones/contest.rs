//! The stones family for play.

use std::fmt;

use sowlab_solvers::order::{OpenState, PieState};
use sowlab_solvers::ranking::{MAX_STONES, Ranking};
use sowlab_solvers::table::{TableError, TableShapes};

use super::drawing;
use super::layered::layers_name;
use super::notation::{NotationError, RecordItem, WrittenRound};
use super::position::{Phase, Position};
use super::round::Cups;
use super::rules::Rules;
use super::turns::{StonesMove, StonesTurns, TurnState, state_of};
use crate::contest::{Arbitration, Index, Indexed, Notation, Play};

/// A position and its standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StonesPlace {
    /// The position. After a non-terminating round it is the one before the round; at the end of a game its cups
    /// exclude the awarded rest.
    pub position: Position,
    /// The standing of the game.
    pub standing: Standing,
}

/// The standing of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A side has to choose.
    Open,
    /// The game is over; the cups include the awarded rest.
    Settled(Cups),
    /// The last round is non-terminating.
    Endless,
}

impl fmt::Display for StonesPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl StonesPlace {
    pub(super) fn new(rules: &Rules, position: Position) -> StonesPlace {
        let standing = match position.settled_alone(rules) {
            Some(cups) if position.phase() != Phase::Pie => Standing::Settled(cups),
            _ => Standing::Open,
        };
        StonesPlace { position, standing }
    }
}

fn settled(position: Position, cups: Option<Cups>) -> StonesPlace {
    let standing = match cups {
        Some(cups) if position.phase() != Phase::Pie => Standing::Settled(cups),
        _ => Standing::Open,
    };
    StonesPlace { position, standing }
}

/// Returns the place after the pie decision: on a swap the board is rotated.
fn decide_pie(rules: &Rules, position: &Position, turn: bool) -> StonesPlace {
    let quiet = position.sente() == position.to_choose();
    let after = position.decide_pie(turn).expect("the decision is open");
    let last_gote = if quiet { !after.sente() } else { after.sente() };
    settled(after, after.settled(rules, last_gote))
}

impl Play for StonesTurns {
    type Position = StonesPlace;

    fn opening(&self) -> StonesPlace {
        let rules = self.game().rules();
        StonesPlace::new(rules, Position::opening(rules))
    }

    fn state(&self, place: &StonesPlace) -> TurnState {
        match place.standing {
            Standing::Open => state_of(&place.position, self.has_pie()),
            Standing::Settled(_) => PieState::Play(OpenState::Over),
            Standing::Endless => PieState::Play(OpenState::Endless),
        }
    }

    fn advance(&self, place: &StonesPlace, chosen: StonesMove) -> StonesPlace {
        let (rules, position) = (self.game().rules(), &place.position);
        let hole = match chosen {
            StonesMove::Swap | StonesMove::Stay => {
                return decide_pie(rules, position, chosen == StonesMove::Swap);
            }
            StonesMove::Choice(hole) => position.index_for_sente(hole),
        };
        let Some(chosen) = position.completed(hole) else {
            let position = position.take(usize::from(hole) + 1).expect("a legal move");
            return settled(position, None);
        };
        // The period of a non-terminating round is not needed here, and can take hours to find.
        let sower = self.game().sower();
        let (east, west) = (chosen.east.into(), chosen.west.into());
        let round = sower.sow_without_period(position.board(), east, west);
        let played = position.after(rules, &round);
        match played.position {
            None => StonesPlace {
                standing: Standing::Endless,
                ..*place
            },
            Some(after) if after.phase() == Phase::Pie && !self.has_pie() => {
                decide_pie(rules, &after, false)
            }
            Some(after) => settled(after, played.settled),
        }
    }

    fn score(&self, place: &StonesPlace) -> [u32; 2] {
        let cups = match place.standing {
            Standing::Settled(cups) => cups,
            Standing::Open | Standing::Endless => place.position.cups(),
        };
        [cups.east.into(), cups.west.into()]
    }

    /// Returns the awarded rest, which the state of a settled place no longer contains.
    fn given_out(&self, place: &StonesPlace) -> i32 {
        let margin = |cups: Cups| i32::from(cups.east) - i32::from(cups.west);
        match place.standing {
            Standing::Settled(cups) => margin(cups) - margin(place.position.cups()),
            Standing::Open | Standing::Endless => 0,
        }
    }
}

impl Notation for StonesTurns {
    type PositionError = NotationError;

    fn full_name(&self) -> String {
        self.game().rules().to_string()
    }

    fn sides(&self) -> [&'static str; 2] {
        ["East", "West"]
    }

    fn read_position(&self, text: &str) -> Result<StonesPlace, NotationError> {
        let rules = self.game().rules();
        Ok(StonesPlace::new(rules, Position::parse(rules, text)?))
    }

    fn position_text(&self, position: &StonesPlace) -> String {
        position.to_string()
    }

    /// The round counts only until the pie decision.
    fn node_text(&self, place: &StonesPlace) -> String {
        let position = &place.position;
        let text = place.to_string();
        let decision = position.leads_to_pie() || position.phase() == Phase::Pie;
        match text.rsplit_once(' ') {
            Some((without_round, _)) if !(self.has_pie() && decision) => without_round.to_owned(),
            _ => text,
        }
    }

    fn move_text(&self, place: &StonesPlace, chosen: StonesMove) -> String {
        match chosen {
            StonesMove::Swap => "turn".into(),
            StonesMove::Stay => "stay".into(),
            StonesMove::Choice(hole) => {
                let hole = place.position.index_for_sente(hole);
                format!("{}{}", place.position.to_choose().letter(), hole + 1)
            }
        }
    }

    /// Splits a round into two moves: `E8W4`.
    fn record_item(&self, item: &str) -> Vec<String> {
        match item.rfind(['E', 'W', 'e', 'w']) {
            Some(second) if second > 0 => {
                let (first, second) = item.split_at(second);
                vec![first.to_owned(), second.to_owned()]
            }
            _ => vec![item.to_owned()],
        }
    }

    /// Returns `stay` for an omitted pie decision.
    fn left_out(&self, place: &StonesPlace, next: &str) -> Option<StonesMove> {
        let open = place.standing == Standing::Open && place.position.phase() == Phase::Pie;
        let decides = |word| next.eq_ignore_ascii_case(word);
        (open && !["turn", "stay"].into_iter().any(decides)).then_some(StonesMove::Stay)
    }

    /// Writes rounds, the side with sente first. An incomplete last round is written as the hole of sente alone.
    fn record_text(&self, start: &StonesPlace, moves: &[StonesMove]) -> String {
        let mut place = *start;
        let mut items = Vec::new();
        let mut of_sente = None;
        for &chosen in moves {
            let position = &place.position;
            match chosen {
                StonesMove::Swap => items.push(RecordItem::Pie { turn: true }.to_string()),
                StonesMove::Stay => items.push(RecordItem::Pie { turn: false }.to_string()),
                StonesMove::Choice(hole) => {
                    match position.completed(position.index_for_sente(hole)) {
                        Some(joint) => items.push(match of_sente.take() {
                            Some(_) => WrittenRound::new(position.sente(), joint).to_string(),
                            // The moves start within the round.
                            None => self.move_text(&place, chosen),
                        }),
                        None => of_sente = Some(self.move_text(&place, chosen)),
                    }
                }
            }
            place = self.advance(&place, chosen);
        }
        items.extend(of_sente);
        items.join(" ")
    }

    fn drawing(&self, place: &StonesPlace) -> String {
        drawing::position(&place.position)
    }
}

impl Arbitration for StonesTurns {
    fn has_pie(&self) -> bool {
        self.has_pie()
    }

    fn moves_of_a_round(&self) -> u8 {
        2
    }

    fn mid_round(&self, state: &TurnState) -> bool {
        matches!(
            state,
            PieState::Play(OpenState::Follower { .. })
                | PieState::First(OpenState::Follower { .. })
        )
    }
}

impl Indexed for StonesTurns {
    fn index(&self) -> Result<Option<Index<TurnState>>, TableError> {
        let rules = self.game().rules();
        let ranking = Ranking::new(rules.holes(), rules.stones().min(MAX_STONES))
            .map_err(TableError::Unrankable)?;
        Ok(Some(Index {
            shapes: TableShapes::of_boards(layers_name(rules), rules.holes()),
            locate: Box::new(move |state| match state {
                PieState::Play(OpenState::Leader { state: board, .. }) => {
                    Some((board.stones(), ranking.rank(board.lanes())))
                }
                _ => None,
            }),
        }))
    }
}
