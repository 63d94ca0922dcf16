//! Whoever plays by tables wins what is won, in the fewest moves to each next gain, and never comes back to a position.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use sowlab::analysis::Analyses;
use sowlab::analysis::choices::ChoicesRequest;
use sowlab::analysis::tables::{OpenTables, TabledGame};
use sowlab::catalog::CatalogGame;
use sowlab::games::Files;
use sowlab::games::contest::{Contest, Notation, Play, lead, legal_moves};
use sowlab::games::stones::{Rules, StonesGame, StonesTurns};
use sowlab::games::two_rank::{TwoRank, parse};
use sowlab::tournament::player::{Choice, Fault, Player as Plays, Turn};
use sowlab::tournament::referee::{Conditions, Ending, Referee};
use sowlab::tournament::review::{ReviewRequest, review};
use sowlab::tournament::spec::EngineSpec;
use sowlab_base::MemorySize;
use sowlab_solvers::{Game, Key, Player, Side, Value};

/// A board of awari that is worth 7 to the side to move. Players that look at values alone go round for ever.
const ROUND: &str = "2,1,0,1,1,0/1,0,0,0,1,0 L 0 0";

/// The most moves of a game.
const MOVES: usize = 2000;

fn two_rank(name: &str, seeds: u32, folder: &Path) -> TwoRank {
    let game = parse(name).unwrap();
    game.build_tables(folder, seeds, &(), &mut |_| ()).unwrap();
    game
}

fn stones(name: &str, stones: u32, folder: &Path) -> StonesTurns {
    let rules = Rules::from_name(name).unwrap();
    rules
        .build_tables(folder, stones, &(), &mut |_| ())
        .unwrap();
    StonesTurns::new(StonesGame::new(&rules), false)
}

/// Every board of a game with this number of stones, the first side to move.
fn boards<C: Contest>(game: &C, stones: u8) -> Vec<C::Position> {
    fn fill(cells: &mut Vec<u8>, left: usize, stones: u8, visit: &mut dyn FnMut(&[u8])) {
        if left == 1 {
            cells.push(stones);
            visit(cells);
            cells.pop();
            return;
        }
        for here in 0..=stones {
            cells.push(here);
            fill(cells, left - 1, stones - here, visit);
            cells.pop();
        }
    }
    let mut boards = Vec::new();
    let mut visit = |cells: &[u8]| boards.extend(game.board(cells));
    fill(&mut Vec::new(), game.shape().cells(), stones, &mut visit);
    boards.retain(|board| !legal_moves(game, board).is_empty());
    boards
}

/// The value of a state by tables, or by the best of its moves within a round.
fn value<C: Contest>(game: &C, tables: &OpenTables<C::State>, state: &C::State) -> Value {
    if game.endless(state) {
        // The move before it is worth what the caller says.
        return Value::settled(0);
    }
    if let Some(margin) = game.terminal(state) {
        return Value::settled(margin);
    }
    if let Some(value) = tables.probe(state) {
        return value;
    }
    assert!(game.mid_round(state));
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let worths = moves
        .iter()
        .map(|&chosen| worth(game, tables, state, chosen));
    let greatest = |one: Value, other: Value| Value {
        lower: one.lower.max(other.lower),
        zero: one.zero.max(other.zero),
        upper: one.upper.max(other.upper),
    };
    worths.reduce(greatest).unwrap()
}

/// Returns the value of a move for the side that makes it.
fn worth<C: Contest>(
    game: &C,
    tables: &OpenTables<C::State>,
    state: &C::State,
    chosen: C::Move,
) -> Value {
    let step = game.play(state, chosen);
    if game.endless(&step.state) {
        let all = game.bound(state);
        return Value {
            lower: -all,
            zero: 0,
            upper: all,
        };
    }
    step.value(value(game, tables, &step.state))
}

/// The infinite-play convention for the side that has to force an exit: a loss or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Infinite {
    Loses,
    Level,
}

