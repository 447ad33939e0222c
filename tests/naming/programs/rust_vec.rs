//! Elements of vectors by thread: atomics, and structs with atomics.
#[path = "support.rs"]
mod support;
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering};
use std::sync::Arc;
use std::thread;

#[derive(Default)]
struct Shard {
    hits: AtomicU64,
    evictions: AtomicU32,
    balance: AtomicI64,
}

fn touch(shard: &Shard, seed: u32) {
    shard.hits.fetch_add(1, Ordering::Relaxed);
    if seed % 4 == 0 {
        shard.evictions.fetch_add(1, Ordering::Relaxed);
    }
    shard
        .balance
        .fetch_sub(i64::from(seed & 3), Ordering::Relaxed);
}

fn run(shards: &[Shard], counters: &[AtomicU64], own: usize) {
    let mut seed = own as u32;
    for _ in 0..10000 {
        seed = support::work(seed);
        touch(&shards[own], seed);
        counters[own].fetch_add(u64::from(seed & 1), Ordering::Relaxed);
    }
}

fn main() {
    let shards: Arc<Vec<Shard>> = Arc::new((0..4).map(|_| Shard::default()).collect());
    let counters: Arc<Vec<AtomicU64>> = Arc::new((0..4).map(|_| AtomicU64::new(0)).collect());
    support::begin();
    for (index, shard) in shards.iter().enumerate() {
        support::tell("heap", "", index as i64, "Shard", "hits", &shard.hits);
        support::tell(
            "heap",
            "",
            index as i64,
            "Shard",
            "evictions",
            &shard.evictions,
        );
        support::tell("heap", "", index as i64, "Shard", "balance", &shard.balance);
    }
    for (index, counter) in counters.iter().enumerate() {
        support::tell("heap", "", index as i64, "AtomicU64", "", counter);
        support::tell("heap", "", index as i64, "Atomic<u64>", "", counter);
    }
    let threads: Vec<_> = (0..4)
        .map(|own| {
            let (shards, counters) = (Arc::clone(&shards), Arc::clone(&counters));
            thread::spawn(move || run(&shards, &counters, own))
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
