//! Threads, of which a page has one.

/// Whether the program has one thread: in a browser. The compiler then leaves the code for more of them out.
pub const ONE_THREAD: bool = cfg!(target_family = "wasm");

/// Calls both functions, at the same time where the pool has threads for it, and returns their results.
pub fn join<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    match ONE_THREAD {
        true => (first(), second()),
        false => rayon::join(first, second),
    }
}
