//! How much memory is free.

use std::fs;
use std::path::Path;

/// The share of the free memory that one piece may take: so that pieces asked for one after the other
/// never take it all.
const SHARE: u64 = 4;

/// Whether `bytes` bytes of memory may be taken that the system cannot reclaim; `false` where the system does
/// not report free memory.
pub(crate) fn room_for(bytes: u64) -> bool {
    free().is_some_and(|free| bytes <= free / SHARE)
}

/// The free bytes, of the machine and of the groups of processes with a limit that this one is in.
fn free() -> Option<u64> {
    let machine = available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let left = paths(&groups).into_iter().filter_map(|(limit, usage)| {
        // A group without a limit says `max`.
        let [limit, usage] = [number(&limit)?, number(&usage)?];
        Some(limit.saturating_sub(usage))
    });
    Some(left.fold(machine, u64::min))
}

/// What `/proc/meminfo` says to be available.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(1024 * kilobytes)
}

/// The files that hold the limits of the groups and what they use, given `/proc/self/cgroup`: of both
/// versions, of every group and of those around it.
fn paths(groups: &str) -> Vec<(String, String)> {
    let files = [
        ("/sys/fs/cgroup", "memory.max", "memory.current"),
        (
            "/sys/fs/cgroup/memory",
            "memory.limit_in_bytes",
            "memory.usage_in_bytes",
        ),
    ];
    let mut all = Vec::new();
    for group in groups.lines().filter_map(|line| line.splitn(3, ':').nth(2)) {
        for around in Path::new(group).ancestors() {
            let around = around.to_string_lossy();
            let around = around.trim_end_matches('/');
            for (root, limit, usage) in files {
                let file = |name| format!("{root}{around}/{name}");
                all.push((file(limit), file(usage)));
            }
        }
    }
    all
}

fn number(file: &str) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_available_is_read_in_bytes() {
        let meminfo = "MemTotal:       24689764 kB\nMemAvailable:    1234 kB\n";
        assert_eq!(available(meminfo), Some(1234 * 1024));
        assert_eq!(available("MemTotal: 1 kB\n"), None);
    }

    #[test]
    fn groups_and_those_around_them_count() {
        let found = paths("12:memory:/a/b\n0::/\n");
        let limits: Vec<&str> = found.iter().map(|(limit, _)| limit.as_str()).collect();
        for expected in [
            "/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory/a/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory.max",
        ] {
            assert!(limits.contains(&expected), "{expected} in {limits:?}");
        }
    }

    #[test]
    fn nothing_fits_that_is_larger_than_memory() {
        assert!(!room_for(u64::MAX));
    }
}
