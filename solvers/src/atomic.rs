//! The atomics of tables and trees that threads share. The package `races` replaces them by those of `loom`, and
//! explores every order in which threads can run.

pub(crate) use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, AtomicU64, Ordering, fence};
