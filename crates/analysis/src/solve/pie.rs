//! The value of an opening under the pie rule.

use rustc_hash::FxHashMap;
use sowlab_findings::Bounds;
use sowlab_solvers::search::proof::{ByZero, Claim, Limits, ProofSearch};
use sowlab_solvers::{Cancelled, Interval, JointProblem, Monitor, Numbers, Player, Resolution};

use super::pie_question::{PieClaim, PieQuestion, Wants};
use super::unlimited::{self, decide_unlimited};
use sowlab_games::stones::Board;

/// The minimum number of nodes for a claim before another is searched.
const NODES_AT_A_TIME: u64 = 1_000;
/// The number of turns with the minimum number of nodes. Later turns grow with the nodes spent, because threads wait
/// for each other at the end of each turn.
const SHORT_TURNS: u64 = 1_000;
/// The limit on rounds without progress in a claim.
const QUIET: u8 = 12;

/// The margin under the pie rule of the player who has sente in the first round and may swap after it. It is the
/// maximum over his choices of the minimum over the replies of the better role. Infinite play loses or wins everything
/// left for that player, whatever role he takes.
pub struct Pie {
    /// The opening.
    board: Board,
    /// The result of each reply to each first choice.
    choices: Vec<Vec<Resolution<Board>>>,
    /// All stones.
    all: i32,
    /// The proven interval of `lower`: infinite play is a loss for the player who may swap.
    lower: Interval,
    /// The proven interval of `zero`: infinite play is a draw.
    zero: Interval,
    /// The proven interval of `upper`: infinite play is a win for the player who may swap.
    upper: Interval,
    /// The margins that neither side could prove.
    stuck: Vec<i32>,
    /// The margins that stayed open when the node budget was spent.
    left_open: Vec<i32>,
    /// The margins of the side to move on boards after first rounds, as far as they are known.
    known: KnownMargins,
}

/// The margins of the side to move at the start of a round on these boards, which a search need not trust.
pub(super) type KnownMargins = FxHashMap<Board, Bounds>;

/// The least proof number of a claim that is known not to hold, before it is searched.
const UNLIKELY: u32 = Numbers::NEVER / 2;

impl Pie {
    /// Prepares the search for the pie decision after the first round on this board. `None` if the game is over.
    pub(super) fn new(
        problem: impl JointProblem<State = Board, Choice = u8>,
        board: &Board,
    ) -> Option<Pie> {
        if problem.terminal(board).is_some() {
            return None;
        }
        let mut choices: Vec<(u8, Vec<Resolution<Board>>)> = Vec::new();
        problem.expand(&[*board], &mut |_, first, _, resolution| {
            if choices.last().is_none_or(|(last, _)| *last != first) {
                choices.push((first, Vec::new()));
            }
            choices.last_mut().expect("just pushed").1.push(resolution);
        });
        let choices = choices.into_iter().map(|(_, after)| after).collect();
        Some(Pie::unasked(*board, choices, problem.bound(board)))
    }

    /// Returns the bounds of an opening without a search.
    pub(super) fn unsearched(board: &Board) -> Bounds {
        Pie::unasked(*board, Vec::new(), board.stones() as i32).proven()
    }

    fn unasked(board: Board, choices: Vec<Vec<Resolution<Board>>>, all: i32) -> Pie {
        Pie {
            board,
            choices,
            all,
            lower: Interval::within(all),
            // The margin is at least 0, because the player takes the better of two roles.
            zero: Interval { low: 0, high: all },
            // With infinite play as his win, the better role loses nothing. Margins have the parity of the stones.
            upper: Interval {
                low: all % 2,
                high: all,
            },
            stuck: Vec::new(),
            left_open: Vec::new(),
            known: KnownMargins::default(),
        }
    }

    /// Searches claims first that hold by these margins. The results rest on the search alone.
    pub(super) fn guide_by(&mut self, known: &KnownMargins) {
        self.known.clone_from(known);
    }

