// Rust: scoped threads update gauges behind locks and atomics that lie beside each other.
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;

const THREADS: usize = 6;
const ROUNDS: u64 = 30_000;
const ROWS: usize = 5;

#[repr(align(64))]
struct Row {
    gauges: [AtomicU64; THREADS],
}

static ROWS_OF_GAUGES: [Row; ROWS] =
    [const { Row { gauges: [const { AtomicU64::new(0) }; THREADS] } }; ROWS];
static TOTAL: Mutex<u64> = Mutex::new(0);

fn update(thread: usize) {
    for round in 0..ROUNDS {
        for (row, gauges) in ROWS_OF_GAUGES.iter().enumerate() {
            if round % (2 << row) == 0 {
                gauges.gauges[thread].fetch_add(round, Ordering::Relaxed);
            }
        }
        if round % 64 == 0 {
            *TOTAL.lock().unwrap() += round;
        }
    }
}

fn main() {
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            scope.spawn(move || update(thread));
        }
    });
}
