//! A scan of layer after layer that can be interrupted or killed, and resumes where it stopped.

mod error;
mod layer;
mod piece;

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sowlab_base::Instant;
use sowlab_base::files::faults::interval;
use sowlab_base::files::{text_limited, write_whole};
use sowlab_solvers::Monitor;
use sowlab_solvers::retrograde::Layered;

use sowlab_base::pieces::Shard;
use sowlab_base::sealed::Format;
use sowlab_games::stones::{Rules, StonesLayers};

pub use error::{Damage, ScanError};
pub use layer::{BoardMove, LayerCounts, ScannedLayer, Scanner, scan_layer};
pub use piece::{ScannedPiece, ScannedPieceRequest};

const FORMAT: Format = Format {
    name: "sowlab-scan",
    version: 3,
};
/// The maximum size of a checkpoint in bytes. A layer takes less than a thousand.
const LONGEST: u64 = 16 << 20;

/// The number of boards scanned between two checks of the clock, which take some tenths of a second.
const SECTION: u64 = 1 << 20;
/// The time between two saves within a layer. A save takes milliseconds.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// The state of a scan.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scan {
    /// The size of the board and the rule options. The number of seeds makes no difference.
    game: String,
    /// The shard of each layer, by ranks of boards; all boards if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<Shard>,
    /// The complete layers, from 2 stones on.
    layers: Vec<ScannedLayer>,
    /// The results of the next layer. They cover its boards of the lowest ranks.
    partial: Option<ScannedLayer>,
}

