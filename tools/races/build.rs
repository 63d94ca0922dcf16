//! Tells the files of the solvers that their atomics are those of `loom`.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(loom)");
    println!("cargo::rustc-cfg=loom");
}
