//! A generic struct behind a trait object, and a boxed slice of tuples.
#[path = "support.rs"]
mod support;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::Arc;
use std::thread;

trait Sink: Send + Sync {
    fn put(&self, value: u32);
    fn drop_one(&self);
}

struct Meter<T> {
    limit: T,
    puts: AtomicU64,
    drops: AtomicU64,
}

impl Sink for Meter<u32> {
    fn put(&self, value: u32) {
        if value > self.limit {
            self.puts.fetch_add(1, Ordering::Relaxed);
        }
    }
    fn drop_one(&self) {
        self.drops.fetch_add(1, Ordering::Relaxed);
    }
}

fn main() {
    let meter = Arc::new(Meter {
        limit: 7u32,
        puts: AtomicU64::new(0),
        drops: AtomicU64::new(0),
    });
    let pairs: Arc<[(AtomicU32, AtomicU32)]> = (0..3)
        .map(|_| (AtomicU32::new(0), AtomicU32::new(0)))
        .collect();
    support::begin();
    support::tell("heap", "", -1, "Meter<u32>", "limit", &meter.limit);
    support::tell("heap", "", -1, "Meter<u32>", "puts", &meter.puts);
    support::tell("heap", "", -1, "Meter<u32>", "drops", &meter.drops);
    for (index, pair) in pairs.iter().enumerate() {
        for atomic in ["AtomicU32", "Atomic<u32>"] {
            let tuple = format!("({atomic}, {atomic})");
            for (first, second) in [("__0", "__1"), ("0", "1")] {
                support::tell("heap", "", index as i64, &tuple, first, &pair.0);
                support::tell("heap", "", index as i64, &tuple, second, &pair.1);
            }
        }
    }
    let sink: Arc<dyn Sink> = meter;
    let threads: Vec<_> = (0..3usize)
        .map(|own| {
            let (sink, pairs) = (Arc::clone(&sink), Arc::clone(&pairs));
            thread::spawn(move || {
                let mut seed = own as u32;
                for _ in 0..10000 {
                    seed = support::work(seed);
                    if own == 0 {
                        sink.drop_one();
                    } else {
                        sink.put(seed);
                    }
                    pairs[own].0.fetch_add(1, Ordering::Relaxed);
                    if seed & 1 == 0 {
                        pairs[own].1.store(seed, Ordering::Relaxed);
                    }
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
