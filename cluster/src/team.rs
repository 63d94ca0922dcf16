//! The cooperating processes, and the communication between them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use mpi::collective::SystemOperation;
use mpi::datatype::{Partition, PartitionMut};
use mpi::request::{Request, Scope, scope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Equivalence, Root};

use crate::spread::Spread;

/// The process that reports for all and writes the tables.
const ROOT: i32 = 0;

/// The time that an idle process sleeps between two checks of its messages. MPI itself would spin, and take the time of
/// others on the same machine.
const PAUSE: Duration = Duration::from_micros(50);
/// The time between two checks while the threads of the process work.
const BUSY_PAUSE: Duration = Duration::from_micros(400);

/// All processes of the run, in the view of one of them. Collective methods must be called by all of them, in the same
/// order.
pub struct Team {
    world: SimpleCommunicator,
    /// The time that this process waited for others.
    waited: Duration,
    /// The number of bytes that this process sent.
    sent: u64,
    /// The minimum time of every collective operation.
    latency: Duration,
}

impl Team {
    /// Creates the team of all processes that were started together.
    pub fn new(world: SimpleCommunicator) -> Team {
        Team {
            world,
            latency: Duration::ZERO,
            waited: Duration::ZERO,
            sent: 0,
        }
    }

    /// Sets a minimum time for every collective operation, to simulate a slower network.
    pub fn simulate_latency(&mut self, latency: Duration) {
        self.latency = latency;
    }

    /// Returns the distribution of layers over the processes.
    pub fn spread(&self) -> Spread {
        Spread::new(self.world.size() as usize, self.world.rank() as usize)
    }

    /// Returns whether this process reports for all.
    pub fn is_root(&self) -> bool {
        self.world.rank() == ROOT
    }

    /// Returns the time that this process waited for others and the number of bytes it sent, since the last call.
    pub fn take_costs(&mut self) -> (Duration, u64) {
        (
            std::mem::take(&mut self.waited),
            std::mem::take(&mut self.sent),
        )
    }

    /// Runs a collective operation and counts its time.
    fn wait<T>(&mut self, together: impl FnOnce(&SimpleCommunicator) -> T) -> T {
        let start = Instant::now();
        let came = together(&self.world);
        thread::sleep(self.latency.saturating_sub(start.elapsed()));
        self.waited += start.elapsed();
        came
    }

    /// Returns the sums of the numbers of all processes.
    pub fn sum<const N: usize>(&mut self, given: [u64; N]) -> [u64; N] {
        let mut sum = [0; N];
        self.wait(|world| {
            let (given, sum, of) = (&given[..], &mut sum[..], SystemOperation::sum());
            scope(|scope| sleep_until(world.immediate_all_reduce_into(scope, given, sum, of)));
        });
        sum
    }

    /// Returns the greatest number of all processes.
    pub fn greatest(&mut self, given: u64) -> u64 {
        let mut greatest = 0;
        self.wait(|world| {
            let (given, greatest, of) = (&given, &mut greatest, SystemOperation::max());
            scope(|scope| sleep_until(world.immediate_all_reduce_into(scope, given, greatest, of)));
        });
        greatest
    }

    /// Returns the number of the root.
    pub fn said_by_root(&mut self, mut said: u64) -> u64 {
        self.wait(|world| {
            let (root, said) = (world.process_at_rank(ROOT), &mut said);
            scope(|scope| sleep_until(root.immediate_broadcast_into(scope, said)));
        });
        said
    }

    /// Exchanges counts: returns the number of items that each process has for this one, given those that this one has
    /// for each of them.
    pub fn counts(&mut self, counts: &[i32]) -> Vec<i32> {
        let mut for_this = vec![0; counts.len()];
        self.wait(|world| {
            let for_this = &mut for_this[..];
            scope(|scope| sleep_until(world.immediate_all_to_all_into(scope, counts, for_this)));
        });
        for_this
    }

