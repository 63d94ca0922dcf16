//! temp
use sowlab::games::stones::*;
use sowlab_solvers::retrograde::*;
fn main() {
    let n: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let g = StonesLayers::new(&Rules::FIFTY_FIVE, n).unwrap();
    let t = std::time::Instant::now();
    if let Some(dir) = std::env::args().nth(2) {
        sowlab_solvers::table::build(&g, dir.as_ref(), n as u32, &(), &mut |b| {
            let h = &b.header;
            println!(
                "{} {} und {} w {} d {} l {} {:?}s {:.2} bits {:x}",
                h.layer,
                h.positions,
                h.undetermined,
                h.wins,
                h.draws,
                h.losses,
                b.seconds,
                b.bytes as f64 * 8.0 / h.positions as f64,
                h.checksum
            );
        })
        .unwrap();
        println!("{:.2}s", t.elapsed().as_secs_f64());
        return;
    }
    let f = solve_in_memory(&g, n as u32, &()).unwrap();
    println!(
        "{} {:.2}s",
        f.last().unwrap().undetermined(),
        t.elapsed().as_secs_f64()
    );
}