    /// Returns whether a claim holds, if the margin on its board is known.
    fn is_known(&self, claim: &Claim<Board>) -> Option<bool> {
        let bounds = self.known.get(&claim.state)?;
        let least = match claim.claimant {
            Player::Leader => *bounds.lower.start(),
            Player::Follower => -bounds.upper.end(),
        };
        Some(least >= claim.need)
    }

    /// Returns the bounds so far. `zero` lies between the others.
    pub(super) fn proven(&self) -> Bounds {
        Bounds {
            lower: self.lower.low..=self.lower.high,
            zero: self.lower.low.max(self.zero.low)..=self.upper.high.min(self.zero.high),
            upper: self.upper.low..=self.upper.high,
        }
    }

    /// Returns claims after the first round that prove the bounds. `None` if the search proves less than before.
    pub(super) fn claims<J>(
        &self,
        search: &ProofSearch<'_, J>,
    ) -> Result<Option<Vec<Claim<Board>>>, Cancelled>
    where
        J: JointProblem<State = Board, Choice = u8>,
    {
        let gains = (Wants::Gains, self.lower.low);
        let held = (Wants::Held, self.upper.high + 2);
        let mut claims = Vec::new();
        for (wants, margin) in [gains, held] {
            let mut question = self.question(search, wants, margin);
            let before = search.nodes();
            while question.numbers().prove > 0 {
                if question.numbers().refute == 0 {
                    return Ok(None);
                }
                self.work(&mut question, search.nodes() - before, search)?;
            }
            let proven = question.proven().into_iter().filter_map(|part| {
                let after = self.choices[part.choice][part.reply];
                let claim = self.claim(search, after, part.of_sente(), question.need());
                claim.ok()
            });
            claims.extend(proven);
        }
        Ok(Some(claims))
    }

    /// Reopens the margins that neither side could prove, because there are more tables now.
    pub(super) fn retry(&mut self) {
        self.stuck.clear();
        self.ask_open_again();
    }

    /// Reopens the margins that stayed open, because the node budget is larger now.
    pub(super) fn ask_open_again(&mut self) {
        self.left_open.clear();
    }

    /// Returns whether a larger node budget may prove more.
    pub(super) fn left_open(&self) -> bool {
        !self.left_open.is_empty() && !self.proven().closed()
    }

    /// Searches the next margin, which stays open when about `node_budget` nodes are spent. Returns `false` if no
    /// margin is left.
    ///
    /// # Errors
    /// The monitor cancelled. Earlier results stay.
    pub(super) fn narrow<J>(
        &mut self,
        search: &ProofSearch<'_, J>,
        node_budget: u64,
        monitor: &dyn Monitor,
    ) -> Result<bool, Cancelled>
    where
        J: JointProblem<State = Board, Choice = u8>,
    {
        monitor.check()?;
        let Some(margin) = self.next_margin() else {
            return Ok(false);
        };
        let (from, to) = (self.lower.low, self.upper.high);
        let lookups = search.probe_counts();
        let what =
            format!("with the pie rule proven {from:+} to {to:+}; {margin:+}? {lookups}; nodes");
        monitor.begin(&what, 0);
        let before = search.nodes();
        let mut gains = self.question(search, Wants::Gains, margin);
        // `upper` is proven to be at least `upper.low`, so that no side can hold the player to less.
        let mut held = match margin > self.upper.low {
            true => Some(self.question(search, Wants::Held, margin)),
            false => None,
        };
        let mut turns = Turns::default();
        loop {
            if gains.numbers().prove == 0 {
                self.lower.low = margin;
                break;
            }
            if held.as_ref().is_some_and(|held| held.numbers().prove == 0) {
                self.upper.high = margin - 2;
                break;
            }
            let open = held.as_mut().filter(|held| held.numbers().refute > 0);
            if gains.numbers().refute == 0 && open.is_none() {
                self.stuck.push(margin);
                break;
            }
            let already = search.nodes();
            if already - before >= node_budget {
                self.left_open.push(margin);
                break;
            }
            let of_held = open.filter(|held| turns.of_held(&gains, held));
            let (question, spent) = match of_held {
                Some(held) => (held, &mut turns.held),
                None => (&mut gains, &mut turns.gains),
            };
            self.work(question, *spent, search)?;
            *spent += search.nodes() - already;
        }
        self.lower.high = self.lower.high.min(self.upper.high);
        self.upper.low = self.upper.low.max(self.lower.low);
        Ok(true)
    }

