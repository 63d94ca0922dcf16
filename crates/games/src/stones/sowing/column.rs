//! Columns of bytes, accessed one register at a time.

/// Returns `SIZE` elements of a column from `start` on.
#[inline(always)]
pub(super) fn at<T, const SIZE: usize>(column: &[T], start: usize) -> &[T; SIZE] {
    column[start..start + SIZE]
        .try_into()
        .expect("SIZE elements")
}

/// Returns `SIZE` elements of a column from `start` on, mutably.
#[inline(always)]
pub(super) fn at_mut<T, const SIZE: usize>(column: &mut [T], start: usize) -> &mut [T; SIZE] {
    (&mut column[start..start + SIZE])
        .try_into()
        .expect("SIZE elements")
}
