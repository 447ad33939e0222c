//! Closures given to threads, with loops inlined into them, that share a struct by Arc.
#[path = "support.rs"]
mod support;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::Arc;
use std::thread;

struct Shard {
    hits: AtomicU64,
    misses: AtomicU64,
    last: AtomicU32,
}
struct Stats {
    done: AtomicU64,
    failed: AtomicU64,
    stop: AtomicBool,
}
struct Cache {
    shards: Vec<Shard>,
    stats: Stats,
}

fn main() {
    let cache = Arc::new(Cache {
        shards: (0..4)
            .map(|_| Shard {
                hits: AtomicU64::new(0),
                misses: AtomicU64::new(0),
                last: AtomicU32::new(0),
            })
            .collect(),
        stats: Stats {
            done: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        },
    });
    support::begin();
    for (i, s) in cache.shards.iter().enumerate() {
        support::tell("heap", "", i as i64, "Shard", "hits", &s.hits);
        support::tell("heap", "", i as i64, "Shard", "misses", &s.misses);
        support::tell("heap", "", i as i64, "Shard", "last", &s.last);
    }
    support::tell("heap", "", -1, "Cache", "stats.done", &cache.stats.done);
    support::tell("heap", "", -1, "Cache", "stats.failed", &cache.stats.failed);
    support::tell("heap", "", -1, "Cache", "stats.stop", &cache.stats.stop);
    support::tell("heap", "", -1, "Cache", "shards", &cache.shards);
    let threads: Vec<_> = (0..4usize)
        .map(|own| {
            let cache = cache.clone();
            thread::spawn(move || {
                let mut seed = own as u32;
                for _ in 0..8000 {
                    if cache.stats.stop.load(Ordering::Relaxed) {
                        break;
                    }
                    seed = support::work(seed);
                    if seed & 3 != 0 {
                        cache.shards[own].hits.fetch_add(1, Ordering::Relaxed);
                    } else {
                        cache.shards[own].misses.fetch_add(1, Ordering::Relaxed);
                    }
                    cache.shards[own].last.store(seed, Ordering::Relaxed);
                    if own & 1 == 0 {
                        cache.stats.done.fetch_add(1, Ordering::Relaxed);
                    } else {
                        cache.stats.failed.fetch_add(1, Ordering::Relaxed);
                    }
                }
            })
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
}
