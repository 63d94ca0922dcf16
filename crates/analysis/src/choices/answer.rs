//! Proofs and estimates in parallel.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use rayon::ThreadPool;
use sowlab_base::Instant;
use sowlab_findings::{Bounds, Choices, Selection, exact};
use sowlab_solvers::progress::{Progress, value_by_moves};
use sowlab_solvers::{Monitor, Value};

use super::beyond_solved::BeyondSolved;
use super::guesses::{Guesses, Open, locked};
use super::listener::Listener;
use super::prove::{LeafBounds, LeafProgress, Prove};
use super::tree::{ChoicesProblem, Tree};
use crate::estimate::ESTIMATE_NODES;
use crate::{RequestError, Times};
use sowlab_base::interrupt::pool;
use sowlab_base::threads::ONE_THREAD;
use sowlab_base::{Deadline, Limit};
use sowlab_games::contest::{Contest, legal_moves};

/// The time between two checks of the proofs while estimates get deeper.
const SLICE: Duration = Duration::from_millis(100);

/// The latest results of a prover.
struct LatestProgress {
    known: Vec<LeafBounds>,
    root: Option<Bounds>,
    nodes: u64,
}

impl LatestProgress {
    fn of(found: &LeafProgress<'_>) -> LatestProgress {
        LatestProgress {
            known: found.known.to_vec(),
            root: found.root.clone(),
            nodes: found.nodes,
        }
    }

    fn progress(&self) -> LeafProgress<'_> {
        LeafProgress {
            known: &self.known,
            root: self.root.clone(),
            nodes: self.nodes,
        }
    }
}

/// A monitor that cancels when the proofs are done, or at a time. Unlike a [`Deadline`], it does not interrupt a single
/// round.
struct Slice<'a> {
    done: &'a AtomicBool,
    end: Option<Instant>,
    monitor: &'a dyn Monitor,
}

impl Monitor for Slice<'_> {
    fn cancelled(&self) -> bool {
        self.done.load(Ordering::Relaxed)
            || self.end.is_some_and(|end| Instant::now() >= end)
            || self.monitor.cancelled()
    }
}

/// A guard that marks the proofs as done when it is dropped, also after a panic.
struct Done<'a> {
    done: &'a AtomicBool,
    _sender: Sender<()>,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
    }
}

