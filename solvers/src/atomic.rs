//! The atomics that threads share tables and trees by. The package `races` puts those of `loom` in their place
//! and goes through every order in which threads can run.

pub(crate) use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, AtomicU64, Ordering, fence};
