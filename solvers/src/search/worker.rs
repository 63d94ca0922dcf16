//! One thread of a null-window search.

use std::sync::atomic::AtomicBool;

use super::lookups::LookUps;
use super::table::SearchTable;
use super::walk::{Progress, Shared, Walk};
use crate::{Cancelled, SequentialProblem};

/// A thread that interleaves several searches: while what one of them needs is on its way from
/// memory, it works on the others.
pub(super) struct Worker<'a, P: SequentialProblem, T> {
    walks: Vec<Walk<'a, P, T>>,
}

impl<'a, P: SequentialProblem, T: SearchTable> Worker<'a, P, T> {
    pub(super) fn new(
        shared: &'a Shared<'a, P, T>,
        walks: usize,
        stop: &'a AtomicBool,
    ) -> Worker<'a, P, T> {
        Worker {
            walks: (0..walks).map(|_| Walk::new(shared, stop)).collect(),
        }
    }

    /// How many nodes were visited.
    pub(super) fn nodes(&self) -> u64 {
        self.walks.iter().map(Walk::nodes).sum()
    }

    /// How often states after a move were looked up.
    pub(super) fn lookups(&self) -> impl Iterator<Item = LookUps> {
        self.walks.iter().map(Walk::lookups)
    }

    /// A bound on the margin of the side to move, see [`Progress::Done`]; `hopeful` says whether it is
    /// expected to be `beta` or more.
    pub(super) fn test(
        &mut self,
        state: &P::State,
        beta: i32,
        hopeful: bool,
    ) -> Result<i32, Cancelled> {
        for walk in &mut self.walks {
            if let Progress::Done(margin) = walk.begin(state, beta, hopeful)? {
                return Ok(margin);
            }
        }
        loop {
            for walk in &mut self.walks {
                if let Progress::Done(margin) = walk.go_on()? {
                    return Ok(margin);
                }
            }
        }
    }
}
