// Prints address|variable|index|type|member|record as layout.cpp does.
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;

pub struct Stats {
    pub requests: AtomicU64,
    pub bytes: u64,
    pub pair: Point,
}

pub struct Point(u32, u32);

#[repr(align(64))]
pub struct Padded {
    pub value: AtomicU64,
}

pub struct Cell(UnsafeCell<u64>);
unsafe impl Sync for Cell {}

pub static COUNTERS: [AtomicU64; 8] = [const { AtomicU64::new(0) }; 8];
pub static STATS: Stats = Stats { requests: AtomicU64::new(1), bytes: 2, pair: Point(3, 4) };
pub static GUARDED: Mutex<Stats> =
    Mutex::new(Stats { requests: AtomicU64::new(5), bytes: 6, pair: Point(7, 8) });
pub static PADDED: [Padded; 3] = [const { Padded { value: AtomicU64::new(0) } }; 3];

pub mod inner {
    pub static mut PLAIN: u64 = 9;
    pub static CELL: super::Cell = super::Cell(std::cell::UnsafeCell::new(3));
}

fn say<T>(place: &T, text: &str) {
    println!("{:x}|{}", place as *const T as usize, text);
}

fn main() {
    COUNTERS[2].fetch_add(1, Ordering::Relaxed);
    say(&COUNTERS[2], "layout::COUNTERS|2|core::sync::atomic::AtomicU64||");
    say(&STATS.requests, "layout::STATS||layout::Stats|requests|layout::Stats");
    say(&STATS.bytes, "layout::STATS||layout::Stats|bytes|layout::Stats");
    say(&STATS.pair.1, "layout::STATS||layout::Stats|pair.1|layout::Point");
    let guard = GUARDED.lock().unwrap();
    let place = &guard.bytes as *const u64 as usize;
    println!("{:x}|layout::GUARDED||std::sync::poison::mutex::Mutex<layout::Stats>|bytes|layout::Stats", place);
    say(&PADDED[1].value, "layout::PADDED|1|layout::Padded|value|layout::Padded");
    unsafe { say(&*std::ptr::addr_of!(inner::PLAIN), "layout::inner::PLAIN||u64||"); }
    say(&inner::CELL, "layout::inner::CELL||layout::Cell|0|layout::Cell");
}