    /// Decides the open margins without a limit on rounds without progress, and `zero`, as far as searches with longer
    /// limits allow.
    ///
    /// # Errors
    /// The monitor cancelled. Earlier results stay.
    pub(super) fn narrow_unlimited<J>(
        &mut self,
        search: &ProofSearch<'_, J>,
        by_zero: &ProofSearch<'_, ByZero<J>>,
    ) -> Result<(), Cancelled>
    where
        J: JointProblem<State = Board, Choice = u8>,
    {
        let holds = |claim: &Claim<Board>| search.numbers_without_search(claim, QUIET).prove == 0;
        // A claim that holds with infinite play as a loss of the claimant holds under the other conventions too.
        let guess = |claim: &Claim<Board>| {
            if holds(claim) {
                Numbers::PROVEN
            } else if holds(&claim.opposite()) {
                Numbers::REFUTED
            } else {
                let game = search.game();
                game.effort(&claim.state, claim.claimant, claim.need)
            }
        };
        while !self.lower.is_exact() {
            let margin = self.lower.low + 2;
            match self.decide_unlimited(search, Wants::Gains, margin, guess)? {
                Some(true) => self.lower.low = margin,
                Some(false) => self.lower.high = margin - 2,
                None => break,
            }
        }
        self.upper.low = self.upper.low.max(self.lower.low);
        while !self.upper.is_exact() {
            let margin = self.upper.high;
            match self.decide_unlimited(search, Wants::Held, margin, guess)? {
                Some(true) => self.upper.high = margin - 2,
                Some(false) => self.upper.low = margin,
                None => break,
            }
        }
        self.lower.high = self.lower.high.min(self.upper.high);
        self.zero = Interval {
            low: self.zero.low.max(self.lower.low),
            high: self.zero.high.min(self.upper.high),
        };
        while !self.zero.is_exact() {
            let margin = self.zero.low + 1;
            match self.decide_unlimited(by_zero, Wants::Gains, margin, guess)? {
                Some(true) => self.zero.low = margin,
                Some(false) => self.zero.high = margin - 1,
                None => break,
            }
        }
        Ok(())
    }

    /// Decides a claim to a margin without a limit. Returns `None` if this is not possible.
    fn decide_unlimited<J>(
        &self,
        search: &ProofSearch<'_, J>,
        wants: Wants,
        margin: i32,
        guess: impl Fn(&Claim<Board>) -> Numbers,
    ) -> Result<Option<bool>, Cancelled>
    where
        J: JointProblem<State = Board, Choice = u8>,
    {
        let proven = self.proven();
        let what = format!(
            "with the pie rule {proven}; {margin:+} without a limit on quiet rounds? nodes"
        );
        search.monitor().begin(&what, 0);
        let claim = |part: PieClaim, need| {
            let after = self.choices[part.choice][part.reply];
            self.claim(search, after, part.of_sente(), need)
        };
        let replies = self.choices.iter().map(Vec::len);
        let mut question = PieQuestion::new(wants, margin, replies, |part, need| {
            claim(part, need).map_or_else(Numbers::of_decided, |claim| guess(&claim))
        });
        while let Some(part) = question.most_promising() {
            let holds = match claim(part, question.need()) {
                Ok(claim) => decide_unlimited(search, &claim, &unlimited::QUIET)?,
                Err(holds) => Some(holds),
            };
            let Some(holds) = holds else {
                return Ok(None);
            };
            question.set(part, Numbers::of_decided(holds));
        }
        Ok(Some(question.numbers().prove == 0))
    }

