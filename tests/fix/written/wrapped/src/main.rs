//! Both sides of a conveyor count in one record, and each worker in an element of a vector. The
//! program knows crossbeam's wrapper, and aligns to two cachelines.
use crossbeam_utils::CachePadded;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread;

const ROUNDS: u64 = 20000;

#[derive(Default)]
struct Conveyor {
    length: u64,
    loaded: AtomicU64,
    unloaded: AtomicU64,
}

impl Conveyor {
    fn of_length(length: u64) -> Self {
        Conveyor {
            length,
            loaded: AtomicU64::new(0),
            unloaded: AtomicU64::new(0),
        }
    }

    fn left(&self) -> u64 {
        self.loaded.load(Ordering::Relaxed) - self.unloaded.load(Ordering::Relaxed)
    }
}

#[derive(Default)]
struct Worker {
    parts: AtomicU64,
    weight: AtomicU64,
}

#[repr(align(128))]
struct Bell {
    rung: CachePadded<AtomicU32>,
}

#[inline(never)]
fn load(conveyor: &Conveyor) {
    for _ in 0..ROUNDS {
        conveyor.loaded.fetch_add(1, Ordering::Relaxed);
    }
}

#[inline(never)]
fn unload(conveyor: &Conveyor) {
    for _ in 0..ROUNDS {
        conveyor.unloaded.fetch_add(1, Ordering::Relaxed);
    }
}

#[inline(never)]
fn assemble(worker: &Worker) {
    for part in 0..ROUNDS {
        worker.parts.fetch_add(1, Ordering::Relaxed);
        worker.weight.fetch_add(part & 7, Ordering::Relaxed);
    }
}

fn main() {
    let conveyor = Box::new(Conveyor::of_length(30));
    let workers: Vec<Worker> = (0..4).map(|_| Worker::default()).collect();
    let bell = Bell {
        rung: CachePadded::new(AtomicU32::new(0)),
    };
    let wait = || {
        bell.rung.fetch_add(1, Ordering::Relaxed);
        while bell.rung.load(Ordering::Relaxed) < 6 {
            std::hint::spin_loop();
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            wait();
            load(&conveyor)
        });
        scope.spawn(|| {
            wait();
            unload(&conveyor)
        });
        for worker in &workers {
            scope.spawn(|| {
                wait();
                assemble(worker)
            });
        }
    });
    for worker in &workers {
        let parts = worker.parts.load(Ordering::Relaxed);
        println!("{parts} {}", worker.weight.load(Ordering::Relaxed));
    }
    println!("{} of {}", conveyor.left(), conveyor.length);
}
