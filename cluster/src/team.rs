//! The processes that work together, and what they say to each other.

use std::time::{Duration, Instant};

use mpi::collective::SystemOperation;
use mpi::datatype::{Partition, PartitionMut};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Equivalence, Partitioned, Root};

use crate::spread::Spread;

/// The process that speaks for all and writes the tables.
const ROOT: i32 = 0;

/// All processes of the run, as one of them sees them. Every method that is not about this process alone is
/// called by all of them, in the same order.
pub struct Team {
    world: SimpleCommunicator,
    /// How long this process waited for others.
    waited: Duration,
    /// How many bytes this process sent.
    sent: u64,
}

impl Team {
    /// All processes that were started together.
    pub fn new(world: SimpleCommunicator) -> Team {
        Team {
            world,
            waited: Duration::ZERO,
            sent: 0,
        }
    }

    /// How layers are spread over the processes.
    pub fn spread(&self) -> Spread {
        Spread::new(self.world.size() as usize, self.world.rank() as usize)
    }

    /// Whether this process speaks for all.
    pub fn is_root(&self) -> bool {
        self.world.rank() == ROOT
    }

    /// How long this process waited for others, and how many bytes it sent, since this was last asked.
    pub fn take_costs(&mut self) -> (Duration, u64) {
        (
            std::mem::take(&mut self.waited),
            std::mem::take(&mut self.sent),
        )
    }

    /// Runs something that ends when others are ready, and counts the time.
    fn wait<T>(&mut self, wait: impl FnOnce(&SimpleCommunicator) -> T) -> T {
        let start = Instant::now();
        let came = wait(&self.world);
        self.waited += start.elapsed();
        came
    }

    /// The sum of what all processes give.
    pub fn sum<const N: usize>(&mut self, given: [u64; N]) -> [u64; N] {
        let mut sum = [0; N];
        self.wait(|world| {
            world.all_reduce_into(&given[..], &mut sum[..], SystemOperation::sum());
        });
        sum
    }

    /// The greatest number that a process gives.
    pub fn greatest(&mut self, given: u64) -> u64 {
        let mut greatest = 0;
        self.wait(|world| {
            world.all_reduce_into(&given, &mut greatest, SystemOperation::max());
        });
        greatest
    }

    /// What the root says.
    pub fn said_by_root(&mut self, mut said: u64) -> u64 {
        self.wait(|world| world.process_at_rank(ROOT).broadcast_into(&mut said));
        said
    }

    /// How much each process has for this one, of as many for each of them.
    pub fn counts(&mut self, counts: &[i32]) -> Vec<i32> {
        let mut for_this = vec![0; counts.len()];
        self.wait(|world| world.all_to_all_into(counts, &mut for_this[..]));
        for_this
    }

    /// Sends each process its part of `given`, one message a process, and returns what all of them have for this
    /// one; `meanwhile` runs while the messages are on their way.
    ///
    /// Every process has something for itself, be it without meaning: where one has nothing at all to send or
    /// receive, OpenMPI 4.1 does not number the collective there (`nbc_get_noop_request`), and the next one of
    /// that process waits for ever.
    pub fn exchange<T: Equivalence + Copy + Default, M>(
        &mut self,
        given: &[T],
        given_counts: &[i32],
        counts: &[i32],
        meanwhile: impl FnOnce() -> M,
    ) -> (Vec<T>, M) {
        debug_assert!(counts[self.world.rank() as usize] > 0);
        let total: i32 = counts.iter().sum();
        let mut came = vec![T::default(); total as usize];
        let given = Partition::new(given, given_counts, starts(given_counts));
        let start = Instant::now();
        let mut busy = Duration::ZERO;
        let done = {
            let mut coming = PartitionMut::new(&mut came[..], counts, starts(counts));
            mpi::request::scope(|scope| {
                let world = &self.world;
                let request = world.immediate_all_to_all_varcount_into(scope, &given, &mut coming);
                let began = Instant::now();
                let done = meanwhile();
                busy = began.elapsed();
                request.wait();
                done
            })
        };
        self.waited += start.elapsed().saturating_sub(busy);
        let sent: i32 = given.counts().iter().sum();
        self.sent += sent as u64 * size_of::<T>() as u64;
        (came, done)
    }

    /// Brings what all processes have to the root: the bytes of each of them in turn. Nothing elsewhere.
    ///
    /// # Panics
    /// If there is nothing to bring: the address of an empty slice of bytes is 1, which is OpenMPI's
    /// `MPI_IN_PLACE`.
    pub fn gather(&mut self, given: &[u8]) -> Vec<Vec<u8>> {
        assert!(!given.is_empty(), "an empty message");
        let length = given.len() as i32;
        let root = self.is_root();
        let mut lengths = vec![0; if root { self.world.size() as usize } else { 0 }];
        let mut all = Vec::new();
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
        self.wait(|world| world.barrier());
    }

    /// Ends all processes with this exit code.
    pub fn abort(&self, code: i32) -> ! {
        self.world.abort(code)
    }
}

/// Where the parts of these lengths start.
fn starts(counts: &[i32]) -> Vec<i32> {
    let starts = counts.iter().scan(0, |next, &count| {
        let start = *next;
        *next += count;
        Some(start)
    });
    starts.collect()
}
