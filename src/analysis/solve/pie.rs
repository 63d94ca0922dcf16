//! What an opening is worth under the pie rule.

use sowlab_solvers::search::proof::{Claim, Limits, ProofSearch, Verdict};
use sowlab_solvers::{Cancelled, Interval, JointProblem, Monitor, Numbers, Player, Resolution};

use super::Bounds;
use super::pie_question::{PROVEN, Question, REFUTED, Wants};
use crate::games::stones::Board;

/// The nodes spent on a claim before another may have its turn.
const NODES_AT_A_TIME: u64 = 8_000;
/// The rounds without progress allowed in a claim.
const QUIET: u8 = 12;

/// The margin, under the pie rule, of the side that has sente in the first round and may turn the
/// board after it: for each of its choices the worst reply, and after that the better of both
/// roles. Infinite play costs, or gains, that player everything left, whatever role he takes.
pub struct Pie {
    /// The opening.
    board: Board,
    /// For each first choice, what each reply leads to.
    choices: Vec<Vec<Resolution<Board>>>,
    /// All stones.
    all: i32,
    /// The margin proven where infinite play costs the player who may turn the board.
    lower: Interval,
    /// The same where it costs the other.
    upper: Interval,
    /// Margins asked for that neither side could prove.
    stuck: Vec<i32>,
    /// Margins that were left open when the node budget was spent.
    left_open: Vec<i32>,
}

impl Pie {
    /// The pie decision after the first round on this board; `None` if the game is over before.
    pub(super) fn new(
        problem: impl JointProblem<State = Board, Choice = u8>,
        board: &Board,
    ) -> Option<Pie> {
        if problem.terminal(board).is_some() {
            return None;
        }
        let all = problem.bound(board);
        let mut choices: Vec<(u8, Vec<Resolution<Board>>)> = Vec::new();
        problem.expand(&[*board], &mut |_, first, _, resolution| {
            if choices.last().is_none_or(|(last, _)| *last != first) {
                choices.push((first, Vec::new()));
            }
            choices.last_mut().expect("just pushed").1.push(resolution);
        });
        Some(Pie {
            board: *board,
            choices: choices.into_iter().map(|(_, after)| after).collect(),
            all,
            lower: Interval::within(all),
            // Where infinite play gains him all, he loses nothing in the better of two roles, and margins have the parity of
            // the stones.
            upper: Interval {
                low: all % 2,
                high: all,
            },
            stuck: Vec::new(),
            left_open: Vec::new(),
        })
    }

    /// What is proven so far. `zero` lies between the others, and is no loss: he takes the better of two roles.
    pub(super) fn proven(&self) -> Bounds {
        Bounds {
            lower: self.lower.low..=self.lower.high,
            zero: self.lower.low.max(0)..=self.upper.high,
            upper: self.upper.low..=self.upper.high,
        }
    }

    /// Claims after the first round that show what is proven. `None` if the search proves less than before.
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
            let mut question = self.question(wants, margin);
            while question.numbers().prove > 0 {
                if question.numbers().refute == 0 {
                    return Ok(None);
                }
                self.work(&mut question, search)?;
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

    /// Asks again what neither side could prove; for more tables are there now.
    pub(super) fn retry(&mut self) {
        self.stuck.clear();
        self.ask_open_again();
    }

    /// Asks again what was left open; for the node budget is larger now.
    pub(super) fn ask_open_again(&mut self) {
        self.left_open.clear();
    }

    /// Whether a larger node budget may prove more.
    pub(super) fn left_open(&self) -> bool {
        !self.left_open.is_empty() && !self.proven().closed()
    }

    /// Searches the next margin, and leaves it open after the node budget, roughly; `false` if nothing
    /// is left to ask.
    ///
    /// # Errors
    /// The monitor cancelled; what was proven stays so.
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
        let lookups = search.lookups();
        let what =
            format!("with the pie rule proven {from:+} to {to:+}; {margin:+}? {lookups}; nodes");
        monitor.begin(&what, 0);
        let mut gains = self.question(Wants::Gains, margin);
        let mut held = self.question(Wants::Held, margin);
        let before = search.nodes();
        loop {
            if search.nodes() - before >= node_budget {
                self.left_open.push(margin);
                break;
            }
            self.work(&mut gains, search)?;
            self.work(&mut held, search)?;
            if gains.numbers().prove == 0 {
                self.lower.low = margin;
                break;
            }
            if held.numbers().prove == 0 {
                self.upper.high = margin - 2;
                break;
            }
            if gains.numbers().refute == 0 && held.numbers().refute == 0 {
                self.stuck.push(margin);
                break;
            }
        }
        self.lower.high = self.lower.high.min(self.upper.high);
        self.upper.low = self.upper.low.max(self.lower.low);
        Ok(true)
    }

    /// The margin to ask for next. All margins have the parity of the stones. The player who may turn
    /// loses nothing unless infinite play interferes, so that the least margin above zero comes
    /// first. Beside what is open, margins further away are searched, which are easier.
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

    fn question(&self, wants: Wants, margin: i32) -> Question {
        Question::new(wants, margin, self.choices.iter().map(Vec::len))
    }

    /// Searches the most promising part of a question for a while. Nothing if it is settled.
    fn work<J>(&self, question: &mut Question, search: &ProofSearch<'_, J>) -> Result<(), Cancelled>
    where
        J: JointProblem<State = Board, Choice = u8>,
    {
        if let Some(part) = question.most_promising() {
            let after = self.choices[part.choice][part.reply];
            let numbers = self.role(search, after, part.of_sente(), question.need())?;
            question.set(part, numbers);
        }
        Ok(())
    }

    /// The claim that a role gains the given margin or more after a first round, or whether it does.
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
        search.after(&claim, first_round)
    }

    /// What is left to do to prove that a role (that of sente in the first round, or the other) gains
    /// the given margin or more after a first round, where infinite play costs it everything.
    fn role<J>(
        &self,
        search: &ProofSearch<'_, J>,
        first_round: Resolution<Board>,
        of_sente: bool,
        margin: i32,
    ) -> Result<Numbers, Cancelled>
    where
        J: JointProblem<State = Board, Choice = u8>,
    {
        let after = self.claim(search, first_round, of_sente, margin);
        let limits = Limits {
            quiet: QUIET,
            nodes: NODES_AT_A_TIME,
        };
        Ok(match after {
            Err(true) => PROVEN,
            Err(false) => REFUTED,
            Ok(claim) => match search.decide(&claim, limits)? {
                Verdict::Proven => PROVEN,
                Verdict::Refuted | Verdict::Limited => REFUTED,
                Verdict::Open(numbers) => numbers,
            },
        })
    }
}
