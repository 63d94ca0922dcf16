//! The properties that every game of the catalogue must have for play. The stones family is also
//! compared with its positions, one choice at a time.

use proptest::prelude::*;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::cmp::Ordering;

use sowlab::catalog::{CatalogGame, Family};
use sowlab::games::contest::{
    Arbitration, Contest, Notation, Play, lead, legal_moves, move_texts, outcome, read_move,
    read_moves, read_record,
};
use sowlab::games::dynamic::{DynGame, DynPosition, Line};
use sowlab::games::for_family;
use sowlab::games::stones::{Record, Rules, StonesGame, StonesTurns, TurnState};
use sowlab_solvers::search::{AlphaBeta, DepthLimited, TranspositionTable};
use sowlab_solvers::{Game, Problem, Side, Step, Turn};

/// Checks that a position whose type is forgotten says the same.
fn agree<C: Contest>(contest: &C, place: &C::Position, position: &dyn DynPosition) {
    let state = contest.state(place);
    let text = contest.position_text(place);
    assert_eq!(position.text(), text);
    assert_eq!(position.drawing(), contest.drawing(place), "{text}");
    assert_eq!(position.is_endless(), contest.endless(&state), "{text}");
    assert_eq!(position.mid_round(), contest.mid_round(&state), "{text}");
    assert_eq!(position.side(), contest.side_to_move(&state), "{text}");
    assert_eq!(position.score(), contest.score(place), "{text}");
    assert_eq!(position.outcome(), outcome(contest, place), "{text}");
    let mut legal = legal_moves(contest, place);
    if contest.endless(&state) {
        legal.clear();
    }
    let written = |&chosen| contest.move_text(place, chosen);
    assert_eq!(
        position.moves(),
        legal.iter().map(written).collect::<Vec<_>>()
    );
    let action = |&chosen| contest.action(place, chosen);
    assert_eq!(
        position.actions(),
        legal.iter().map(action).collect::<Vec<_>>()
    );
    if let Some([first, second]) = outcome(contest, place) {
        let expected = match first.cmp(&second) {
            Ordering::Greater => Some(Side::First),
            Ordering::Less => Some(Side::Second),
            Ordering::Equal => contest.tie_break(&state),
        };
        assert_eq!(position.winner(), expected, "{text}");
    }
}

/// Plays one random game, and checks at every move that state, position and text agree.
fn random_game<C: Contest>(contest: C, game: &dyn DynGame, seed: u64) {
    let mut random = SmallRng::seed_from_u64(seed);
    assert_eq!(game.full_name(), contest.full_name());
    assert_eq!(game.sides(), contest.sides());
    let mut line = Line::new(game.opening());
    let start = contest.opening();
    let mut place = start;
    let mut state = contest.state(&start);
    let mut won = lead(&contest, &start);
    let mut moves = Vec::new();
    for _ in 0..300 {
        agree(&contest, &place, line.position());
        assert_eq!(
            contest.state(&place),
            state,
            "{}",
            contest.position_text(&place)
        );
        let sign = if contest.side_to_move(&state) == Side::First {
            1
        } else {
            -1
        };
        let legal = legal_moves(&contest, &place);
        assert_eq!(
            legal.is_empty(),
            contest.terminal(&state).is_some(),
            "{}",
            contest.position_text(&place)
        );
        if legal.is_empty() {
            let rest = contest.terminal(&state).unwrap();
            match outcome(&contest, &place) {
                Some([one, other]) => {
                    assert_eq!(
                        won + sign * rest,
                        one as i32 - other as i32,
                        "{}",
                        contest.position_text(&place)
                    );
                }
                None => assert!(contest.endless(&state)),
            }
            assert!(
                read_move(&contest, &place, "x")
                    .unwrap_err()
                    .to_string()
                    .contains("over")
            );
            break;
        }
        assert_eq!(outcome(&contest, &place), None);
        if contest.endless(&state) {
            break;
        }
        assert_eq!(
            lead(&contest, &place),
            won,
            "{}",
            contest.position_text(&place)
        );
        assert_eq!(line.position().lead(), won);
        let again = contest
            .read_position(&contest.position_text(&place))
            .unwrap();
        assert_eq!(contest.state(&again), state);
        let &chosen = legal.choose(&mut random).unwrap();
        let text = contest.move_text(&place, chosen);
        assert_eq!(read_move(&contest, &place, &text), Ok(chosen));
        assert!(
            read_move(&contest, &place, "Z99")
                .unwrap_err()
                .to_string()
                .contains(&text)
        );
        let Step {
            state: after,
            gain,
            turn,
        } = contest.play(&state, chosen);
        let again = contest.side_to_move(&after) == contest.side_to_move(&state);
        assert_eq!(turn == Turn::Same, again);
        assert!(
            gain.abs() <= contest.bound(&state),
            "{} {text}",
            contest.position_text(&place)
        );
        place = contest.advance(&place, chosen);
        won += sign * gain;
        state = after;
        moves.push(chosen);
        line.play(&text).unwrap();
        let played = line.played().last().unwrap();
        assert_eq!(played.text, text);
    }
    let record = contest.record_text(&start, &moves);
    assert_eq!(line.record(), record);
    let mut again = Line::begin(game, None).unwrap();
    again.play_record(&record).unwrap();
    assert_eq!(again.moves(), line.moves());
    assert_eq!(again.position().text(), line.position().text());
    // In the stones family the first move leads into a round.
    if let Some((&first, rest)) = moves.split_first() {
        let later = contest.advance(&start, first);
        let mut again = Line::begin(game, Some(&contest.position_text(&later))).unwrap();
        again
            .play_record(&contest.record_text(&later, rest))
            .unwrap();
        assert_eq!(again.moves(), line.moves()[1..]);
    }
    let texts = move_texts(&contest, &start, &moves).join(" ");
    assert_eq!(
        read_moves(&contest, &start, texts.split_whitespace()),
        Ok(moves)
    );
}

