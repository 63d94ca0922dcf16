//! Random Mancala, a two-rank game from a drawn setup.

use sowlab_solvers::Monitor;

use super::family::for_play;
use super::shown::position_of;
use super::{Entry, Family, NotOffered};
use crate::RequestError;
use crate::choices::{Choices, ChoicesRequest, Listener, choices_of_drawn_setup};
use crate::endless::CyclicGame;
use crate::solve::{SolveRequest, Solved, solve_drawn_setup};
use crate::tables::TabledGame;
use sowlab_games::Files;
use sowlab_games::two_rank::{GameError, RANDOM_OPTIONS, RandomMancala, RandomVariant, Variant};

const RULES_TEXT: &str = "\
Random Mancala (John P. Pratt, 2009). The pits are drawn by chance. One player
chooses his side (stay or turn) and who starts (L or U); after that the base
game is played: see its rules.
All of it: docs/games-two-rank.md";

impl Family for RandomVariant {
    type Error = GameError;
    type Contest = RandomMancala;

    const NAME: &'static str = Variant::NAME;

    fn entries() -> impl Iterator<Item = Entry> {
        std::iter::once(Entry {
            name: "random",
            family: Self::NAME,
            about: "Random Mancala (John P. Pratt, 2009): a drawn setup, the other side chooses",
            options: RANDOM_OPTIONS,
        })
    }

    fn read(text: &str, _: Files) -> Result<RandomVariant, GameError> {
        text.parse()
    }

    fn drawn(&self) -> Result<RandomVariant, NotOffered> {
        Ok(*self)
    }

    fn rules_text(&self) -> String {
        RULES_TEXT.to_owned()
    }

    fn contest(&self, _: bool) -> Result<RandomMancala, GameError> {
        self.game()
    }

    fn solve(&self, request: &SolveRequest, monitor: &dyn Monitor) -> Result<Solved, RequestError> {
        let game = for_play(self)?;
        let position = position_of(&game, request.position.as_deref())?;
        solve_drawn_setup(&game, &position, request, monitor)
    }

    fn choices(
        &self,
        request: &ChoicesRequest,
        listener: &mut Listener<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        choices_of_drawn_setup(&for_play(self)?, request, listener, monitor)
    }

    fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered> {
        let why = "a drawn setup has no tables of its own, build those of its base game";
        Err(NotOffered::of(self, why))
    }

    fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered> {
        Err(NotOffered::Reason(format!(
            "{self} is played by the rules of its base game: ask about that"
        )))
    }
}