    /// Returns the next margin to search. All margins have the parity of the stones. The least margin above zero comes
    /// first, because the player who may swap loses nothing without infinite play. After open margins, easier ones
    /// farther away are searched.
    fn next_margin(&self) -> Option<i32> {
        let candidates: Vec<i32> = (-self.all..=self.all)
            .step_by(2)
            .filter(|margin| *margin > self.lower.low && *margin <= self.upper.high)
            .filter(|margin| !self.stuck.contains(margin))
            .collect();
        let open = |margin: &&i32| self.left_open.contains(margin);
        let (Some(least), Some(greatest)) = (
            candidates.iter().find(open),
            candidates.iter().rev().find(open),
        ) else {
            let key = |margin: &i32| (margin.abs(), *margin < 0);
            return candidates.into_iter().min_by_key(key);
        };
        let above: Vec<i32> = candidates
            .iter()
            .copied()
            .filter(|m| m > greatest)
            .collect();
        let below: Vec<i32> = candidates.iter().copied().filter(|m| m < least).collect();
        let beside = if above.is_empty() { &below } else { &above };
        beside.get(beside.len() / 2).copied()
    }

    /// Creates a question whose parts have first numbers.
    fn question<J>(&self, search: &ProofSearch<'_, J>, wants: Wants, margin: i32) -> PieQuestion
    where
        J: JointProblem<State = Board, Choice = u8>,
    {
        let replies = self.choices.iter().map(Vec::len);
        PieQuestion::new(wants, margin, replies, |part, need| {
            let after = self.choices[part.choice][part.reply];
            match self.claim(search, after, part.of_sente(), need) {
                Err(holds) => Numbers::of_decided(holds),
                Ok(claim) => {
                    let numbers = search.numbers_without_search(&claim, QUIET);
                    let open = numbers.prove > 0 && numbers.refute > 0;
                    match self.is_known(&claim) {
                        Some(false) if open => Numbers {
                            prove: numbers.prove.max(UNLIKELY),
                            ..numbers
                        },
                        _ => numbers,
                    }
                }
            }
        })
    }

    /// Searches the most promising part of a question for one turn. The length of the turn depends on the nodes spent
    /// on the question so far. A decided question is not searched.
    fn work<J>(
        &self,
        question: &mut PieQuestion,
        spent: u64,
        search: &ProofSearch<'_, J>,
    ) -> Result<(), Cancelled>
    where
        J: JointProblem<State = Board, Choice = u8>,
    {
        let Some(part) = question.most_promising() else {
            return Ok(());
        };
        let after = self.choices[part.choice][part.reply];
        let limits = Limits {
            quiet: QUIET,
            nodes: NODES_AT_A_TIME.max(spent / SHORT_TURNS),
        };
        let numbers = match self.claim(search, after, part.of_sente(), question.need()) {
            Err(holds) => Numbers::of_decided(holds),
            Ok(claim) => search.decide(&claim, limits)?.numbers(),
        };
        question.set(part, numbers);
        Ok(())
    }

    /// Returns the claim that a role gains a margin after a first round, or the answer if it is decided.
    fn claim<J>(
        &self,
        search: &ProofSearch<'_, J>,
        first_round: Resolution<Board>,
        of_sente: bool,
        margin: i32,
    ) -> Result<Claim<Board>, bool>
    where
        J: JointProblem<State = Board, Choice = u8>,
    {
        let claim = Claim {
            state: self.board,
            claimant: if of_sente {
                Player::Leader
            } else {
                Player::Follower
            },
            need: margin,
        };
        search.claim_after(&claim, first_round)
    }
}

/// The nodes spent on each of two questions, at most one of which can be proven.
#[derive(Default)]
struct Turns {
    gains: u64,
    held: u64,
}

impl Turns {
    /// Returns whether `held` is next. A question gets more nodes the more likely it is to hold.
    fn of_held(&self, gains: &PieQuestion, held: &PieQuestion) -> bool {
        if gains.numbers().refute == 0 {
            return true;
        }
        let beside = held.numbers().nodes_beside(gains.numbers());
        (self.held as f64) < beside * self.gains as f64
    }
}

#[cfg(test)]
mod tests {
    use sowlab_findings::Bounds;
    use sowlab_games::stones::{Position, Rules, StonesGame};
    use sowlab_solvers::search::proof::{ProofSearch, ProofTable};
    use sowlab_solvers::{Numbers, Problem, Resolution};

