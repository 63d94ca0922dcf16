//! Columns of bytes, read and written a register at a time.

/// `SIZE` elements of a column from `start` on.
#[inline(always)]
pub(super) fn at<T, const SIZE: usize>(column: &[T], start: usize) -> &[T; SIZE] {
    column[start..start + SIZE]
        .try_into()
        .expect("SIZE elements")
}

/// `SIZE` elements of a column from `start` on.
#[inline(always)]
pub(super) fn at_mut<T, const SIZE: usize>(column: &mut [T], start: usize) -> &mut [T; SIZE] {
    (&mut column[start..start + SIZE])
        .try_into()
        .expect("SIZE elements")
}
