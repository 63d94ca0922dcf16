//! The files of the page are part of the program.

fn main() {
    println!("cargo:rerun-if-changed=page");
}