impl Scan {
    /// Resumes the scan of the checkpoint if there is one. Otherwise starts a scan of all boards under these rules, or
    /// of a shard of each layer.
    ///
    /// # Errors
    /// The checkpoint is damaged, or belongs to other rules or another shard.
    pub fn begin(
        rules: &Rules,
        shard: Option<Shard>,
        checkpoint: Option<&Path>,
    ) -> Result<Scan, ScanError> {
        let fresh = Scan {
            game: StonesLayers::new(rules, 0)?.name(),
            shard,
            layers: Vec::new(),
            partial: None,
        };
        let Some(path) = checkpoint else {
            return Ok(fresh);
        };
        let text = match text_limited(path, LONGEST) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(fresh),
            read => read.map_err(|error| ScanError::Unreadable {
                path: path.to_owned(),
                error,
            })?,
        };
        let damaged = |reason: Damage| ScanError::Format {
            path: path.to_owned(),
            reason,
        };
        let sealed = FORMAT.unseal::<Scan>(&text);
        let scan = sealed.map_err(|error| damaged(error.into()))?.contents;
        if (&scan.game, scan.shard) != (&fresh.game, fresh.shard) {
            return Err(ScanError::Foreign {
                path: path.to_owned(),
                found: scan.what(),
                expected: fresh.what(),
            });
        }
        scan.check(rules).map_err(damaged)?;
        Ok(scan)
    }

    /// Describes the scan in words.
    fn what(&self) -> String {
        match self.shard {
            None => self.game.clone(),
            Some(shard) => format!("{}, piece {shard}", self.game),
        }
    }

    /// Returns the ranks of the boards to scan, in a layer of `boards` boards.
    fn ranks(&self, boards: u64) -> Range<u64> {
        self.shard.map_or(0..boards, |shard| shard.units(boards))
    }

    /// Checks that the layers follow each other and have the right sizes.
    fn check(&self, rules: &Rules) -> Result<(), Damage> {
        for (layer, stones) in self.layers.iter().chain(&self.partial).zip(2u32..) {
            let boards = Scanner::new(rules, stones).and_then(|scanner| scanner.boards(stones))?;
            let ranks = self.ranks(boards);
            let complete = self.layers.len() > stones as usize - 2;
            let right = match complete {
                true => layer.boards == ranks.end - ranks.start,
                false => layer.boards < ranks.end - ranks.start,
            };
            if layer.stones != stones || !right {
                return Err(Damage::Layer(stones));
            }
        }
        Ok(())
    }

    /// Returns the complete layers, or their shards, from 2 stones on.
    pub fn layers(&self) -> &[ScannedLayer] {
        &self.layers
    }

    /// Scans until all layers up to `stones` are complete. Saves to the checkpoint every few seconds and at the end.
    /// Returns whether the layers are complete; they are not if the monitor cancelled.
    ///
    /// # Errors
    /// There are more boards than can be numbered, or the checkpoint cannot be written.
    pub fn run(
        &mut self,
        rules: &Rules,
        stones: u32,
        checkpoint: Option<&Path>,
        monitor: &dyn Monitor,
    ) -> Result<bool, ScanError> {
        let scanner = Scanner::new(rules, stones)?;
        let mut saved = Instant::now();
        for stones in self.layers.len() as u32 + 2..=stones {
            let Range { start, end } = self.ranks(scanner.boards(stones)?);
            let mut layer = self.partial.take().unwrap_or(ScannedLayer::nothing(stones));
            monitor.begin(&format!("{stones} stones"), end - start);
            monitor.resume(layer.boards);
            while start + layer.boards < end {
                let from = start + layer.boards;
                let to = end.min(from + SECTION);
                let Ok(section) = scanner.scan(stones, from..to, monitor) else {
                    self.partial = Some(layer);
                    self.save(checkpoint)?;
                    return Ok(false);
                };
                layer = layer.and(section);
                if start + layer.boards < end && saved.elapsed() >= interval(SAVE_EVERY) {
                    self.partial = Some(layer);
                    self.save(checkpoint)?;
                    saved = Instant::now();
                }
            }
            self.partial = None;
            self.layers.push(layer);
            if saved.elapsed() >= interval(SAVE_EVERY) {
                self.save(checkpoint)?;
                saved = Instant::now();
            }
        }
        self.save(checkpoint)?;
        Ok(true)
    }

    fn save(&self, checkpoint: Option<&Path>) -> Result<(), ScanError> {
        let Some(path) = checkpoint else {
            return Ok(());
        };
        let text = FORMAT.seal(self).contents;
        write_whole(path, text.as_bytes()).map_err(|error| ScanError::Unwritable {
            path: path.to_owned(),
            error,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::endless::scan_layer;

    /// A monitor that cancels after a number of checks.
    struct CancelAfter(AtomicU32);

    impl Monitor for CancelAfter {
        fn cancelled(&self) -> bool {
            let left = self
                .0
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1));
            left.is_err()
        }
    }

    /// A monitor that counts the announced units, those of an earlier process, and those done now.
    #[derive(Default)]
    struct Counted(std::sync::Mutex<[u64; 3]>);

    impl Monitor for Counted {
        fn begin(&self, _: &str, units: u64) {
            self.0.lock().unwrap()[0] += units;
        }

        fn resume(&self, units: u64) {
            self.0.lock().unwrap()[1] += units;
        }

        fn advance(&self, units: u64) {
            self.0.lock().unwrap()[2] += units;
        }
    }

    #[test]
    fn boards_of_an_earlier_process_are_not_counted_as_scanned() {
        let rules = Rules::new(6, 1).unwrap();
        let mut scan = Scan::begin(&rules, None, None).unwrap();
        assert!(scan.run(&rules, 8, None, &()).unwrap());
        let earlier = 100;
        scan.partial = Some(ScannedLayer {
            boards: earlier,
            ..ScannedLayer::nothing(9)
        });
        let counted = Counted::default();
        assert!(scan.run(&rules, 9, None, &counted).unwrap());
        let [all, before, now] = counted.0.into_inner().unwrap();
        assert_eq!(all, 2002);
        assert_eq!((before, now), (earlier, all - earlier));
    }

    #[test]
    fn interrupted_again_and_again_it_finds_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("scan.json");
        let rules = Rules::new(6, 1).unwrap();
        let mut interruptions = 0;
        loop {
            let mut scan = Scan::begin(&rules, None, Some(&file)).unwrap();
            let polls = CancelAfter(AtomicU32::new(7));
            if scan.run(&rules, 14, Some(&file), &polls).unwrap() {
                break;
            }
            interruptions += 1;
        }
        assert!(interruptions > 1);
        let scan = Scan::begin(&rules, None, Some(&file)).unwrap();
        for (layer, stones) in scan.layers().iter().zip(2..) {
            assert_eq!(*layer, scan_layer(&rules, stones, &()).unwrap());
        }
        assert_eq!(scan.layers().len(), 13);

        let piece = Some("1/2".parse().unwrap());
        assert!(matches!(
            Scan::begin(&rules, piece, Some(&file)),
            Err(ScanError::Foreign { .. })
        ));
        let other = Rules::new(7, 1).unwrap();
        assert!(matches!(
            Scan::begin(&other, None, Some(&file)),
            Err(ScanError::Foreign { .. })
        ));
        let text = std::fs::read_to_string(&file).unwrap();
        let changed = text.replacen("\"endless\":0", "\"endless\":1", 1);
        assert_ne!(text, changed);
        for damaged in [changed.as_str(), "{"] {
            std::fs::write(&file, damaged).unwrap();
            assert!(matches!(
                Scan::begin(&rules, None, Some(&file)),
                Err(ScanError::Format { .. })
            ));
        }
    }

    #[test]
    fn pieces_interrupted_again_and_again_make_the_whole() {
        let folder = tempfile::tempdir().unwrap();
        let rules = Rules::new(6, 1).unwrap();
        for count in [1, 2, 7] {
            let mut pieces = Vec::new();
            for shard in Shard::all(count) {
                let file = folder.path().join(shard.to_string().replace('/', "-of-"));
                let shard = Some(shard);
                while !Scan::begin(&rules, shard, Some(&file))
                    .unwrap()
                    .run(&rules, 12, Some(&file), &CancelAfter(AtomicU32::new(5)))
                    .unwrap()
                {}
                let scan = Scan::begin(&rules, shard, Some(&file)).unwrap();
                pieces.push(ScannedPiece {
                    layers: scan.layers,
                });
            }
            let whole = ScannedPiece::join(pieces).unwrap();
            let expected = (2..=12).map(|stones| scan_layer(&rules, stones, &()).unwrap());
            assert_eq!(whole, expected.collect::<Vec<_>>(), "{count} pieces");
        }
    }
}
