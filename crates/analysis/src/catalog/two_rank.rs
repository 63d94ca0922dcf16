//! The two-rank family.

use sowlab_solvers::Monitor;
use sowlab_solvers::ranking::boards_to;

use super::shown::position_of;
use super::{BoardSizes, Entry, Family, NotOffered};
use crate::choices::{Choices, ChoicesRequest, Listener, choices_of_two_rank_moves};
use crate::endless::CyclicGame;
use crate::solve::{
    ByMovesLimits, FoundTwice, OpeningByMoves, SharedTables, SolveRequest, Solved,
    solve_two_rank_moves, two_rank_by_moves, two_rank_twice,
};
use crate::tables::{LayersVisitor, TabledGame, visit_layers};
use crate::{Perft, PerftRequest, RequestError, perft_of_plies};
use sowlab_games::Files;
use sowlab_games::two_rank::{DECLARATIONS, GameError, MAX_SEEDS, TwoRank, Variant};

const RULES_TEXT: &str = "\
A mancala game of two rows, one each, numbered from 1, the pit nearest your
store.
- Choose one of your pits and sow its seeds one by one, counterclockwise.
- What the last seed captures, whether it gives another turn and how the game
  ends depend on the game: kalah and Pratt's games (basic, egyptian,
  ethiopian) sow into the own store; awari, trysse and warri capture on the
  opponent's side.
- Seeds captured count in the end; more wins.
The rules of each game by name: docs/games-two-rank.md";

impl Family for Variant {
    type Error = GameError;
    type Contest = TwoRank;

    const NAME: &'static str = "two-rank";

    fn entries() -> impl Iterator<Item = Entry> {
        DECLARATIONS.iter().map(|game| Entry {
            name: game.name,
            family: Self::NAME,
            about: game.about,
            options: game.options,
        })
    }

    fn read(text: &str, _: Files) -> Result<Variant, GameError> {
        text.parse()
    }

    fn setup_rules(&self) -> Result<Variant, NotOffered> {
        Ok(*self)
    }

    fn rules_text(&self) -> String {
        RULES_TEXT.to_owned()
    }

    fn contest(&self, _: bool) -> Result<TwoRank, GameError> {
        Ok(self.game())
    }

    fn perft(&self, request: &PerftRequest, monitor: &dyn Monitor) -> Result<Perft, RequestError> {
        let game = self.game();
        let position = position_of(&game, request.position.as_deref())?;
        let nodes = game.perft_plies(position.state(), request.depth, monitor);
        Ok(perft_of_plies(&game, &position, nodes))
    }

    fn solve(&self, request: &SolveRequest, monitor: &dyn Monitor) -> Result<Solved, RequestError> {
        let game = self.game();
        let position = position_of(&game, request.position.as_deref())?;
        solve_two_rank_moves(&game, &position, request, monitor)
    }

    fn boards(&self, sizes: &BoardSizes) -> Result<Vec<Variant>, NotOffered> {
        if self.size().is_none() {
            return Ok(vec![*self]);
        }
        let name = self.name_without_size();
        let mark = if name.contains(':') { ',' } else { ':' };
        let seeds = |pits| sizes.seeds.clone().map(move |seeds| (pits, seeds));
        let all = sizes.pits.clone().flat_map(seeds);
        let fits = |&(pits, seeds): &(u32, u32)| {
            let total = 2 * pits * seeds;
            total <= MAX_SEEDS as u32
                && boards_to(2 * pits as usize, total as usize) <= sizes.positions
        };
        let sized = |(pits, seeds)| format!("{name}{mark}pits={pits},seeds={seeds}");
        Ok(all
            .filter(fits)
            .filter_map(|size| sized(size).parse().ok())
            .collect())
    }

    fn opening_twice(
        &self,
        shared: &mut SharedTables,
        monitor: &dyn Monitor,
    ) -> Result<FoundTwice, RequestError> {
        two_rank_twice(&self.game(), shared, monitor)
    }

    fn opening_by_moves(
        &self,
        limits: &ByMovesLimits,
        monitor: &dyn Monitor,
    ) -> Result<OpeningByMoves, RequestError> {
        two_rank_by_moves(&self.game(), limits, monitor)
    }

    fn choices(
        &self,
        request: &ChoicesRequest,
        listener: &mut Listener<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        choices_of_two_rank_moves(&self.game(), request, listener, monitor)
    }

    fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered> {
        Ok(Box::new(self.game()))
    }

    fn visit_layers<V: LayersVisitor>(
        &self,
        stones: u32,
        visitor: V,
    ) -> Result<V::Output, RequestError> {
        visit_layers(&self.game(), stones, visitor)
    }

    fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered> {
        if !self.rules().can_repeat() {
            return Err(NotOffered::Reason(format!(
                "in {self} no position comes back: every sowing that leaves a side drops seeds in a store \
                 for good"
            )));
        }
        Ok(Box::new(self.game()))
    }
}
