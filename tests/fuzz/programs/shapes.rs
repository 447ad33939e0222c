// As shapes.c, with what Rust adds.
#![no_std]
#![no_main]
use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub enum Shape {
    Point,
    Line(u64, u8),
    Area { width: u32, height: u64 },
}
#[repr(align(64))]
pub struct Lane<T: 'static> {
    hits: AtomicU64,
    inner: (T, Option<&'static T>),
}
pub struct Cell(UnsafeCell<[Lane<u32>; 2]>);
unsafe impl Sync for Cell {}
pub trait Count {
    fn count(&self, by: u64) -> u64;
}
impl Count for Lane<u32> {
    #[inline(never)]
    fn count(&self, by: u64) -> u64 {
        self.hits.fetch_add(by + self.inner.0 as u64, Relaxed)
    }
}
const EMPTY: Lane<u32> = Lane { hits: AtomicU64::new(0), inner: (1, Some(&1)) };
pub static LANES: Cell = Cell(UnsafeCell::new([EMPTY; 2]));

#[inline(never)]
fn area(shape: &Shape) -> u64 {
    match *shape {
        Shape::Point => 0,
        Shape::Line(length, width) => length * width as u64,
        Shape::Area { width, height } => width as u64 * height,
    }
}
#[no_mangle]
pub extern "C" fn _start() -> ! {
    let [first, second] = unsafe { &*LANES.0.get() };
    let counted: &dyn Count = second;
    let mut shape = Shape::Line(3, 2);
    loop {
        let each = |by: u64| first.count(by) + counted.count(by);
        shape = Shape::Area { width: each(area(&shape)) as u32, height: 1 };
    }
}
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
// The core library is built to unwind, and asks for it.
#[no_mangle]
pub extern "C" fn rust_eh_personality() {}
