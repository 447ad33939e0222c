//! Scoped closures that borrow a vector of structs, and an Arc<Vec<Shard>> moved into closures.
#[path = "support.rs"]
mod support;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

struct Shard {
    reads: AtomicU64,
    writes: AtomicU64,
}
struct Queue {
    head: AtomicUsize,
    tail: AtomicUsize,
    jobs: Mutex<u64>,
}

fn main() {
    let shards: Arc<Vec<Shard>> = Arc::new(
        (0..4)
            .map(|_| Shard {
                reads: AtomicU64::new(0),
                writes: AtomicU64::new(0),
            })
            .collect(),
    );
    let queue = Queue {
        head: AtomicUsize::new(0),
        tail: AtomicUsize::new(0),
        jobs: Mutex::new(0),
    };
    support::begin();
    for (i, s) in shards.iter().enumerate() {
        support::tell("heap", "", i as i64, "Shard", "reads", &s.reads);
        support::tell("heap", "", i as i64, "Shard", "writes", &s.writes);
    }
    support::tell("stack", "queue", -1, "Queue", "head", &queue.head);
    support::tell("stack", "queue", -1, "Queue", "tail", &queue.tail);
    support::tell("stack", "queue", -1, "Queue", "jobs", &queue.jobs);
    thread::scope(|scope| {
        for own in 0..4usize {
            let shards = Arc::clone(&shards);
            let queue = &queue;
            scope.spawn(move || {
                let mut seed = own as u32;
                for _ in 0..8000 {
                    seed = support::work(seed);
                    shards[own].reads.fetch_add(1, Ordering::Relaxed);
                    if seed & 1 == 0 {
                        shards[own].writes.fetch_add(2, Ordering::Relaxed);
                    }
                    if own == 0 {
                        queue.head.fetch_add(1, Ordering::Release);
                    } else {
                        queue.tail.fetch_add(1, Ordering::AcqRel);
                    }
                    if seed & 63 == 0 {
                        *queue.jobs.lock().unwrap() += 1;
                    }
                }
            });
        }
    });
}