fn margin(value: Value, player: Player, infinite: Infinite) -> i32 {
    player.margin_of(match (infinite, player) {
        (Infinite::Level, _) => value.zero,
        (Infinite::Loses, Player::Leader) => value.lower,
        (Infinite::Loses, Player::Follower) => value.upper,
    })
}

/// Returns the convention of a player: a loss if its `lower` equals its `zero`.
fn counts_on(value: Value, player: Player) -> Infinite {
    let own = if player == Player::Leader {
        value
    } else {
        value.flipped()
    };
    match own.lower == own.zero {
        true => Infinite::Loses,
        false => Infinite::Level,
    }
}

struct Edge {
    to: Key,
    leader: Player,
    worth: Value,
    exit: bool,
    /// Whether the game ends there without a gain.
    ends: bool,
}

/// The plainest search for the shortest way to an exit: a gain, fewer stones, or the end. All states that moves
/// lead to, whatever they are worth, and moves to an exit counted again and again until nothing changes.
struct Shortest {
    distances: HashMap<(Key, Player, Infinite), u32>,
}

impl Shortest {
    fn new<C: Contest>(
        game: &C,
        tables: &OpenTables<C::State>,
        from: impl Iterator<Item = C::State>,
    ) -> Shortest {
        Shortest::counting(game, tables, from, false)
    }

    /// In tables a finished position has the distance 1.
    fn counting<C: Contest>(
        game: &C,
        tables: &OpenTables<C::State>,
        from: impl Iterator<Item = C::State>,
        end_counts: bool,
    ) -> Shortest {
        let mut states: Vec<C::State> = from.collect();
        let mut known: HashSet<Key> = states.iter().map(|state| game.key(state)).collect();
        let mut all: Vec<(Key, Value, Vec<Edge>)> = Vec::new();
        while let Some(state) = states.pop() {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let edge = |&chosen: &C::Move| {
                let step = game.play(&state, chosen);
                let over = game.terminal(&step.state).is_some() || game.endless(&step.state);
                if !over && known.insert(game.key(&step.state)) {
                    states.push(step.state);
                }
                let gains = step.gain != 0 || game.bound(&step.state) < game.bound(&state);
                Edge {
                    to: game.key(&step.state),
                    leader: Player::Leader.after(step.turn),
                    worth: worth(game, tables, &state, chosen),
                    exit: over || gains,
                    ends: over && !gains,
                }
            };
            let edges: Vec<Edge> = moves.iter().map(edge).collect();
            all.push((game.key(&state), value(game, tables, &state), edges));
        }
        let mut distances = HashMap::new();
        for infinite in [Infinite::Loses, Infinite::Level] {
            for distance in 1.. {
                let mut found = Vec::new();
                for (key, value, edges) in &all {
                    for player in [Player::Leader, Player::Follower] {
                        if distances.contains_key(&(*key, player, infinite)) {
                            continue;
                        }
                        let goal = margin(*value, player, infinite);
                        let after = |edge: &Edge| margin(edge.worth, player, infinite);
                        let done = |edge: &Edge| {
                            let seen = match player {
                                Player::Leader => edge.leader,
                                Player::Follower => !edge.leader,
                            };
                            let counts = end_counts && edge.ends && distance == 1;
                            edge.exit && !counts
                                || distances.contains_key(&(edge.to, seen, infinite))
                        };
                        let forced = match player {
                            Player::Leader => {
                                edges.iter().any(|edge| after(edge) == goal && done(edge))
                            }
                            Player::Follower => {
                                edges.iter().all(|edge| after(edge) > goal || done(edge))
                            }
                        };
                        if forced {
                            found.push((*key, player, infinite));
                        }
                    }
                }
                if found.is_empty() {
                    break;
                }
                distances.extend(found.into_iter().map(|place| (place, distance)));
            }
        }
        Shortest { distances }
    }
}

