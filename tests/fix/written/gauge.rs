//! Two threads count in one record in static memory. The file's own wrapper can part its members.
use std::ops::Deref;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread;

const ROUNDS: u64 = 60000;

/// What it holds shares its cachelines with nothing else.
#[repr(align(64))]
struct OwnLine<T>(T);

impl<T> Deref for OwnLine<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

/// The capacity's alignment puts both counts on one cacheline.
struct Gauge {
    capacity: u128,
    inflow: AtomicU64,
    outflow: AtomicU64,
}

impl Gauge {
    const fn closed() -> Self {
        Self {
            capacity: 1 << 16,
            inflow: AtomicU64::new(0),
            outflow: AtomicU64::new(0),
        }
    }

    fn level(&self) -> u64 {
        let inflow = self.inflow.load(Ordering::Relaxed);
        inflow - self.outflow.load(Ordering::Relaxed)
    }
}

static GAUGE: Gauge = Gauge::closed();
static READY: OwnLine<AtomicU32> = OwnLine(AtomicU32::new(0));

fn wait() {
    READY.fetch_add(1, Ordering::Relaxed);
    while READY.load(Ordering::Relaxed) < 2 {
        std::hint::spin_loop();
    }
}

#[inline(never)]
fn fill() {
    for _ in 0..ROUNDS {
        GAUGE.inflow.fetch_add(3, Ordering::Relaxed);
    }
}

#[inline(never)]
fn drain() {
    for _ in 0..ROUNDS {
        GAUGE.outflow.fetch_add(2, Ordering::Relaxed);
    }
}

fn main() {
    thread::scope(|scope| {
        scope.spawn(|| {
            wait();
            fill()
        });
        scope.spawn(|| {
            wait();
            drain()
        });
    });
    println!("{} of {}", GAUGE.level(), GAUGE.capacity);
}
