//! Static arrays, of structs and of atomics, and neighbouring statics.
#[path = "support.rs"]
mod support;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

struct Lane {
    queued: AtomicUsize,
    done: AtomicUsize,
}

static LANES: [Lane; 4] = [const {
    Lane {
        queued: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
    }
}; 4];
static STEALS: [AtomicUsize; 4] = [const { AtomicUsize::new(0) }; 4];
static PAUSED: AtomicBool = AtomicBool::new(false);
static TOTAL: AtomicUsize = AtomicUsize::new(0);

fn run(own: usize) {
    let mut seed = own as u32;
    for _ in 0..10000 {
        seed = support::work(seed);
        if PAUSED.load(Ordering::Relaxed) {
            continue;
        }
        LANES[own].queued.fetch_add(1, Ordering::Relaxed);
        if seed & 1 == 0 {
            LANES[own].done.fetch_add(1, Ordering::Relaxed);
        } else {
            STEALS[own].fetch_add(1, Ordering::Relaxed);
        }
        if own == 0 {
            TOTAL.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn main() {
    support::begin();
    for index in 0..4 {
        let lane = &LANES[index];
        support::tell(
            "global",
            "LANES",
            index as i64,
            "Lane",
            "queued",
            &lane.queued,
        );
        support::tell("global", "LANES", index as i64, "Lane", "done", &lane.done);
        support::tell(
            "global",
            "STEALS",
            index as i64,
            "AtomicUsize",
            "",
            &STEALS[index],
        );
    }
    support::tell("global", "PAUSED", -1, "AtomicBool", "", &PAUSED);
    support::tell("global", "TOTAL", -1, "AtomicUsize", "", &TOTAL);
    let threads: Vec<_> = (0..4).map(|own| thread::spawn(move || run(own))).collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
