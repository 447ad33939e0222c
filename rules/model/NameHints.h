#pragma once

#include "rules/model/NameWords.h"

#include <string_view>

/// What the names of functions, members and indices suggest, by the words that are known: weak
/// evidence.
namespace fsfind {

/// A state, an order or an identity, of which threads cannot have one each: `flags`, `refcount`,
/// `next_id`. Counters of events are not.
[[nodiscard]] bool namesState(const NameWords &known, std::string_view member);

/// Members that are written when something ends or goes wrong: `failed`, `rx_errors`, `stop`.
[[nodiscard]] bool namesRareEvent(const NameWords &known, std::string_view member);

/// `tid`, `worker_id`, `lcore`, `cpu`, …: a number of a thread, core or queue. `text` may be an
/// expression; its last name counts.
[[nodiscard]] bool namesThread(const NameWords &known, std::string_view text);
/// The name of a parameter of a function that several threads run says which thread runs it: as
/// namesThread(), or `slot` or `rank`, which mean other things elsewhere.
[[nodiscard]] bool namesRunner(const NameWords &known, std::string_view parameter);
/// `session->id`, `producer`, `reader_idx`, …: the number of one of several users of something;
/// each may have a thread of its own.
[[nodiscard]] bool namesUser(const NameWords &known, std::string_view text);
/// `MAX_THREADS`, `RTE_MAX_LCORE`, `NCPU`, …: as many as there are threads, cores or queues.
[[nodiscard]] bool namesThreadCount(const NameWords &known, std::string_view text);
/// The name has a word for one end of something with two ends: `head`, `rx`. Complementary names
/// both have one.
[[nodiscard]] bool namesSide(const NameWords &known, std::string_view text);
/// `head` and `tail`, `prod` and `cons`, `rx_bytes` and `tx_bytes`: opposite ends of one thing.
[[nodiscard]] bool areComplementary(const NameWords &known, std::string_view a, std::string_view b);
/// A function that makes, resets or destroys an object, before other threads use it or after they
/// have stopped using it.
[[nodiscard]] bool isSetup(const NameWords &known, std::string_view function);
/// Something that exists to be shared without a lock: `ring`, `queue`, `spsc`, `lockfree`, …
[[nodiscard]] bool namesQueue(const NameWords &known, std::string_view text);
/// `refcount`, `num_refs`, `users`: counts references to an object, one of many such objects.
[[nodiscard]] bool namesReferenceCount(const NameWords &known, std::string_view text);
/// `next_in_list`, `prev`: leads from one of many objects to another.
[[nodiscard]] bool namesLink(const NameWords &known, std::string_view text);
/// `per_node`, `numa_stats`: one for each NUMA node.
[[nodiscard]] bool namesNumaNode(const NameWords &known, std::string_view text);
/// `nranks`, `num_sends`: as many as there are processes, or peers to communicate with.
[[nodiscard]] bool namesPeers(const NameWords &known, std::string_view text);
/// A function that gives memory its first values: `fill_table`, `Grid::reset`.
[[nodiscard]] bool namesFilling(const NameWords &known, std::string_view function);

} // namespace fsfind