impl<C: Contest> ChoicesProblem<'_, C> {
    /// Proves values, estimates the others, and returns both.
    pub(super) fn answer(
        &self,
        prover: &mut (dyn Prove<C> + Send),
        listener: &mut Listener<'_>,
        times: &Times,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        if let Selection::Piece(shard) = self.part {
            return self.answer_piece(*shard, prover, times, monitor);
        }
        let mut prover = BeyondSolved {
            problem: self,
            prover,
        };
        let tree = self.tree();
        let deadline = Deadline::after(monitor, times.proofs());
        let guesses = Guesses::new(self.game, listener.estimates());
        let found = match listener.listens() {
            true => self.improve(&tree, &mut prover, &guesses, listener, &deadline)?,
            false => {
                let wanted = |known: &[Bounds]| self.wanted(&tree, known);
                let mut prove = || prover.prove(&tree.positions, &wanted, &mut |_| (), &deadline);
                // What several threads find within their nodes is a matter of chance.
                let nodes = matches!(times.limit(), Some(Limit::Nodes(_)));
                match nodes.then(|| pool(1)) {
                    Some(Ok(one_thread)) => one_thread.install(prove)?,
                    // Where a thread cannot be started, there is one.
                    _ => prove()?,
                }
            }
        };
        let found = LeafProgress {
            known: &found,
            root: prover.root(),
            nodes: prover.nodes(),
        };
        if !listener.listens() {
            // This applies to cancelled work too: the time for estimates begins now.
            let time = Deadline::after(&(), times.estimates(monitor));
            guesses.deepen_fully(&self.open(&tree, &found), &time)?;
        }
        let choices = Choices {
            progress: self.progress(&prover, monitor),
            limit: times.limit(),
            ..self.finding(&tree, &found, guesses.estimates())
        };
        Ok(choices.with_advice())
    }

    /// Proves on separate threads while this thread deepens estimates and reports to the listener. Without threads, they
    /// take turns.
    fn improve(
        &self,
        tree: &Tree<C>,
        prover: &mut BeyondSolved<'_, '_, C>,
        guesses: &Guesses<'_, C>,
        listener: &mut Listener<'_>,
        deadline: &Deadline<'_>,
    ) -> Result<Vec<LeafBounds>, RequestError> {
        let before = self.before_search(tree);
        let before = LeafProgress {
            root: self.solved_root(),
            ..LeafProgress::of(&before, 0)
        };
        if !self.open(tree, &before).is_empty() {
            guesses.prepare()?;
        }
        let threads = match ONE_THREAD {
            true => None,
            false => pool(rayon::current_num_threads()).ok(),
        };
        let known = match threads {
            Some(threads) => {
                let latest = Mutex::new(LatestProgress::of(&before));
                let news = (latest, &mut *listener);
                self.improve_on_threads(&threads, tree, prover, guesses, news, deadline)?
            }
            None => self.improve_in_turns(tree, prover, guesses, listener, deadline)?,
        };
        if !prover.searches() {
            return Ok(known);
        }
        // The proofs may have ended before their deadline.
        let found = LeafProgress {
            known: &known,
            root: prover.root(),
            nodes: prover.nodes(),
        };
        let open = self.open(tree, &found);
        while !open.is_empty()
            && guesses.may_deepen(ESTIMATE_NODES)
            && guesses.deepen(&open, deadline)?
        {
            listener.tell(&self.finding(tree, &found, guesses.estimates()));
        }
        Ok(known)
    }

    /// Proves on the threads of a pool while this thread deepens estimates and reports to the listener.
    fn improve_on_threads(
        &self,
        threads: &ThreadPool,
        tree: &Tree<C>,
        prover: &mut BeyondSolved<'_, '_, C>,
        guesses: &Guesses<'_, C>,
        (latest, listener): (Mutex<LatestProgress>, &mut Listener<'_>),
        deadline: &Deadline<'_>,
    ) -> Result<Vec<LeafBounds>, RequestError> {
        let wanted = |known: &[Bounds]| self.wanted(tree, known);
        let done = AtomicBool::new(false);
        let (sender, ended) = channel();
        std::thread::scope(|scope| {
            let done = &done;
            let guard = Done {
                done,
                _sender: sender,
            };
            let proofs = || {
                let _guard = guard;
                let mut improved =
                    |found: LeafProgress<'_>| *locked(&latest) = LatestProgress::of(&found);
                let prover = &mut *prover;
                threads.install(|| prover.prove(&tree.positions, &wanted, &mut improved, deadline))
            };
            let proving = std::thread::Builder::new().spawn_scoped(scope, proofs);
            let proving = proving.map_err(RequestError::failed)?;
            loop {
                let begun = Instant::now();
                let slice = Slice {
                    done,
                    end: begun.checked_add(SLICE),
                    monitor: deadline,
                };
                let open = self.open(tree, &locked(&latest).progress());
                let deepens = !open.is_empty() && guesses.may_deepen(u64::MAX);
                let deeper = deepens && guesses.deepen(&open, &slice)?;
                if deeper || listener.is_due() {
                    let found = locked(&latest);
                    listener.tell(&self.finding(tree, &found.progress(), guesses.estimates()));
                }
                let pause = if deepens { Duration::ZERO } else { SLICE / 4 };
                let ended = ended.recv_timeout(pause) != Err(RecvTimeoutError::Timeout);
                if ended || deadline.cancelled() {
                    break;
                }
            }
            proving.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }

    /// Proves, and deepens estimates and reports to the listener between the steps of the proofs.
    fn improve_in_turns(
        &self,
        tree: &Tree<C>,
        prover: &mut BeyondSolved<'_, '_, C>,
        guesses: &Guesses<'_, C>,
        listener: &mut Listener<'_>,
        deadline: &Deadline<'_>,
    ) -> Result<Vec<LeafBounds>, RequestError> {
        let mut deepened = Ok(true);
        let mut improved = |found: LeafProgress<'_>| {
            if !listener.is_due() || deepened.is_err() {
                return;
            }
            let slice = Deadline::new(deadline, Instant::now().checked_add(SLICE));
            let open = self.open(tree, &found);
            if !open.is_empty() && guesses.may_deepen(u64::MAX) {
                deepened = guesses.deepen(&open, &slice);
            }
            listener.tell(&self.finding(tree, &found, guesses.estimates()));
        };
        let wanted = |known: &[Bounds]| self.wanted(tree, known);
        let known = prover.prove(&tree.positions, &wanted, &mut improved, deadline)?;
        deepened.map(|_| known)
    }

    /// Returns the branches whose values are not proven, with the replies that need estimates.
    fn open(&self, tree: &Tree<C>, found: &LeafProgress<'_>) -> Vec<Open<C::State>> {
        let bounds: Vec<Bounds> = (found.known.iter())
            .map(|known| known.bounds.clone())
            .collect();
        let mut open = Vec::new();
        for (number, choice) in tree.choices.iter().enumerate() {
            if is_open(&self.of_choice(choice, &bounds)) {
                open.push(((number, None), choice.branch.state, 0));
            }
            if !self.replies && !self.pie {
                continue;
            }
            for (at, reply) in choice.replies.iter().enumerate() {
                if is_open(&self.of_branch(reply, &bounds)) {
                    open.push(((number, Some(at)), reply.state, 1));
                }
            }
        }
        open
    }

    /// Returns a choice that makes progress, if the prover can probe the values that this needs.
    fn progress(&self, prover: &dyn Prove<C>, monitor: &dyn Monitor) -> Option<String> {
        // Under the pie rule other choices may be optimal.
        if self.game.always_ends() || self.pie {
            return None;
        }
        let state = self.game.state(self.position);
        let legal = legal_moves(self.game, self.position);
        let value_of = |state: &C::State| self.looked_up(prover, state);
        let advance = Progress::new(Progress::MOST_STATES)
            .advance(self.game, &value_of, &state, &legal, monitor)?;
        Some(self.game.move_text(self.position, advance.chosen))
    }

    /// Probes the value of a state. Within a round, the value is that of an optimal move.
    fn looked_up(&self, prover: &dyn Prove<C>, state: &C::State) -> Option<Value> {
        match self.game.mid_round(state) {
            false => prover.look_up(state),
            true => {
                let value_of = |next: &C::State| self.looked_up(prover, next);
                value_by_moves(self.game, state, &value_of)
            }
        }
    }

    /// Reports first estimates to the listener, before tables are built.
    pub(super) fn guess(
        &self,
        listener: &mut Listener<'_>,
        monitor: &dyn Monitor,
    ) -> Result<(), RequestError> {
        if !listener.listens() {
            return Ok(());
        }
        let tree = self.tree();
        let known = self.before_search(&tree);
        let found = LeafProgress {
            root: self.solved_root(),
            ..LeafProgress::of(&known, 0)
        };
        let guesses = Guesses::new(self.game, listener.estimates());
        let open = self.open(&tree, &found);
        if !open.is_empty() && guesses.depth() == 0 {
            guesses.deepen(&open, monitor)?;
        }
        listener.tell(&self.finding(&tree, &found, guesses.estimates()));
        Ok(())
    }
}

fn is_open(bounds: &Bounds) -> bool {
    exact(&bounds.zero).is_none()
}