    /// Sends each process its keys and answers, each as one message per process. Returns the keys and answers of all
    /// processes for this one, as many as these counts say. `meanwhile` runs on the threads of the pool while this
    /// thread handles the messages.
    ///
    /// Every process must have something for itself, even if it is meaningless. If a process has nothing to send or
    /// receive, OpenMPI 4.1 does not number the collective there (`nbc_get_noop_request`). The next collective of that
    /// process then waits forever.
    pub fn exchange<M: Send>(
        &mut self,
        keys: Outgoing<'_, u64>,
        key_counts: &[i32],
        answers: Outgoing<'_, u16>,
        answer_counts: &[i32],
        meanwhile: impl FnOnce() -> M + Send,
    ) -> (Vec<u64>, Vec<u16>, M) {
        let this = self.world.rank() as usize;
        debug_assert!(key_counts[this] > 0 && answer_counts[this] > 0);
        self.sent += keys.bytes(this) + answers.bytes(this);
        let mut came_keys = vec![0; total(key_counts)];
        let mut came_answers = vec![0; total(answer_counts)];
        let (keys, answers) = (keys.partition(), answers.partition());
        let start = Instant::now();
        let mut done = None;
        let worked = AtomicBool::new(false);
        {
            let starts = [key_counts, answer_counts].map(starts);
            let mut coming_keys = PartitionMut::new(&mut came_keys[..], key_counts, &starts[0][..]);
            let mut coming_answers =
                PartitionMut::new(&mut came_answers[..], answer_counts, &starts[1][..]);
            let world = &self.world;
            scope(|scope| {
                let mut waiting_keys =
                    Some(world.immediate_all_to_all_varcount_into(scope, &keys, &mut coming_keys));
                let mut waiting_answers = Some(world.immediate_all_to_all_varcount_into(
                    scope,
                    &answers,
                    &mut coming_answers,
                ));
                let done = &mut done;
                rayon::in_place_scope(|tasks| {
                    tasks.spawn(|_| {
                        *done = Some((meanwhile(), start.elapsed()));
                        worked.store(true, Ordering::Relaxed);
                    });
                    loop {
                        waiting_keys = waiting_keys.and_then(|request| request.test().err());
                        waiting_answers = waiting_answers.and_then(|request| request.test().err());
                        let late = start.elapsed() >= self.latency;
                        if waiting_keys.is_none() && waiting_answers.is_none() && late {
                            break;
                        }
                        thread::sleep(match worked.load(Ordering::Relaxed) {
                            true => PAUSE,
                            false => BUSY_PAUSE,
                        });
                    }
                });
            });
        }
        let (done, busy) = done.expect("the scope ends when its task has ended");
        self.waited += start.elapsed().saturating_sub(busy);
        (came_keys, came_answers, done)
    }

    /// Gathers the bytes of each process at the root, in order; returns an empty list elsewhere.
    ///
    /// # Panics
    /// `given` is empty: the address of an empty slice of bytes is 1, which is OpenMPI's `MPI_IN_PLACE`.
    pub fn gather(&mut self, given: &[u8]) -> Vec<Vec<u8>> {
        assert!(!given.is_empty(), "an empty message");
        let length = given.len() as i32;
        let root = self.is_root();
        let mut lengths = vec![0; if root { self.world.size() as usize } else { 0 }];
        let mut all = Vec::new();
        self.meet();
        self.wait(|world| {
            let to = world.process_at_rank(ROOT);
            if root {
                to.gather_into_root(&length, &mut lengths[..]);
                all = vec![0u8; lengths.iter().sum::<i32>() as usize];
                let mut coming = PartitionMut::new(&mut all[..], &lengths[..], starts(&lengths));
                to.gather_varcount_into_root(given, &mut coming);
            } else {
                to.gather_into(&length);
                to.gather_varcount_into(given);
            }
        });
        let mut rest = &all[..];
        let parts = lengths.iter().map(|&length| {
            let (part, after) = rest.split_at(length as usize);
            rest = after;
            part.to_vec()
        });
        parts.collect()
    }

    /// Waits for all processes.
    pub fn meet(&mut self) {
        self.wait(|world| sleep_until(world.immediate_barrier()));
    }

    /// Ends all processes with this exit code.
    pub fn abort(&self, code: i32) -> ! {
        self.world.abort(code)
    }
}

/// Sleeps until a request is complete.
fn sleep_until<'a, D: ?Sized, S: Scope<'a>>(mut request: Request<'a, D, S>) {
    while let Err(unfinished) = request.test() {
        request = unfinished;
        thread::sleep(PAUSE);
    }
}

/// The items that a process sends to all processes.
pub struct Outgoing<'a, T> {
    /// The items, one process after the other.
    pub items: &'a [T],
    /// The number of items for each process.
    pub counts: &'a [i32],
}

impl<'a, T: Equivalence> Outgoing<'a, T> {
    /// Returns the number of bytes for all other processes.
    fn bytes(&self, this: usize) -> u64 {
        let items = self.items.len() - self.counts[this] as usize;
        (items * size_of::<T>()) as u64
    }

    fn partition(self) -> Partition<'a, [T], &'a [i32], Vec<i32>> {
        Partition::new(self.items, self.counts, starts(self.counts))
    }
}

/// Returns the total length of all parts.
fn total(counts: &[i32]) -> usize {
    counts.iter().map(|&count| count as usize).sum()
}

/// Returns the starts of parts with these lengths.
fn starts(counts: &[i32]) -> Vec<i32> {
    let starts = counts.iter().scan(0, |next, &count| {
        let start = *next;
        *next += count;
        Some(start)
    });
    starts.collect()
}
