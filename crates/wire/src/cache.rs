//! Ranges that were read.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

type Key = (String, Range<u64>);

/// Ranges of files, up to a number of bytes. The oldest ones make room for new ones.
pub(crate) struct Cache {
    most: usize,
    bytes: usize,
    ranges: HashMap<Key, Arc<Vec<u8>>>,
    order: VecDeque<Key>,
}

impl Cache {
    pub(crate) fn new(most: usize) -> Cache {
        Cache {
            most,
            bytes: 0,
            ranges: HashMap::new(),
            order: VecDeque::new(),
        }
    }

    pub(crate) fn get(&self, file: &str, range: &Range<u64>) -> Option<Arc<Vec<u8>>> {
        self.ranges.get(&(file.to_owned(), range.clone())).cloned()
    }

    pub(crate) fn put(&mut self, file: &str, range: Range<u64>, bytes: &Arc<Vec<u8>>) {
        let key = (file.to_owned(), range);
        if bytes.len() > self.most || self.ranges.contains_key(&key) {
            return;
        }
        self.bytes += bytes.len();
        self.order.push_back(key.clone());
        self.ranges.insert(key, Arc::clone(bytes));
        while self.bytes > self.most
            && let Some(oldest) = self.order.pop_front()
        {
            self.bytes -= self.ranges.remove(&oldest).map_or(0, |bytes| bytes.len());
        }
    }

    /// Drops everything about a file.
    pub(crate) fn forget(&mut self, file: &str) {
        self.order.retain(|(name, _)| name != file);
        self.ranges.retain(|(name, _), _| name != file);
        self.bytes = self.ranges.values().map(|bytes| bytes.len()).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_ranges_make_room() {
        let mut cache = Cache::new(10);
        let bytes = |count: usize| Arc::new(vec![0; count]);
        cache.put("a", 0..4, &bytes(4));
        cache.put("b", 0..4, &bytes(4));
        assert!(cache.get("a", &(0..4)).is_some());
        cache.put("b", 4..8, &bytes(4));
        assert!(cache.get("a", &(0..4)).is_none());
        assert!(cache.get("b", &(0..4)).is_some() && cache.get("b", &(4..8)).is_some());
        cache.put("c", 0..11, &bytes(11));
        assert!(cache.get("c", &(0..11)).is_none() && cache.get("b", &(0..4)).is_some());
        cache.forget("b");
        assert!(cache.get("b", &(0..4)).is_none());
        assert_eq!(
            (cache.bytes, cache.order.len(), cache.ranges.len()),
            (0, 0, 0)
        );
    }
}
