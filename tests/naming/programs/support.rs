//! What a program knows of its own memory, as support.h has it for C and C++.
use std::fs::{File, OpenOptions};
use std::io::Write;

fn truth(start: bool) -> Option<File> {
    let path = std::env::var("FSFIND_TRUTH").ok()?;
    OpenOptions::new()
        .create(true)
        .write(true)
        .append(!start)
        .truncate(start)
        .open(path)
        .ok()
}

/// Starts the file anew.
pub fn begin() {
    truth(true);
}

/// One name of a member; `name` is the variable's, empty on the heap, `index` the element's or -1.
pub fn tell<T>(kind: &str, name: &str, index: i64, type_name: &str, path: &str, at: *const T) {
    write(kind, name, index, type_name, path, at, "right");
}

/// The name of a part of the object: not wrong, but not the whole answer.
#[allow(dead_code)]
pub fn tell_part<T>(kind: &str, type_name: &str, path: &str, at: *const T) {
    write(kind, "", -1, type_name, path, at, "part");
}

fn write<T>(
    kind: &str,
    name: &str,
    index: i64,
    type_name: &str,
    path: &str,
    at: *const T,
    rank: &str,
) {
    if let Some(mut file) = truth(false) {
        let size = std::mem::size_of::<T>();
        let _ = writeln!(
            file,
            "TRUTH\t{at:p}\t{size}\t{type_name}\t{path}\t{kind}\t{name}\t{index}\t{rank}"
        );
    }
}

/// Some work that an item costs outside of shared data.
#[inline(never)]
pub fn work(seed: u32) -> u32 {
    let mut mixed = seed;
    for _ in 0..3 {
        mixed = std::hint::black_box(mixed.wrapping_mul(1664525).wrapping_add(1013904223));
    }
    mixed
}
