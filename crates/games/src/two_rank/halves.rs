//! The distributions of seeds over the pits of one side.

use std::sync::OnceLock;

use sowlab_solvers::ranking::{MAX_HOLES, Ranking, RankingError};

use super::state::{MAX_PITS, MAX_SEEDS};

/// All halves of a board with a given number of seeds.
pub(super) struct Halves {
    /// The lanes of the halves, by rank.
    pub(super) lanes: Box<[u64]>,
    /// The ranks by distance: the sum of the distances of all seeds from the store, in pits.
    by_distance: Vec<Vec<u32>>,
}

impl Halves {
    fn new(ranking: &Ranking, pits: usize, seeds: usize) -> Halves {
        let mut halves = Halves {
            lanes: Box::default(),
            by_distance: vec![Vec::new(); pits * seeds + 1],
        };
        let mut lanes = Vec::new();
        let mut holes = ranking.first(seeds);
        loop {
            let mut half = [0; MAX_PITS];
            half[..pits].copy_from_slice(&holes[..pits]);
            let half = u64::from_le_bytes(half);
            halves.by_distance[distance(half, pits)].push(lanes.len() as u32);
            lanes.push(half);
            if !ranking.advance(&mut holes) {
                break;
            }
        }
        halves.lanes = lanes.into_boxed_slice();
        halves
    }

    /// Returns the ranks of the halves at this distance, in ascending order.
    pub(super) fn at_distance(&self, distance: usize) -> &[u32] {
        self.by_distance.get(distance).map_or(&[], Vec::as_slice)
    }
}

/// Returns the sum of the distances of all seeds of a half from the store, in pits.
pub(super) fn distance(half: u64, pits: usize) -> usize {
    let lanes = half.to_le_bytes();
    let each = lanes.iter().take(pits).enumerate();
    each.map(|(lane, &seeds)| (pits - lane) * usize::from(seeds))
        .sum()
}

/// The halves of a board for every number of seeds; each list is built on first use.
pub(super) struct HalvesBySeeds {
    pits: usize,
    ranking: Ranking,
    lists: Vec<OnceLock<Halves>>,
}

impl HalvesBySeeds {
    pub(super) fn new(pits: usize) -> Result<HalvesBySeeds, RankingError> {
        const _: () = assert!(MAX_PITS <= MAX_HOLES);
        Ok(HalvesBySeeds {
            pits,
            ranking: Ranking::new(pits, MAX_SEEDS)?,
            lists: (0..=MAX_SEEDS).map(|_| OnceLock::new()).collect(),
        })
    }

    /// Returns the halves with the given number of seeds, at most 127.
    #[inline]
    pub(super) fn get(&self, seeds: usize) -> &Halves {
        self.lists[seeds].get_or_init(|| Halves::new(&self.ranking, self.pits, seeds))
    }
}
