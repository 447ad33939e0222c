#pragma once

#include <string_view>

/// What names tell. Weak evidence, each use of it says so.
namespace fsfind {

/// What holds a state, an order or an identity, which no thread can keep for itself: `flags`,
/// `refcount`, `next_id`. A counter is none.
[[nodiscard]] bool namesState(std::string_view member);

/// Members that are written when something ends or goes wrong: `failed`, `rx_errors`, `stop`.
[[nodiscard]] bool namesRareEvent(std::string_view member);

/// `tid`, `worker_id`, `lcore`, `cpu`, …: a number of a thread, core or queue. `text` may be an
/// expression; its last name counts.
[[nodiscard]] bool namesThread(std::string_view text);
/// Of a parameter of something that is run by many: who runs it. `slot` and `rank` too, which name
/// other things elsewhere.
[[nodiscard]] bool namesRunner(std::string_view parameter);
/// `session->id`, `producer`, `reader_idx`, …: a number of one of several that use something at the
/// same time, each perhaps by a thread of its own.
[[nodiscard]] bool namesParty(std::string_view text);
/// `MAX_THREADS`, `RTE_MAX_LCORE`, `NCPU`, …: as many as there are threads, cores or queues.
[[nodiscard]] bool namesThreadCount(std::string_view text);
/// One end of something that has two: of names that are complementary, both do.
[[nodiscard]] bool namesSide(std::string_view text);
/// `head` and `tail`, `prod` and `cons`, `rx_bytes` and `tx_bytes`: opposite ends of one thing.
[[nodiscard]] bool areComplementary(std::string_view a, std::string_view b);
/// A function that makes, resets or ends an object, when others do not use it yet or no more.
[[nodiscard]] bool isSetup(std::string_view function);
/// Something that exists to be shared without a lock: `ring`, `queue`, `spsc`, `lockfree`, …
[[nodiscard]] bool namesQueue(std::string_view text);
/// `refcount`, `num_refs`, `users`: counts who holds an object, of which there are many.
[[nodiscard]] bool namesReferenceCount(std::string_view text);
/// `next_in_list`, `prev`: leads from one of many objects to another.
[[nodiscard]] bool namesLink(std::string_view text);
/// `pthread_join`, `std::thread::join`, …: waits for a thread's end.
[[nodiscard]] bool isJoin(std::string_view function);
/// Of a start, as FactStart::how says it: the starter goes on only when all have ended.
[[nodiscard]] bool isSynchronousStart(std::string_view how);
/// Of a start: one thread runs each such part.
[[nodiscard]] bool isSection(std::string_view how);

} // namespace fsfind
