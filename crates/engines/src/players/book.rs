//! A player that knows the solved positions that ship with the program.

use sowlab_analysis::Analyses;
use sowlab_games::catalog::CatalogGame;
use sowlab_games::contest::{Contest, position_after};

use sowlab_solvers::Side;

use crate::player::{Choice, Fault, Player, Turn};

/// Plays optimally in the solved positions, and leaves the others to another player. The side that this player plays by
/// a proof is left to it everywhere: the proof is not about the positions after every optimal move.
pub struct Book<C: Contest> {
    /// The game by its name; `None` for a game that has no solved positions.
    game: Option<CatalogGame>,
    by_proof: Option<Side>,
    player: Box<dyn Player<C>>,
}

impl<C: Contest> Book<C> {
    /// Creates a player that leaves positions that are not solved to `player`, and the side `by_proof` in all positions.
    pub fn new(contest: &C, player: Box<dyn Player<C>>, by_proof: Option<Side>) -> Book<C> {
        Book {
            game: contest.full_name().parse().ok(),
            by_proof,
            player,
        }
    }

    /// Returns an optimal move of a solved position, and its margin from there on for the side to move.
    fn optimal(&self, turn: &Turn<'_, C>) -> Option<Choice<C::Move>> {
        let contest = turn.game;
        if self.by_proof == Some(contest.side_to_move(turn.state)) {
            return None;
        }
        let position = position_after(contest, turn.start, turn.played);
        let text = contest.position_text(&position);
        let choices = self.game?.analyses().solved_choices(&text).ok()??;
        let advised = choices.advised(contest.has_pie())?;
        let margin = advised.margin_under(contest.has_pie());
        let named = |&&chosen: &&C::Move| contest.move_text(&position, chosen) == advised.choice;
        Some(Choice {
            chosen: *turn.legal.iter().find(named)?,
            value: Some(if choices.wants_greatest() {
                margin
            } else {
                -margin
            }),
        })
    }
}

impl<C: Contest> Player<C> for Book<C> {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.player.new_game(seed)
    }

    fn choose(&mut self, turn: &Turn<'_, C>) -> Result<Choice<C::Move>, Fault> {
        match self.optimal(turn) {
            Some(choice) => Ok(choice),
            None => self.player.choose(turn),
        }
    }

    fn note(&mut self) -> Option<String> {
        self.player.note()
    }

    fn name(&self) -> Option<String> {
        self.player.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asked::{MoveRequest, NoMove, ask_for_move};
    use crate::spec::EngineSpec;
    use sowlab_analysis::choices::ChoicesRequest;
    use sowlab_findings::exact;

    #[test]
    fn solved_positions_are_played_optimally() {
        let chosen = |engine: &str, pie| {
            let request = MoveRequest {
                game: &"55stones".parse().unwrap(),
                pie,
                start: None,
                record: "",
                engine: &engine.parse::<EngineSpec>().unwrap(),
                seed: 1,
            };
            ask_for_move(request, &()).unwrap().chosen
        };
        assert_eq!(chosen("alphabeta:depth=1,book=yes", true), "E8");
        assert_eq!(chosen("alphabeta:depth=1,book=yes", false), "E3");
        assert_ne!(chosen("alphabeta:depth=1", true), "E8");
        let strong = || "strong".parse::<EngineSpec>().unwrap();
        assert!(!strong().has_book() && strong().as_opponent("strong", None).has_book());
    }

    /// A weak search that plays as a level knows what the tables of all boards say.
    #[test]
    fn levels_play_optimally_where_tables_reach() {
        let game: CatalogGame = "stones:holes=5,seeds=3".parse().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let tables = game.analyses().tables().unwrap();
        let built = tables.build_tables(folder.path(), 15, &(), &mut |_| ());
        built.unwrap();
        let engine = || "alphabeta:depth=1".parse::<EngineSpec>().unwrap();
        let folder = folder.path().to_owned();
        let level = engine().as_opponent("expert", Some(folder.clone()));
        let mut others = 0;
        for seed in 0..12 {
            let mut record = String::new();
            // A random game, whose positions are asked about.
            for _ in 0..30 {
                let choose = |engine: &EngineSpec| {
                    let request = MoveRequest {
                        game: &game,
                        pie: false,
                        start: None,
                        record: &record,
                        engine,
                        seed,
                    };
                    ask_for_move(request, &())
                };
                let chosen = match choose(&level) {
                    Ok(chosen) => chosen,
                    Err(NoMove::Over) => break,
                    Err(error) => panic!("{record}: {error}"),
                };
                let request = ChoicesRequest {
                    position: Some(chosen.position.clone()),
                    tables: Some(folder.clone()),
                    search: false,
                    ..ChoicesRequest::default()
                };
                let known = game.analyses().choices(&request, &()).unwrap();
                let margin = |name: &str| {
                    let choice = known.choices.iter().find(|choice| choice.choice == name);
                    let zero = exact(&choice.unwrap().bounds.zero).unwrap();
                    if known.wants_greatest() { zero } else { -zero }
                };
                let best = known.choices.iter().map(|choice| margin(&choice.choice));
                let best = best.max().unwrap();
                assert_eq!(margin(&chosen.chosen), best, "{}", chosen.position);
                others += u32::from(margin(&choose(&engine()).unwrap().chosen) < best);
                record += &choose(&EngineSpec::Random).unwrap().chosen;
                record += " ";
            }
        }
        assert!(others > 0, "the search alone would pass, too");
    }
}
