//! The arrays that a step writes to, and slices of them for threads.

/// The number of elements per game in each array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    pub(super) counts: usize,
    pub(super) planes: usize,
    pub(super) masks: usize,
    pub(super) seconds: usize,
}

/// Arrays of the same games; those not requested are empty.
#[derive(Default)]
pub(super) struct Arrays<'a> {
    pub(super) counts: &'a mut [u8],
    pub(super) planes: &'a mut [f32],
    pub(super) masks: &'a mut [bool],
    pub(super) seconds: &'a mut [bool],
    pub(super) sides: &'a mut [u8],
    pub(super) rewards: &'a mut [f32],
    pub(super) terminated: &'a mut [bool],
    pub(super) truncated: &'a mut [bool],
    pub(super) endless: &'a mut [bool],
    pub(super) finals: &'a mut [u8],
}

/// Splits an array into the first elements and the rest; an array that is not requested gives two empty parts.
fn split<T>(all: &mut [T], at: usize) -> (&mut [T], &mut [T]) {
    let at = at.min(all.len());
    all.split_at_mut(at)
}

impl<'a> Arrays<'a> {
    /// Splits the arrays into those of the first `games` games and those of the rest.
    pub(super) fn split(self, games: usize, widths: &Widths) -> (Arrays<'a>, Arrays<'a>) {
        let (counts, other_counts) = split(self.counts, games * widths.counts);
        let (planes, other_planes) = split(self.planes, games * widths.planes);
        let (masks, other_masks) = split(self.masks, games * widths.masks);
        let (seconds, other_seconds) = split(self.seconds, games * widths.seconds);
        let (sides, other_sides) = split(self.sides, games);
        let (rewards, other_rewards) = split(self.rewards, games);
        let (terminated, other_terminated) = split(self.terminated, games);
        let (truncated, other_truncated) = split(self.truncated, games);
        let (endless, other_endless) = split(self.endless, games);
        let (finals, other_finals) = split(self.finals, games * widths.counts);
        let first = Arrays {
            counts,
            planes,
            masks,
            seconds,
            sides,
            rewards,
            terminated,
            truncated,
            endless,
            finals,
        };
        let rest = Arrays {
            counts: other_counts,
            planes: other_planes,
            masks: other_masks,
            seconds: other_seconds,
            sides: other_sides,
            rewards: other_rewards,
            terminated: other_terminated,
            truncated: other_truncated,
            endless: other_endless,
            finals: other_finals,
        };
        (first, rest)
    }
}

/// Writes to one game's element, if the array is requested.
#[inline(always)]
pub(super) fn put<T>(array: &mut [T], game: usize, value: T) {
    if let Some(element) = array.get_mut(game) {
        *element = value;
    }
}

/// Returns one game's row; empty if the array is not requested.
#[inline(always)]
pub(super) fn row<T>(array: &mut [T], game: usize, width: usize) -> &mut [T] {
    match array.is_empty() {
        true => &mut [],
        false => &mut array[game * width..(game + 1) * width],
    }
}

/// The numbers of stones from which a cell is 1 on each of the first planes.
pub(super) const THRESHOLDS: [u8; 8] = [1, 2, 3, 4, 6, 8, 12, 16];
/// The factor of the counts on the plane after those.
const SCALE: f32 = 1.0 / 16.0;

/// Returns the number of planes: one per threshold, one of counts, one per scalar.
pub(super) const fn planes(scalars: usize) -> usize {
    THRESHOLDS.len() + 1 + scalars
}

/// Writes the planes of an observation given as counts.
pub(super) fn write_planes(counts: &[u8], cells: usize, planes: &mut [f32]) {
    let (board, scalars) = counts.split_at(cells);
    let mut each = planes.chunks_exact_mut(cells);
    for threshold in THRESHOLDS {
        for (element, &count) in each.next().into_iter().flatten().zip(board) {
            *element = f32::from(count >= threshold);
        }
    }
    for (element, &count) in each.next().into_iter().flatten().zip(board) {
        *element = f32::from(count) * SCALE;
    }
    for (plane, &scalar) in each.zip(scalars) {
        plane.fill(f32::from(scalar));
    }
}
