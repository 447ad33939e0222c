//! Scoped threads that each have a mutable slice, or an element, of one vector or of a local array.
#[path = "support.rs"]
mod support;
use std::thread;

#[derive(Clone, Default)]
struct Bin {
    count: u64,
    weight: f64,
}

fn fill(bins: &mut [Bin], number: u32) {
    let mut seed = number;
    for _ in 0..12000 {
        seed = support::work(seed);
        let bin = &mut bins[(seed >> 9) as usize % 2];
        bin.count += 1;
        bin.weight += 0.5;
    }
}

fn sum(total: &mut u64, number: u32) {
    let mut seed = number;
    for _ in 0..12000 {
        seed = support::work(seed);
        *std::hint::black_box(&mut *total) += u64::from(seed & 7);
    }
}

fn main() {
    let mut bins = vec![Bin::default(); 6];
    let mut totals = [0u64; 3];
    support::begin();
    for (index, bin) in bins.iter().enumerate() {
        support::tell("heap", "", index as i64, "Bin", "count", &bin.count);
        support::tell("heap", "", index as i64, "Bin", "weight", &bin.weight);
    }
    for (index, total) in totals.iter().enumerate() {
        support::tell("stack", "totals", index as i64, "u64", "", total);
    }
    thread::scope(|scope| {
        for (number, part) in bins.chunks_mut(2).enumerate() {
            scope.spawn(move || fill(part, number as u32));
        }
        for (number, total) in totals.iter_mut().enumerate() {
            scope.spawn(move || sum(total, number as u32));
        }
    });
}
