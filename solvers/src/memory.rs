//! Large memory: pages, zeros and prefetching.
#![allow(unsafe_code)]

use bytemuck::Zeroable;

/// Requests large pages (2 MB on x86-64) for unwritten or zeroed memory. A random access to gigabytes of small pages
/// waits twice, for the page's address and for the memory. With large pages it rarely waits for the address. The system
/// may ignore the request.
pub(crate) fn prefer_large_pages<T>(memory: &mut [T]) {
    // Miri does not support the advice.
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        const PAGE: usize = 4096;
        let range = memory.as_mut_ptr_range();
        let start = (range.start as usize).next_multiple_of(PAGE);
        let end = range.end as usize / PAGE * PAGE;
        if start < end {
            // SAFETY: these are whole pages of memory that is borrowed for writing here. The advice changes neither the
            // contents nor who may use them. An error (an old kernel, other page sizes) leaves everything unchanged, so
            // it is ignored.
            unsafe {
                libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = memory;
}

/// Allocates `length` zeroed values, in large pages if the system grants them; `None` if the memory is not available.
/// The system clears a page on first use.
pub(crate) fn zeroed<T: Zeroable>(length: usize) -> Option<Box<[T]>> {
    let mut values = bytemuck::try_zeroed_slice_box(length).ok()?;
    prefer_large_pages(&mut values);
    Some(values)
}

/// Creates an empty vector with room for `length` values, in large pages if the system grants them.
pub(crate) fn with_large_pages<T>(length: usize) -> Vec<T> {
    let mut values = Vec::with_capacity(length);
    prefer_large_pages(values.spare_capacity_mut());
    values
}

/// Prefetches a value's cache line. Unlike a load, it never stalls the processor.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction is part of every x86-64 and affects only caches, whatever the address; this address
        // is of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::prefer_large_pages;

    #[test]
    fn memory_of_any_size_stays_usable() {
        // Miri takes minutes for larger sizes.
        let most = if cfg!(miri) { 1 << 10 } else { 3 << 18 };
        for length in [0, 1, 511, 512, 513, most] {
            let mut numbers: Vec<u64> = Vec::with_capacity(length);
            prefer_large_pages(numbers.spare_capacity_mut());
            numbers.extend(0..length as u64);
            assert!(numbers.iter().copied().eq(0..length as u64));
        }
    }
}
