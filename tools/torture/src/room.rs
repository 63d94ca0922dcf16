//! Disks that are full: small ones, mounted for the purpose where that is allowed.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::command::Sowlab;
use crate::count::Counts;
use crate::files::{copy, fresh, left_over};
use crate::jobs::jobs;

/// Sizes in KiB.
const SIZES: [u32; 8] = [4, 16, 32, 64, 96, 160, 256, 512];

fn quietly(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Runs every job on disks of several sizes: it ends well, or with one line and exit code 1; and on a disk
/// with room it goes on from there.
pub fn try_full_disks(sowlab: &Sowlab, place: &Path, counts: &mut Counts, kept: &Path) {
    let disk = place.join("disk");
    let wide = place.join("wide");
    let name = disk.to_string_lossy().into_owned();
    for job in jobs() {
        for size in SIZES {
            let _ = std::fs::create_dir_all(&disk);
            let options = format!("size={size}k");
            if !quietly("mount", &["-t", "tmpfs", "-o", &options, "sowlab", &name]) {
                println!("small disks cannot be mounted here: only faults that are injected");
                return;
            }
            // Where not even the inputs fit, there is nothing to try.
            fresh(&wide);
            job.needs.put(sowlab, &wide);
            let fits = quietly("cp", &["-r", &format!("{}/.", wide.display()), &name]);
            let ended = fits.then(|| sowlab.run(&disk, &job.arguments, None));
            fresh(&wide);
            copy(&disk, &wide);
            let left = left_over(&disk, false);
            quietly("umount", &[&name]);
            let Some(ended) = ended else { continue };
            let refused = ended.code == Some(1) && ended.is_refusal();
            counts.note(
                "Small disks",
                match ended.code {
                    Some(0) => "there was room",
                    _ => "refused in one line",
                },
            );
            if ended.code != Some(0) && !refused {
                let what = format!("{} on {size} KiB: {}", job.name, ended.describe());
                counts.fail(what, &wide, kept);
                continue;
            }
            if let Some(left) = left {
                let what = format!(
                    "{} on {size} KiB: {} is left over",
                    job.name,
                    left.display()
                );
                counts.fail(what, &wide, kept);
            }
            let again = sowlab.run(&wide, &job.arguments, None);
            if again.code != Some(0) {
                let what = format!(
                    "{} on {size} KiB, then with room: {}",
                    job.name,
                    again.describe()
                );
                counts.fail(what, &wide, kept);
            }
        }
    }
}
