//! Free memory.

use std::fs;
use std::path::Path;

/// The share of the free memory that one allocation may take, so that several allocations in a row never take it all.
const SHARE: u64 = 4;

/// Returns whether `bytes` bytes of unreclaimable memory may be allocated; `false` where the system does not report
/// free memory.
pub(crate) fn room_for(bytes: u64) -> bool {
    free().is_some_and(|free| bytes <= free / SHARE)
}

/// Returns the free bytes of the machine, or fewer if a process group with a limit contains this process.
fn free() -> Option<u64> {
    let machine = available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let left = paths(&groups).into_iter().filter_map(|(limit, usage)| {
        // A group without a limit reports `max`.
        let [limit, usage] = [number(&limit)?, number(&usage)?];
        Some(limit.saturating_sub(usage))
    });
    Some(left.fold(machine, u64::min))
}

/// Returns the number of bytes of available memory that `/proc/meminfo` reports.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(1024 * kilobytes)
}

/// Returns the files with the limits and the usage of process groups, given `/proc/self/cgroup`. They include both
/// versions, and every group and its ancestors.
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