/// Keeps the value and comes back to where the game was, if it can; otherwise any move that keeps the value.
struct Circler<'a, State> {
    tables: &'a OpenTables<State>,
    random: SmallRng,
}

impl<C: Contest> Plays<C> for Circler<'_, C::State> {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.random = SmallRng::seed_from_u64(seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, C>) -> Result<Choice<C::Move>, Fault> {
        let of = |&chosen: &C::Move| worth(turn.game, self.tables, turn.state, chosen).zero;
        let most = turn.legal.iter().map(of).max().unwrap();
        let mut keeping = turn.legal.to_vec();
        keeping.retain(|chosen| of(chosen) == most);
        keeping.shuffle(&mut self.random);
        let seen = turn.states();
        let back = |chosen: &C::Move| seen.contains(&turn.game.play(turn.state, *chosen).state);
        let quiet = |chosen: &C::Move| turn.game.play(turn.state, *chosen).gain == 0;
        let (back, quiet) = (
            keeping.iter().find(|&chosen| back(chosen)),
            keeping.iter().find(|&chosen| quiet(chosen)),
        );
        Ok(Choice {
            chosen: *back.or(quiet).unwrap_or(&keeping[0]),
            value: None,
        })
    }
}

/// Plays any move.
struct Any(SmallRng);

impl<C: Contest> Plays<C> for Any {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.0 = SmallRng::seed_from_u64(seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, C>) -> Result<Choice<C::Move>, Fault> {
        Ok(Choice {
            chosen: *turn.legal.choose(&mut self.0).unwrap(),
            value: None,
        })
    }
}

/// Games of an engine from boards on which it wins.
struct Won<'a, C: Contest> {
    game: &'a C,
    tables: OpenTables<C::State>,
    shortest: Shortest,
    /// Whether the engine wins whatever infinite play is worth to it, not only where that counts for neither side.
    settled: bool,
    games: usize,
}

impl<C: Contest> Won<'_, C> {
    fn value(&self, state: &C::State) -> Value {
        value(self.game, &self.tables, state)
    }

    /// Returns the margin that a side wins from a state on, with its convention, if it wins.
    fn won(&self, state: &C::State, side: Side) -> Option<(i32, Player, Infinite)> {
        let player = match self.game.side_to_move(state) == side {
            true => Player::Leader,
            false => Player::Follower,
        };
        let value = self.value(state);
        let infinite = counts_on(value, player);
        let won = margin(value, player, infinite);
        let counts = won > 0 && (!self.settled || infinite == Infinite::Loses);
        counts.then_some((won, player, infinite))
    }

    fn distance(&self, state: &C::State, player: Player, infinite: Infinite) -> u32 {
        self.shortest.distances[&(self.game.key(state), player, infinite)]
    }

    /// Plays a game and checks it, if this side wins it.
    fn play(&mut self, start: &C::Position, side: Side, players: [&mut dyn Plays<C>; 2]) {
        let game = self.game;
        let first = game.state(start);
        let Some((least, ..)) = self.won(&first, side) else {
            return;
        };
        self.games += 1;
        let text = game.position_text(start);
        let mut referee = Referee::default();
        let conditions = Conditions::to_the_end(MOVES, &());
        let seeds = [self.games as u64; 2];
        let outcome = referee.play(game, start, players, seeds, &conditions);
        let outcome = outcome.unwrap();
        let sign = if side == Side::First { 1 } else { -1 };
        let margin = sign * (outcome.margin.unwrap() - lead(game, start));
        assert!(margin >= least, "{text}: {margin} of {least}, {outcome:?}");
        let mut state = first;
        let mut seen = Vec::new();
        for &chosen in referee.moves() {
            let before = self.won(&state, side);
            let step = game.play(&state, chosen);
            if let Some((won, player, infinite)) = before {
                assert!(!seen.contains(&state), "{text}: a position came back");
                seen.push(state);
                let distance = self.distance(&state, player, infinite);
                let exit = step.gain != 0
                    || game.terminal(&step.state).is_some()
                    || game.bound(&step.state) < game.bound(&state);
                // The value rises, or the exit comes nearer with each move.
                if !exit && let Some((after, player, counting)) = self.won(&step.state, side) {
                    assert!(after >= won, "{text}: {won} to {after}");
                    if after == won && counting == infinite {
                        let nearer = self.distance(&step.state, player, infinite);
                        assert!(nearer < distance, "{text}: {distance} to {nearer}");
                    }
                }
            }
            state = step.state;
        }
        if outcome.ending != Ending::Finished {
            assert_eq!(self.won(&state, side), None, "{text}: {outcome:?}");
        }
    }
}