    use super::{KnownMargins, Pie, PieQuestion, Turns, Wants};

    /// Returns the bounds under the pie rule and the nodes that they took, with this margin after every first round as
    /// what is known.
    fn guided_by(known: Option<i32>) -> (Bounds, u64) {
        let rules =
            Rules::from_name("stones:holes=5,seeds=3,both-out=end,mixed-out=forfeit").unwrap();
        let game = StonesGame::new(&rules);
        let table = ProofTable::new(1 << 20).unwrap();
        let search = ProofSearch::new(Problem::new(&game), &table, &());
        let board = Position::opening(&rules).canonical_board();
        let mut pie = Pie::new(Problem::new(&game), &board).unwrap();
        let boards = pie
            .choices
            .iter()
            .flatten()
            .filter_map(|after| match after {
                Resolution::Next(step) => Some(step.state),
                _ => None,
            });
        let known: KnownMargins = boards
            .filter_map(|board| Some((board, Bounds::alike(known?..=known?))))
            .collect();
        pie.guide_by(&known);
        while pie.narrow(&search, u64::MAX, &()) == Ok(true) {}
        (pie.proven(), search.nodes())
    }

    #[test]
    fn known_margins_change_the_search_and_not_what_it_proves() {
        let (proven, nodes) = guided_by(None);
        assert!(proven.closed(), "{proven}");
        let guided = [-15, -1, 15].map(|margin| guided_by(Some(margin)));
        assert!(guided.iter().all(|(bounds, _)| *bounds == proven));
        assert!(guided.iter().any(|(_, other)| *other != nodes));
    }

    /// Returns a question of one choice with one reply, in which both roles have equal numbers.
    fn question(prove: u32, refute: u32) -> PieQuestion {
        let numbers = Numbers { prove, refute };
        PieQuestion::new(Wants::Gains, 1, [1].into_iter(), |_, _| numbers)
    }

    /// Returns the share of the nodes that the second question takes in the long run.
    fn share_of_held(gains: &PieQuestion, held: &PieQuestion) -> f64 {
        let mut turns = Turns::default();
        for _ in 0..1000 {
            match turns.of_held(gains, held) {
                true => turns.held += 100,
                false => turns.gains += 100,
            }
        }
        turns.held as f64 / (turns.held + turns.gains) as f64
    }

    #[test]
    fn the_likelier_question_takes_more_nodes() {
        let (likely, unlikely) = (question(100, 200), question(200, 100));
        assert!(share_of_held(&unlikely, &likely) > 0.75);
        assert!(share_of_held(&likely, &unlikely) < 0.25);
        assert!((share_of_held(&likely, &likely) - 0.5).abs() < 0.01);
    }

    #[test]
    fn no_question_is_forgotten() {
        let (likely, unlikely) = (question(1, 1_000_000), question(1_000_000, 1));
        let least = share_of_held(&likely, &unlikely);
        assert!(least > 0.1);
        assert!((share_of_held(&unlikely, &likely) - (1.0 - least)).abs() < 0.01);
    }

    #[test]
    fn what_cannot_hold_takes_none() {
        let (open, refuted) = (question(100, 100), question(Numbers::NEVER, 0));
        assert_eq!(share_of_held(&refuted, &open), 1.0);
    }
}
