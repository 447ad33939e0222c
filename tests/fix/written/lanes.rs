//! Elements of a vector, one a thread.
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::Arc;
use std::thread;

/// What one thread counts.
#[derive(Default)]
struct Lane {
    packets: AtomicU64,
    bytes: AtomicU64,
    last: AtomicU32,
}

fn count(lanes: &[Lane], own: usize) {
    let mut seed = own as u32;
    for _ in 0..20000 {
        seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
        let lane = &lanes[own];
        lane.packets.fetch_add(1, Ordering::Relaxed);
        lane.bytes.fetch_add(u64::from(seed & 1023), Ordering::Relaxed);
        lane.last.store(seed, Ordering::Relaxed);
    }
}

fn main() {
    let lanes: Arc<Vec<Lane>> = Arc::new((0..4).map(|_| Lane::default()).collect());
    let threads: Vec<_> = (0..4)
        .map(|own| {
            let lanes = Arc::clone(&lanes);
            thread::spawn(move || count(&lanes, own))
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    for lane in lanes.iter() {
        let packets = lane.packets.load(Ordering::Relaxed);
        println!("{packets} {}", lane.bytes.load(Ordering::Relaxed));
    }
}
