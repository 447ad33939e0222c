//! Atomics in a struct that an Arc holds, with a nested struct beside them.
#[path = "support.rs"]
mod support;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Arc;
use std::thread;

#[derive(Default)]
struct Traffic {
    received: AtomicU64,
    sent: AtomicU64,
}

#[derive(Default)]
struct Server {
    connections: AtomicU64,
    traffic: Traffic,
    draining: AtomicBool,
}

impl Server {
    fn accept(&self) {
        self.connections.fetch_add(1, Ordering::Relaxed);
    }
    fn receive(&self, bytes: u64) {
        self.traffic.received.fetch_add(bytes, Ordering::Relaxed);
    }
    fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Acquire)
    }
}

fn main() {
    let server = Arc::new(Server::default());
    support::begin();
    support::tell("heap", "", -1, "Server", "connections", &server.connections);
    support::tell(
        "heap",
        "",
        -1,
        "Server",
        "traffic.received",
        &server.traffic.received,
    );
    support::tell_part("heap", "Traffic", "received", &server.traffic.received);
    support::tell(
        "heap",
        "",
        -1,
        "Server",
        "traffic.sent",
        &server.traffic.sent,
    );
    support::tell_part("heap", "Traffic", "sent", &server.traffic.sent);
    support::tell("heap", "", -1, "Server", "draining", &server.draining);
    let threads: Vec<_> = (0..4u32)
        .map(|number| {
            let server = Arc::clone(&server);
            thread::spawn(move || {
                let mut seed = number;
                for _ in 0..15000 {
                    seed = support::work(seed);
                    match number {
                        0 => server.accept(),
                        1 => server.receive(u64::from(seed & 1500)),
                        2 => {
                            server.traffic.sent.fetch_add(1, Ordering::Relaxed);
                        }
                        _ => {
                            if server.is_draining() {
                                return;
                            }
                        }
                    }
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
