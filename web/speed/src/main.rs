//! Measures native speed: reads the number of some work from each line, and writes the seconds of the fastest run.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use sowlab_web_speed::Work;

/// The time for the runs of one measurement.
const TIME: Duration = Duration::from_millis(500);

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let number = line?.trim().parse().map_err(io::Error::other)?;
        let mut work = Work::number(number).ok_or_else(|| io::Error::other("no such work"))?;
        let result = work.run();
        let (begun, mut least) = (Instant::now(), Duration::MAX);
        while begun.elapsed() < TIME {
            let started = Instant::now();
            assert_eq!(work.run(), result, "{}", work.name());
            least = least.min(started.elapsed());
        }
        writeln!(io::stdout(), "{} {result}", least.as_secs_f64())?;
    }
    Ok(())
}