/// Plays an engine from boards against itself, any moves, and moves that lead back; it has both seats. Returns how many
/// games were won.
fn wins<C: Contest>(
    game: &C,
    folder: &Path,
    engine: &str,
    starts: &[C::Position],
    settled: bool,
) -> usize {
    let tables = OpenTables::open(game, folder).unwrap();
    let reached = starts.iter().map(|start| game.state(start));
    let shortest = Shortest::new(game, &tables, reached);
    let mut won = Won {
        game,
        tables,
        shortest,
        settled,
        games: 0,
    };
    let text = engine.replace("DIR", &folder.display().to_string());
    let spec = EngineSpec::read(&text, Files::Allowed).unwrap();
    let [mut one, mut other] = [0, 1].map(|_| spec.player(game).unwrap());
    let known = OpenTables::open(game, folder).unwrap();
    let mut circler = Circler {
        tables: &known,
        random: SmallRng::seed_from_u64(0),
    };
    let mut any = Any(SmallRng::seed_from_u64(0));
    for start in starts {
        for side in [Side::First, Side::Second] {
            let opponents: [&mut dyn Plays<C>; 3] = [&mut *other, &mut circler, &mut any];
            for opponent in opponents {
                match side {
                    Side::First => won.play(start, side, [&mut *one, opponent]),
                    Side::Second => won.play(start, side, [opponent, &mut *one]),
                }
            }
        }
    }
    won.games
}

/// Some of these boards, the same each time.
fn some<Position>(mut boards: Vec<Position>, number: usize) -> Vec<Position> {
    boards.shuffle(&mut SmallRng::seed_from_u64(51));
    boards.truncate(number);
    boards
}

const PERFECT: &str = "perfect:tables=DIR,depth=2,hash=64K";

#[test]
fn awari_is_won_from_every_board_with_few_seeds() {
    let folder = tempfile::tempdir().unwrap();
    let game = two_rank("awari", 7, folder.path());
    for seeds in 1..=4 {
        let all = boards(&game, seeds);
        assert!(wins(&game, folder.path(), PERFECT, &all, false) > 10);
    }
    let mut more = some(boards(&game, 7), 250);
    more.push(game.read_position(ROUND).unwrap());
    assert!(wins(&game, folder.path(), PERFECT, &more, false) > 500);
}

#[test]
fn other_games_that_repeat_are_won_from_every_board_with_few_seeds() {
    for name in ["warri", "trysse"] {
        let folder = tempfile::tempdir().unwrap();
        let game = two_rank(name, 6, folder.path());
        let some: Vec<_> = (1..=6)
            .flat_map(|seeds| some(boards(&game, seeds), 150))
            .collect();
        assert!(
            wins(&game, folder.path(), PERFECT, &some, false) > 100,
            "{name}"
        );
    }
}

#[test]
fn the_stones_family_is_won_from_every_board_with_few_stones() {
    for (name, most) in [
        ("stones:holes=5,seeds=3", 9),
        ("stones:holes=7,seeds=2", 7),
        ("stones:holes=5,seeds=3,capture=reversed", 9),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let game = stones(name, most, folder.path());
        let some: Vec<_> = (1..=most as u8)
            .flat_map(|stones| some(boards(&game, stones), 250))
            .collect();
        assert!(
            wins(&game, folder.path(), PERFECT, &some, false) > 300,
            "{name}"
        );
    }
}

