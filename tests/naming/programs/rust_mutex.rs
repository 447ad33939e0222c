//! Mutexes with the data they hold: an array of them in an Arc, and in a Vec of structs.
#[path = "support.rs"]
mod support;
use std::sync::{Arc, Mutex};
use std::thread;

#[derive(Default)]
struct Stats {
    calls: u64,
    errors: u32,
}

struct Pool {
    free: Mutex<[u32; 2]>,
    taken: Mutex<u64>,
}

fn run(slots: &[Mutex<Stats>], pool: &Pool, own: usize) {
    let mut seed = own as u32;
    for _ in 0..5000 {
        seed = support::work(seed);
        {
            let mut stats = slots[own].lock().unwrap();
            stats.calls += 1;
            if seed % 16 == 0 {
                stats.errors += 1;
            }
        }
        if own == 0 {
            *pool.taken.lock().unwrap() += 1;
        } else if own == 1 {
            pool.free.lock().unwrap()[(seed % 2) as usize] += 1;
        }
    }
}

/// The data is the mutex's; both ways to say so are right.
fn tell_stats(index: i64, slot: &Mutex<Stats>) {
    let stats = slot.lock().unwrap();
    for prefix in ["", "data.", "data.value."] {
        support::tell(
            "heap",
            "",
            index,
            "Mutex<Stats>",
            &format!("{prefix}calls"),
            &stats.calls,
        );
        support::tell(
            "heap",
            "",
            index,
            "Mutex<Stats>",
            &format!("{prefix}errors"),
            &stats.errors,
        );
    }
    support::tell("heap", "", index, "Stats", "calls", &stats.calls);
    support::tell("heap", "", index, "Stats", "errors", &stats.errors);
    support::tell("heap", "", index, "Mutex<Stats>", "", slot);
    let head = slot as *const Mutex<Stats> as *const [u8; 5];
    for path in ["inner", "poison", "inner.futex", "poison.failed"] {
        support::tell("heap", "", index, "Mutex<Stats>", path, head);
    }
}

fn main() {
    let slots: Arc<[Mutex<Stats>; 4]> = Arc::new(Default::default());
    let pool = Arc::new(Pool {
        free: Mutex::new([0, 0]),
        taken: Mutex::new(0),
    });
    support::begin();
    for (index, slot) in slots.iter().enumerate() {
        tell_stats(index as i64, slot);
    }
    support::tell("heap", "", -1, "Pool", "free", &pool.free);
    support::tell("heap", "", -1, "Pool", "taken", &pool.taken);
    let threads: Vec<_> = (0..4)
        .map(|own| {
            let (slots, pool) = (Arc::clone(&slots), Arc::clone(&pool));
            thread::spawn(move || run(&slots[..], &pool, own))
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
