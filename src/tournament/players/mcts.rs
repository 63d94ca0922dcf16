//! A player who searches by Monte Carlo tree search.

use sowlab_solvers::mcts::{Limits, Options, Uct};
use sowlab_solvers::order::{Open, OpenState};

use super::Player;
use crate::games::stones::sowing::Sower;
use crate::games::stones::{Phase, Position, Rules, Side, StonesGame};

type State = OpenState<crate::games::stones::Board, u8>;

/// Searches each choice with UCT under the real rules (gote sees what sente chose) and keeps its
/// tree from choice to choice. Endless play is worth nothing to him.
pub struct Mcts {
    limits: Limits,
    threads: usize,
    options: Options,
    /// The search, and the rules it is for.
    search: Option<(Rules, Uct<Open<StonesGame>>)>,
}

impl Mcts {
    /// A player with these limits for each choice, on so many threads. On one thread and without a
    /// limit of time the same options make the same choices.
    pub fn new(limits: Limits, threads: usize, options: Options) -> Mcts {
        Mcts {
            limits,
            threads,
            options,
            search: None,
        }
    }

    /// The choice in a state, and the margin expected for the side to choose; none if the game is
    /// over.
    fn search(&mut self, rules: &Rules, state: &State) -> (Option<u8>, f64) {
        let search = match self.search.take() {
            Some((known, search)) if known == *rules => search,
            _ => Uct::new(Open(StonesGame::new(rules)), self.options),
        };
        let (_, search) = self.search.insert((*rules, search));
        let report = search.search(state, self.limits, self.threads, &());
        (report.best, report.value())
    }
}

fn side(side: Side) -> sowlab_solvers::Side {
    match side {
        Side::East => sowlab_solvers::Side::First,
        Side::West => sowlab_solvers::Side::Second,
    }
}

/// A hole of the board as the side with sente sees it, and back.
fn seen(position: &Position, hole: u8) -> u8 {
    match position.sente() {
        Side::East => hole,
        Side::West => position.holes() as u8 - 1 - hole,
    }
}

fn state(position: &Position) -> State {
    let (state, sente) = (position.canonical_board(), side(position.sente()));
    match position.phase() {
        Phase::Gote { taken } => OpenState::Gote {
            state,
            sente,
            first: seen(position, taken),
        },
        Phase::Sente | Phase::Pie => OpenState::Sente { state, sente },
    }
}

impl Player for Mcts {
    fn choose_hole(&mut self, sower: &Sower, position: &Position) -> usize {
        let (best, _) = self.search(sower.rules(), &state(position));
        seen(position, best.expect("a position with choices")).into()
    }

    fn turns_the_board(&mut self, sower: &Sower, position: &Position) -> bool {
        let own = position.to_choose();
        let mut worth = |turn| {
            let after = position.decide_pie(turn).expect("the decision is open");
            let (_, margin) = self.search(sower.rules(), &state(&after));
            let to_choose = if after.sente() == own { 1.0 } else { -1.0 };
            let lead = i32::from(after.cups()[own]) - i32::from(after.cups()[!own]);
            f64::from(lead) + to_choose * margin
        };
        worth(true) > worth(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::game::{Standing, StonesMatch};
    use crate::tournament::players::Random;

    #[test]
    fn beats_chance() {
        let rules: Rules = match "stones:holes=7,seeds=3".parse().unwrap() {
            crate::games::catalogue::CatalogueGame::Stones(rules) => rules,
            _ => unreachable!(),
        };
        let sower = Sower::new(&rules);
        let mut won = 0;
        for game in 0..20 {
            let own = if game % 2 == 0 {
                Side::East
            } else {
                Side::West
            };
            let mut mcts = Mcts::new(Limits::playouts(500), 1, Options::default());
            let mut random = Random::new(game);
            let mut course = StonesMatch::new(&sower, Position::opening(&rules));
            for _ in 0..400 {
                if course.standing() != Standing::Open {
                    break;
                }
                let position = *course.position();
                let player: &mut dyn Player = if position.to_choose() == own {
                    &mut mcts
                } else {
                    &mut random
                };
                match position.phase() {
                    Phase::Pie => {
                        let turn = player.turns_the_board(&sower, &position);
                        course.decide_pie(&sower, turn).unwrap();
                    }
                    _ => {
                        let hole = player.choose_hole(&sower, &position);
                        course.take(&sower, hole + 1).unwrap();
                    }
                }
            }
            if let Standing::Finished(cups) = course.standing() {
                won += i32::from(cups[own] > cups[!own]);
            }
        }
        assert!(won >= 15, "won {won} of 20");
    }
}
