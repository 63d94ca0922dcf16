//! Tests of the player against opponents who steer back to earlier boards.

use std::path::PathBuf;

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use sowlab_solvers::search::proof::CompleteProof;
use sowlab_solvers::{Game, Side};

use super::Solved;
use crate::limits::Limits;
use crate::player::{Player, Turn};
use crate::players::AlphaBetaPlayer;
use sowlab_analysis::solve::{ExportRequest, export_proof};
use sowlab_analysis::tables::TabledGame;
use sowlab_base::MemorySize;
use sowlab_games::contest::{Notation, Play};
use sowlab_games::stones::{Rules, StonesGame, StonesMove, StonesTurns, TurnState};

/// The limit on the moves of a game.
const LONGEST: usize = 400;

const ENDLESS: &str = "stones:holes=5,seeds=3,both-out=end,capture=reversed";

struct Steered {
    game: StonesTurns,
    player: Solved<StonesTurns>,
    /// The lower and the upper bound on the value for the first chooser.
    value: (i32, i32),
    _folder: tempfile::TempDir,
}

impl Steered {
    /// Creates a game with a short proof above tables of this many stones: the given one, or one exported here.
    fn new(name: &str, pie: bool, stones: u32, proof: Option<&[u8]>) -> Steered {
        let rules = Rules::from_name(name).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let tables: PathBuf = folder.path().to_owned();
        rules
            .build_tables(&tables, stones, &(), &mut |_| ())
            .unwrap();
        let file = tables.join("proof");
        match proof {
            Some(proof) => std::fs::write(&file, proof).unwrap(),
            None => {
                let request = ExportRequest {
                    tables: Some(tables.clone()),
                    stones: Some(stones),
                    memory: MemorySize::new(1 << 26),
                    save_proof: None,
                    time_limit: None,
                    winner: false,
                };
                export_proof(name, &file, &request, &()).unwrap();
            }
        }
        let value = CompleteProof::read(&file).unwrap().stated[usize::from(pie)];
        let game = StonesTurns::new(StonesGame::new(&rules), pie);
        let search = AlphaBetaPlayer::new(Some(2), None, MemorySize::new(1 << 16)).unwrap();
        let player = Solved::open(&game, &tables, Some(&file), search).unwrap();
        Steered {
            game,
            player,
            value,
            _folder: folder,
        }
    }

    fn choose(&mut self, played: &[StonesMove], state: &TurnState) -> StonesMove {
        let start = self.game.opening();
        let mut legal = Vec::new();
        self.game.moves(state, &mut legal);
        let turn = Turn {
            game: &self.game,
            start: &start,
            played,
            state,
            legal: &legal,
            limits: Limits::default(),
            monitor: &(),
            report: &|_| (),
        };
        self.player.choose(&turn).unwrap().chosen
    }

    /// Plays a game in which the player has this side and the opponent begins with these holes. Returns the player's
    /// margin. After a repetition the remaining stones count as lost; in a non-terminating round all stones do.
    fn play(&mut self, as_side: Side, seed: u64, first: &[u8]) -> i32 {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut state = self.game.state(&self.game.opening());
        let (mut played, mut seen, mut margin) = (Vec::new(), vec![state], 0);
        let mut first = first.iter().map(|&hole| StonesMove::Choice(hole));
        while self.game.terminal(&state).is_none() {
            let ours = self.game.side_to_move(&state) == as_side;
            let chosen = match ours {
                true => self.choose(&played, &state),
                false => {
                    let steered = self.steer(&played, &state, &seen, as_side, &mut random);
                    let mut legal = Vec::new();
                    self.game.moves(&state, &mut legal);
                    let given = first.next().filter(|given| legal.contains(given));
                    given.unwrap_or(steered)
                }
            };
            let step = self.game.play(&state, chosen);
            margin += if ours { step.gain } else { -step.gain };
            state = step.state;
            played.push(chosen);
            if seen.contains(&state) || played.len() > LONGEST {
                return margin - self.game.bound(&state);
            }
            seen.push(state);
        }
        if self.game.endless(&state) {
            return margin - self.game.bound(&self.game.state(&self.game.opening()));
        }
        let rest = self.game.terminal(&state).unwrap_or(0);
        let ours = self.game.side_to_move(&state) == as_side;
        margin + if ours { rest } else { -rest }
    }

    /// Plays games as both sides and checks that each ends with at least the proven margin.
    fn hold(&mut self, games: u64) {
        let (least, greatest) = self.value;
        for seed in 0..games {
            for (side, least) in [(Side::First, least), (Side::Second, -greatest)] {
                let margin = self.play(side, seed, &[]);
                assert!(
                    margin >= least,
                    "{} {side:?} {seed}: {margin}",
                    self.game.full_name()
                );
            }
        }
    }

    /// Returns a move after which, once the player has replied, a state repeats; otherwise a random move.
    fn steer(
        &mut self,
        played: &[StonesMove],
        state: &TurnState,
        seen: &[TurnState],
        as_side: Side,
        random: &mut SmallRng,
    ) -> StonesMove {
        let mut legal = Vec::new();
        self.game.moves(state, &mut legal);
        legal.shuffle(random);
        if random.random_range(0..4) == 0 {
            return legal[0];
        }
        let mut back = |chosen: &&StonesMove| {
            let next = self.game.play(state, **chosen).state;
            if seen.contains(&next) {
                return true;
            }
            let open = self.game.terminal(&next).is_none();
            open && self.game.side_to_move(&next) == as_side && {
                let played = [played, &[**chosen]].concat();
                let answer = self.choose(&played, &next);
                seen.contains(&self.game.play(&next, answer).state)
            }
        };
        legal
            .iter()
            .find(|chosen| back(chosen))
            .copied()
            .unwrap_or(legal[0])
    }
}

/// Omitted boards must not make every claim count as progress: West could repeat this line forever.
#[test]
fn boards_that_a_proof_leaves_out_are_no_way_round() {
    let mut steered = Steered::new(ENDLESS, false, 1, Some(include_bytes!("left-out.complete")));
    let west = [1, 3, 2, 3, 1, 0, 3, 4, 3, 4, 3, 4, 3];
    for length in 0..=west.len() {
        let margin = steered.play(Side::First, 0, &west[..length]);
        assert!(margin >= steered.value.0, "{length}: {margin}");
    }
}

/// A board that this proof omits leads to two claims, and the later one leads back to the board.
#[test]
fn a_claim_that_leads_back_is_no_progress() {
    let proof = include_bytes!("way-round.complete");
    Steered::new(ENDLESS, false, 1, Some(proof)).hold(400);
}

#[test]
fn what_is_secured_is_held_in_finitely_many_rounds() {
    for (name, stones) in [
        (ENDLESS, 1),
        ("stones:holes=7,seeds=2", 5),
        ("stones:holes=5,seeds=2,mixed-out=forfeit", 1),
    ] {
        Steered::new(name, false, stones, None).hold(100);
    }
}

/// After the pie decision the proof claims nothing for the other side, so no exact value is at hand on the way. The
/// player must not trust a search that hopes for more.
#[test]
fn what_is_secured_with_the_pie_rule_is_held() {
    for (name, stones) in [
        ("stones:holes=7,seeds=2", 5),
        ("stones:holes=7,seeds=3", 6),
        ("stones:holes=5,seeds=4", 4),
        ("stones:holes=7,seeds=3,mixed-out=forfeit", 6),
    ] {
        Steered::new(name, true, stones, None).hold(60);
    }
}
