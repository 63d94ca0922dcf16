//! Choices by single claims.

use super::*;
use crate::limits::Limits;
use sowlab_analysis::secured::NEVER;
use sowlab_analysis::tables::{OpenTables, TabledGame};
use sowlab_base::MemorySize;
use sowlab_games::stones::{Rules, StonesGame, StonesMove, StonesTurns, TurnState};
use sowlab_solvers::search::proof::{CompleteProof, RankedGroup};
use sowlab_solvers::{Game, Step};

/// The opening of a small game, tables of a few stones, and a proof with a claim about one choice.
struct Claimed {
    game: StonesTurns,
    folder: tempfile::TempDir,
}

impl Claimed {
    fn new() -> Claimed {
        let rules = Rules::from_name("stones:holes=5,seeds=3").unwrap();
        let folder = tempfile::tempdir().unwrap();
        rules
            .build_tables(folder.path(), 3, &(), &mut |_| ())
            .unwrap();
        let game = StonesTurns::new(StonesGame::new(&rules), false);
        Claimed { game, folder }
    }

    /// Returns the choice of the player if the proof claims that this choice secures this margin.
    fn choice(&self, claimed: Option<(StonesMove, i32)>) -> StonesMove {
        let (game, start) = (&self.game, self.game.opening());
        let state = game.state(&start);
        let (tables, file) = (self.folder.path(), self.folder.path().join("proof"));
        let name = OpenTables::open(game, tables).unwrap().name().to_owned();
        let mut groups = Vec::new();
        if let Some((chosen, need)) = claimed {
            self.claim(
                &game.play(&state, chosen),
                Claimant::Leader,
                need,
                &mut groups,
            );
        }
        let proof = CompleteProof {
            name,
            opening: 3,
            stated: [(0, 0); 2],
            tables: Vec::new(),
            short: false,
            groups,
        };
        proof.write(&file).unwrap();
        let search = AlphaBetaPlayer::new(Some(4), None, MemorySize::new(1 << 16)).unwrap();
        let mut player = Solved::open(game, tables, Some(&file), search).unwrap();
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        let turn = Turn {
            game,
            start: &start,
            played: &[],
            state: &state,
            legal: &legal,
            limits: Limits::default(),
            monitor: &(),
            report: &|_| (),
        };
        player.choose(&turn).unwrap().chosen
    }

    /// Adds claims for each state at the start of a round that a step and its continuations reach.
    fn claim(
        &self,
        step: &Step<TurnState>,
        before: Claimant,
        need: i32,
        groups: &mut Vec<RankedGroup>,
    ) {
        let (claimant, need) = (before.after(step.turn), need - before.margin_of(step.gain));
        let tables = OpenTables::open(&self.game, self.folder.path()).unwrap();
        if self.game.terminal(&step.state).is_some() {
            return;
        }
        if let Some((layer, rank)) = tables.locate(&step.state) {
            let ranks = vec![rank];
            groups.push(RankedGroup {
                layer,
                claimant,
                need,
                ranks,
            });
            return;
        }
        let mut replies = Vec::new();
        self.game.moves(&step.state, &mut replies);
        for reply in replies {
            self.claim(&self.game.play(&step.state, reply), claimant, need, groups);
        }
    }
}

/// East's seventh hole gains 5, unless West replies with the fourth: that round never ends. Its value must not be
/// taken as 0.
#[test]
fn a_round_that_never_ends_secures_nothing() {
    let rules = Rules::from_name("stones:holes=7,seeds=2").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path();
    rules.build_tables(tables, 14, &(), &mut |_| ()).unwrap();
    let game = StonesTurns::new(StonesGame::new(&rules), false);
    let search = AlphaBetaPlayer::new(Some(4), None, MemorySize::new(1 << 16)).unwrap();
    let player = Solved::open(&game, tables, None, search).unwrap();
    let secured = |position: &str, side| {
        let place = game.read_position(position).unwrap();
        player.secured(&game, &game.state(&place), side)
    };
    let chosen = "1,1,1,2,0,2,4 E 3 0 7 4";
    assert_eq!(secured(chosen, Claimant::Follower), NEVER);
    assert_eq!(secured(chosen, Claimant::Leader), -5);
    assert_eq!(secured("1,1,1,2,0,2,4 E 3 0 - 4", Claimant::Leader), 1);
}

#[test]
fn a_weak_claim_does_not_take_the_place_of_a_search() {
    let claimed = Claimed::new();
    let searched = claimed.choice(None);
    let mut legal = Vec::new();
    let state = claimed.game.state(&claimed.game.opening());
    claimed.game.moves(&state, &mut legal);
    let others: Vec<_> = legal
        .into_iter()
        .filter(|&other| other != searched)
        .collect();
    assert!(!others.is_empty());
    for other in others {
        assert_eq!(claimed.choice(Some((other, -12))), searched);
        assert_eq!(claimed.choice(Some((other, 12))), other);
    }
}