/// `solved` takes tables of all stones of the opening.
#[test]
fn solved_holds_what_is_won_without_coming_back() {
    let folder = tempfile::tempdir().unwrap();
    let game = stones("stones:holes=5,seeds=3", 15, folder.path());
    let some: Vec<_> = (1..=9)
        .flat_map(|stones| some(boards(&game, stones), 100))
        .collect();
    let engine = "solved:tables=DIR,depth=2,hash=64K";
    assert!(wins(&game, folder.path(), engine, &some, true) > 300);
}

/// Builds the distances of the tables in a folder.
fn build_distances(game: &dyn TabledGame, most: u32, folder: &Path) {
    game.build_distances(folder, most, &(), &mut |_, _| ())
        .unwrap();
}

/// Compares the distances of a sequential game with the plainest search. Returns the greatest.
fn compare_distances<C: Contest>(game: &C, folder: &Path, starts: &[C::Position]) -> u32 {
    let tables = OpenTables::open(game, folder).unwrap();
    let states = starts.iter().map(|start| game.state(start));
    let shortest = Shortest::counting(game, &tables, states, true);
    let mut longest = 0;
    for start in starts {
        let state = game.state(start);
        let (found, bound) = (tables.distances(&state).unwrap(), game.bound(&state));
        for (player, found) in [
            (Player::Leader, found.leader),
            (Player::Follower, found.follower),
        ] {
            let least = margin(value(game, &tables, &state), player, Infinite::Loses);
            // Nothing is forced where the side can lose no more.
            let place = (game.key(&state), player, Infinite::Loses);
            let expected = match least == -bound {
                true => 0,
                false => shortest.distances[&place],
            };
            assert_eq!(u32::from(found), expected, "{}", game.position_text(start));
            longest = longest.max(expected);
        }
    }
    longest
}

#[test]
fn sequential_games_are_won_by_distances() {
    for name in ["awari", "warri", "bestemshe"] {
        let folder = tempfile::tempdir().unwrap();
        let game = two_rank(name, 6, folder.path());
        build_distances(&game, 6, folder.path());
        let all: Vec<_> = (1..=6).flat_map(|seeds| boards(&game, seeds)).collect();
        let longest = compare_distances(&game, folder.path(), &some(all.clone(), 1500));
        assert!(longest > 3, "{name}: {longest}");
        let won = wins(&game, folder.path(), PERFECT, &some(all, 400), false);
        assert!(won > 100, "{name}: {won}");
    }
}

#[test]
fn the_stones_family_is_won_by_distances() {
    for name in [
        "stones:holes=5,seeds=3",
        "stones:holes=5,seeds=3,capture=reversed",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let game = stones(name, 15, folder.path());
        build_distances(&Rules::from_name(name).unwrap(), 15, folder.path());
        let some: Vec<_> = (1..=9)
            .flat_map(|stones| some(boards(&game, stones), 150))
            .collect();
        assert!(wins(&game, folder.path(), PERFECT, &some, false) > 300);
        let engine = "solved:tables=DIR,depth=2,hash=64K";
        assert!(wins(&game, folder.path(), engine, &some, true) > 300);
    }
}

fn request(position: String, tables: &Path) -> ChoicesRequest {
    ChoicesRequest {
        position: Some(position),
        tables: Some(tables.to_owned()),
        memory: MemorySize::new(1 << 24),
        ..ChoicesRequest::default()
    }
}