const GAMES: [&str; 20] = [
    "55stones",
    "55stones:capture=reversed",
    "33stones:both-out=end,mixed-out=forfeit",
    "stones:holes=4,seeds=2",
    "stones:holes=3,seeds=2,capture=reversed",
    "kalah",
    "kalah:empty-capture=yes,pits=3",
    "awari",
    "oware",
    "oware:grand-slam=illegal-unless-only,pits=3,seeds=3",
    "bestemshe",
    "trysse",
    "warri",
    "basic",
    "egyptian",
    "ethiopian",
    "random:seed=4,base=ethiopian",
    "colony",
    "colony:board=rows,entry=stop",
    "colony:board=toy",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn states_positions_and_texts_agree(name in prop::sample::select(&GAMES[..]), seed: u64, pie: bool) {
        let game: CatalogGame = name.parse().unwrap();
        let erased = game.for_play(pie).unwrap();
        for_family!(&game, family => random_game(family.contest(pie).unwrap(), &*erased, seed));
    }

    /// A record in rounds leads to the same positions as the choices one by one.
    #[test]
    fn records_are_replayed_by_the_notation(seed: u64, pie: bool) {
        let turns = StonesTurns::new(StonesGame::new(&Rules::THIRTY_THREE), pie);
        let start = turns.opening();
        let mut random = SmallRng::seed_from_u64(seed);
        let (mut place, mut moves) = (start, Vec::new());
        for _ in 0..random.random_range(1..60) {
            let legal = legal_moves(&turns, &place);
            let Some(&chosen) = legal.choose(&mut random) else { break };
            place = turns.advance(&place, chosen);
            moves.push(chosen);
        }
        let read = read_record(&turns, &start, &turns.record_text(&start, &moves));
        prop_assert_eq!(read.unwrap(), moves.clone());
        if turns.mid_round(&turns.state(&place)) {
            moves.pop();
        }
        let record: Record = turns.record_text(&start, &moves).parse().unwrap();
        let rounds = record.replay(turns.game().sower(), start.position).unwrap();
        let place = moves.iter().fold(start, |place, &chosen| turns.advance(&place, chosen));
        if let Some(last) = rounds.last().and_then(|played| played.position) {
            prop_assert_eq!(last.board().stones(), place.position.board().stones());
            if place.position.round() > 2 {
                prop_assert_eq!(last, place.position);
            }
        }
    }

    /// The search, with its table and its turned states, against plain minimax, from any stage.
    #[test]
    fn searches_equal_plain_minimax(seed: u64, pie: bool, depth in 1u8..6) {
        let rules = Rules::from_name("stones:holes=4,seeds=2").unwrap();
        let turns = StonesTurns::new(StonesGame::new(&rules), pie);
        let horizon = DepthLimited::new(Problem::new(&turns), |_: &TurnState| 0);
        let table = TranspositionTable::new(1 << 14).unwrap();
        let search = AlphaBeta::new(horizon, &table, &());
        let mut random = SmallRng::seed_from_u64(seed);
        let mut place = turns.opening();
        for _ in 0..random.random_range(0..8) {
            let state = turns.state(&place);
            let found = search.value(&horizon.limit(state, depth), 0, &mut |_| ());
            prop_assert_eq!(found, Ok(minimax(&turns, &state, depth)), "{}", place);
            let Some(&chosen) = legal_moves(&turns, &place).choose(&mut random) else { break };
            place = turns.advance(&place, chosen);
        }
    }
}

fn minimax(game: &StonesTurns, state: &<StonesTurns as Game>::State, depth: u8) -> i32 {
    if let Some(margin) = game.terminal(state) {
        return margin;
    }
    if depth == 0 {
        return 0;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let worths = moves.into_iter().map(|chosen| {
        let Step {
            state: after, gain, ..
        } = game.play(state, chosen);
        let value = minimax(game, &after, depth - 1);
        let again = game.side_to_move(&after) == game.side_to_move(state);
        if again { gain + value } else { gain - value }
    });
    worths.max().unwrap()
}
