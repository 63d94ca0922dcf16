//! Games of every family behind one interface.

use std::sync::Arc;

use pyo3::IntoPyObject;
use sowlab_analysis::evaluated::{Evaluated, EvaluatedError, SampleRequest, alpha_beta, sample};
use sowlab_analysis::catalog::CatalogGame;
use sowlab_games::contest::{Contest, Shape, Visit, legal_moves, outcome, read_move, read_record};
use sowlab_engines::limits::Limits;
use sowlab_engines::player::Turn;
use sowlab_engines::spec::EngineSpec;
use sowlab_solvers::{Monitor, Side};

use crate::engines::EvaluateCounts;

/// A game for play.
pub(crate) trait HeldGame: Send + Sync {
    fn sides(&self) -> [&'static str; 2];
    fn actions(&self) -> usize;
    fn shape(&self) -> Shape;
    fn opening(&self) -> Arc<dyn HeldPosition>;
    fn read(&self, text: &str) -> Result<Arc<dyn HeldPosition>, String>;
    /// The positions after each move of a record.
    fn replay(&self, record: &str) -> Result<Vec<Arc<dyn HeldPosition>>, String>;
    /// The positions with these cells in front of the first side, as they are written.
    fn board_text(&self, cells: &[u8]) -> Option<String>;
}

/// A position of a game.
pub(crate) trait HeldPosition: Send + Sync {
    fn text(&self) -> String;
    fn drawing(&self) -> String;
    /// The choices as they are written, and as actions.
    fn choices(&self) -> Vec<(String, usize)>;
    /// 0 if the first side is to choose.
    fn side(&self) -> usize;
    fn score(&self) -> [u32; 2];
    fn is_over(&self) -> bool;
    fn is_endless(&self) -> bool;
    /// Once the game is over: which side wins, or that nobody does.
    fn winner(&self) -> Option<usize>;
    fn play_text(&self, choice: &str) -> Result<Arc<dyn HeldPosition>, String>;
    /// The position after an action, or why it is not legal.
    fn play_action(&self, action: usize) -> Result<Arc<dyn HeldPosition>, String>;
    fn observe(&self) -> Vec<u8>;
    /// What it is written back from where its own text does not say all: the position before, and the choice.
    fn origin(&self) -> Option<(String, String)>;
    /// Alpha-beta with an evaluation.
    fn alpha_beta(
        &self,
        depth: u8,
        evaluate: &EvaluateCounts<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Found, EvaluatedError>;
    /// Monte Carlo tree search with an evaluation.
    fn sample(
        &self,
        request: &SampleRequest,
        evaluate: &EvaluateCounts<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Found, EvaluatedError>;
    /// What an engine chooses, and the margin that it expects.
    fn choose(
        &self,
        engine: &EngineSpec,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<(String, Option<i32>), String>;
}

/// What a search with an evaluation found; choices as they are written, with action, value and visits.
#[derive(IntoPyObject)]
pub(crate) struct Found {
    best: String,
    value: f64,
    choices: Vec<(String, usize, f64, u32)>,
    evaluated: u64,
}

/// A game of the catalog for play.
pub(crate) fn hold(game: &CatalogGame, pie: bool) -> Result<Arc<dyn HeldGame>, String> {
    struct Hold;
    impl Visit for Hold {
        type Output = Arc<dyn HeldGame>;
        fn visit<C: Contest>(self, contest: C) -> Arc<dyn HeldGame> {
            Arc::new(Held(Arc::new(contest)))
        }
    }
    game.visit(pie, Hold).map_err(|error| error.to_string())
}

struct Held<C>(Arc<C>);

struct At<C: Contest> {
    contest: Arc<C>,
    position: C::Position,
    /// The position before and the move, once the game is over.
    origin: Option<(C::Position, C::Move)>,
}

fn side(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

impl<C: Contest> Held<C> {
    fn at(&self, position: C::Position) -> Arc<dyn HeldPosition> {
        let contest = Arc::clone(&self.0);
        let origin = None;
        Arc::new(At {
            contest,
            position,
            origin,
        })
    }
}

impl<C: Contest> HeldGame for Held<C> {
    fn sides(&self) -> [&'static str; 2] {
        self.0.sides()
    }

    fn actions(&self) -> usize {
        self.0.actions()
    }

    fn shape(&self) -> Shape {
        self.0.shape()
    }

    fn opening(&self) -> Arc<dyn HeldPosition> {
        self.at(self.0.opening())
    }

    fn read(&self, text: &str) -> Result<Arc<dyn HeldPosition>, String> {
        let game = &*self.0;
        let position = game
            .read_position(text)
            .map_err(|error| error.to_string())?;
        let legal = legal_moves(game, &position).into_iter();
        let mut actions = legal.map(|chosen| game.action(&position, chosen));
        if actions.any(|action| action >= game.actions()) {
            return Err(format!(
                "position '{text}': its choice belongs to the pie rule: Game(…, pie=True)"
            ));
        }
        Ok(self.at(position))
    }

    fn replay(&self, record: &str) -> Result<Vec<Arc<dyn HeldPosition>>, String> {
        let game = &*self.0;
        let opening = game.opening();
        let moves = read_record(game, &opening, record).map_err(|error| error.to_string())?;
        let mut at = At {
            contest: Arc::clone(&self.0),
            position: opening,
            origin: None,
        };
        let mut all: Vec<Arc<dyn HeldPosition>> = vec![self.opening()];
        for chosen in moves {
            at = at.after(chosen);
            all.push(Arc::new(At {
                contest: Arc::clone(&at.contest),
                ..at
            }));
        }
        Ok(all)
    }

    fn board_text(&self, cells: &[u8]) -> Option<String> {
        let position = self.0.board(cells)?;
        Some(self.0.position_text(&position))
    }
}

impl<C: Contest> At<C> {
    /// The moves that can be chosen: none once the game is over or goes on for ever.
    fn legal(&self) -> Vec<C::Move> {
        match self.is_endless() {
            true => Vec::new(),
            false => legal_moves(&*self.contest, &self.position),
        }
    }

    fn after(&self, chosen: C::Move) -> At<C> {
        let contest = Arc::clone(&self.contest);
        let position = contest.advance(&self.position, chosen);
        let mut after = At {
            contest,
            position,
            origin: None,
        };
        if after.is_over() {
            after.origin = Some((self.position, chosen));
        }
        after
    }

    fn over(&self) -> String {
        match self.is_endless() {
            true => "the last move never ends".to_owned(),
            false => "the game is over".to_owned(),
        }
    }
}

impl<C: Contest> HeldPosition for At<C> {
    fn text(&self) -> String {
        self.contest.position_text(&self.position)
    }

    fn drawing(&self) -> String {
        self.contest.drawing(&self.position)
    }

    fn choices(&self) -> Vec<(String, usize)> {
        let (game, position) = (&*self.contest, &self.position);
        let written = |chosen| {
            let text = game.move_text(position, chosen);
            (text, game.action(position, chosen))
        };
        self.legal().into_iter().map(written).collect()
    }

    fn side(&self) -> usize {
        side(
            self.contest
                .side_to_move(&self.contest.state(&self.position)),
        )
    }

    fn score(&self) -> [u32; 2] {
        self.contest.score(&self.position)
    }

    fn is_over(&self) -> bool {
        self.legal().is_empty()
    }

    fn is_endless(&self) -> bool {
        self.contest.endless(&self.contest.state(&self.position))
    }

    fn winner(&self) -> Option<usize> {
        let [first, second] = outcome(&*self.contest, &self.position)?;
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => {
                let state = self.contest.state(&self.position);
                self.contest.tie_break(&state).map(side)
            }
        }
    }

    fn play_text(&self, choice: &str) -> Result<Arc<dyn HeldPosition>, String> {
        if self.is_endless() {
            return Err(format!("choice '{choice}': {}", self.over()));
        }
        let chosen = read_move(&*self.contest, &self.position, choice);
        let chosen = chosen.map_err(|error| error.to_string())?;
        Ok(Arc::new(self.after(chosen)))
    }

    fn play_action(&self, action: usize) -> Result<Arc<dyn HeldPosition>, String> {
        let game = &*self.contest;
        let legal = self.legal();
        let chosen = game.chosen(&self.position, action);
        match chosen.filter(|chosen| legal.contains(chosen)) {
            Some(chosen) => Ok(Arc::new(self.after(chosen))),
            None if legal.is_empty() => Err(self.over()),
            None => {
                let numbers = legal.iter().map(|&one| game.action(&self.position, one));
                let numbers: Vec<String> = numbers.map(|one| one.to_string()).collect();
                Err(format!("legal are {}", numbers.join(" ")))
            }
        }
    }

    fn observe(&self) -> Vec<u8> {
        let mut counts = vec![0; self.contest.shape().counts()];
        self.contest.observe(&self.position, &mut counts);
        counts
    }

    fn origin(&self) -> Option<(String, String)> {
        let (before, chosen) = self.origin.as_ref()?;
        let text = self.contest.position_text(before);
        Some((text, self.contest.move_text(before, *chosen)))
    }

    fn alpha_beta(
        &self,
        depth: u8,
        evaluate: &EvaluateCounts<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Found, EvaluatedError> {
        let evaluate = |positions: &[C::Position]| self.margins(positions, evaluate);
        let found = alpha_beta(&*self.contest, &self.position, depth, &evaluate, monitor);
        found.map(|found| self.found(&found))
    }

    fn sample(
        &self,
        request: &SampleRequest,
        evaluate: &EvaluateCounts<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Found, EvaluatedError> {
        let evaluate = |positions: &[C::Position]| self.margins(positions, evaluate);
        let found = sample(&*self.contest, &self.position, request, &evaluate, monitor);
        found.map(|found| self.found(&found))
    }

    fn choose(
        &self,
        engine: &EngineSpec,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<(String, Option<i32>), String> {
        let (game, start) = (&*self.contest, &self.position);
        let legal = self.legal();
        if legal.is_empty() {
            return Err(self.over());
        }
        let mut player = engine
            .start(game, seed)
            .map_err(|error| error.to_string())?;
        let turn = Turn {
            game,
            start,
            played: &[],
            state: &game.state(start),
            legal: &legal,
            limits: Limits::default(),
            monitor,
            report: &|_| (),
        };
        let choice = player.choose(&turn).map_err(|fault| fault.to_string())?;
        Ok((game.move_text(start, choice.chosen), choice.value))
    }
}

impl<C: Contest> At<C> {
    /// What an evaluation makes of positions.
    fn margins(
        &self,
        positions: &[C::Position],
        evaluate: &EvaluateCounts<'_>,
    ) -> Option<Vec<f32>> {
        let width = self.contest.shape().counts();
        let mut counts = vec![0; width * positions.len()];
        for (position, counts) in positions.iter().zip(counts.chunks_exact_mut(width)) {
            self.contest.observe(position, counts);
        }
        evaluate(counts, width)
    }

    fn found(&self, found: &Evaluated<C::Move>) -> Found {
        let (game, position) = (&*self.contest, &self.position);
        let choices = found.choices.iter().map(|one| {
            let text = game.move_text(position, one.chosen);
            (
                text,
                game.action(position, one.chosen),
                one.value,
                one.visits,
            )
        });
        Found {
            best: game.move_text(position, found.best),
            value: found.value,
            choices: choices.collect(),
            evaluated: found.evaluated,
        }
    }
}