/// Follows what hints, the line of best play and reviews advise, from positions that are won by either side.
fn follow_advice<C: Contest>(name: &str, game: &C, tables: &Path, starts: &[C::Position]) {
    let catalog: CatalogGame = name.parse().unwrap();
    let open = OpenTables::open(game, tables).unwrap();
    let mut followed = 0;
    for start in starts {
        let all = open.probe(&game.state(start)).unwrap();
        if all.undetermined() || all.zero == 0 {
            continue;
        }
        followed += 1;
        let mut position = *start;
        let mut seen = Vec::new();
        loop {
            let state = game.state(&position);
            let legal = legal_moves(game, &position);
            // Where a position is level, both sides may go round.
            if legal.is_empty() || value(game, &open, &state).zero == 0 {
                break;
            }
            let text = game.position_text(&position);
            assert!(!seen.contains(&state), "{name} {text}: {seen:?}");
            let choices = catalog
                .analyses()
                .choices(&request(text.clone(), tables), &())
                .unwrap();
            let advice = &choices.advised(false).unwrap().choice;
            // The side that loses may not know how to delay it.
            if choices.progress.is_some() || value(game, &open, &state).zero > 0 {
                assert_eq!(Some(advice), choices.progress.as_ref(), "{text}");
            }
            let chosen = legal
                .into_iter()
                .find(|&chosen| game.move_text(&position, chosen) == *advice);
            seen.push(state);
            position = game.advance(&position, chosen.unwrap());
        }
        let state = game.state(&position);
        let rest = match game.side_to_move(&state) {
            Side::First => game.terminal(&state).unwrap_or(0),
            Side::Second => -game.terminal(&state).unwrap_or(0),
        };
        let margin = lead(game, &position) - lead(game, start) + rest;
        assert_eq!(margin, all.zero, "{}", game.position_text(start));
    }
    assert!(followed > 0, "{name}");
}

#[test]
fn advice_does_not_go_round() {
    let folder = tempfile::tempdir().unwrap();
    let game = two_rank("awari", 7, folder.path());
    let mut starts = some(boards(&game, 6), 20);
    starts.push(game.read_position(ROUND).unwrap());
    follow_advice("awari", &game, folder.path(), &starts);
    let folder = tempfile::tempdir().unwrap();
    let name = "stones:holes=5,seeds=3";
    let game = stones(name, 9, folder.path());
    // The stones that are not on the board are in East's cup.
    let starts: Vec<_> = (2..=9)
        .flat_map(|stones| some(boards(&game, stones), 8))
        .map(|board| {
            let on_board = game.bound(&game.state(&board));
            let cups = format!(" E {} 0", 15 - on_board);
            let text = game.position_text(&board).replace(" E 0 0", &cups);
            game.read_position(&text).unwrap()
        })
        .collect();
    follow_advice(name, &game, folder.path(), &starts);
}

/// A review names the move that would have made progress.
#[test]
fn what_a_review_names_makes_progress() {
    let folder = tempfile::tempdir().unwrap();
    let game = two_rank("awari", 7, folder.path());
    let tables = OpenTables::open(&game, folder.path()).unwrap();
    let catalog: CatalogGame = "awari".parse().unwrap();
    let mut compared = 0;
    for start in some(boards(&game, 7), 400) {
        let state = game.state(&start);
        let legal = legal_moves(&game, &start);
        let best = value(&game, &tables, &state);
        let errs = |chosen: &&_| worth(&game, &tables, &state, **chosen).zero < best.zero;
        let Some(&chosen) = legal.iter().find(errs).filter(|_| !best.undetermined()) else {
            continue;
        };
        let text = game.position_text(&start);
        let request = request(text.clone(), folder.path());
        let choices = catalog.analyses().choices(&request, &()).unwrap();
        let record = game.record_text(&start, &[chosen]);
        let reviewed = ReviewRequest {
            game: &catalog,
            pie: false,
            start: Some(&text),
            record: &record,
            values: request,
        };
        let found = review(&reviewed, folder.path(), &(), &mut |_| ()).unwrap();
        assert!(found[0].loss > Some(0));
        assert_eq!(found[0].better, choices.progress, "{text}");
        compared += 1;
    }
    assert!(compared > 100);
}
