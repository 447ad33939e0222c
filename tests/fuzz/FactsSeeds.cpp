#include "tests/fuzz/FactsSeeds.h"

#include "tests/support/FactsBuilder.h"

namespace fsfind::test {
namespace {

/// `main` starts many threads in a loop and waits for them.
void startMany(FactsBuilder &facts, FunctionIndex entry, bool many = true) {
  const FunctionIndex main = facts.function("main");
  facts.start(main, entry, many);
  facts.call(main, facts.join());
}

/// Members of a record that a consumer and a producer write.
Facts neighbours() {
  FactsBuilder facts;
  const TypeIndex word = facts.plain(8);
  const TypeIndex queue =
      facts.record("Queue", {{"head", facts.atomic()}, {"tail", facts.atomic()}, {"size", word}});
  const VariableIndex shared = facts.global("queue", queue), done = facts.global("done", word),
                      seen = facts.global("seen", word);
  const FunctionIndex push = facts.function("push"), pop = facts.function("pop");
  facts.update(push, facts.variable(shared).member("tail"), kAtomicInLoop);
  facts.write(push, facts.variable(done), kInLoop);
  facts.update(pop, facts.variable(shared).member("head"), kAtomicInLoop);
  facts.read(pop, facts.variable(shared).member("size"), kInLoop);
  facts.write(pop, facts.variable(seen), kInLoop);
  const FunctionIndex main = facts.function("main");
  facts.start(main, push);
  facts.start(main, pop);
  facts.call(main, facts.join());
  return facts.build();
}

/// Elements that threads choose, also of an array whose padding fails.
Facts slots(const char *name, std::uint64_t padding, Provenance from) {
  FactsBuilder facts;
  const TypeIndex word = facts.plain(8);
  FactsBuilder::Members members = {{"count", word}};
  if (padding != 0)
    members.emplace_back("pad", facts.array(facts.plain(1, "char"), padding));
  const TypeIndex slot = facts.record(name, members);
  const VariableIndex all = facts.global("all", facts.array(slot, 16));
  const FunctionIndex work = facts.function("work");
  facts.update(work, facts.variable(all).index(from).member("count"), kInLoop);
  startMany(facts, work);
  return facts.build();
}

/// An atomic and a lock that all threads hit.
Facts contended() {
  FactsBuilder facts;
  const VariableIndex total = facts.global("total", facts.atomic());
  const TypeIndex guarded =
      facts.record("Guarded", {{"lock", facts.lock()}, {"value", facts.plain(8)}}, 64);
  const VariableIndex table = facts.global("table", facts.container(guarded));
  const FunctionIndex work = facts.function("work"), put = facts.method("put", guarded);
  facts.update(work, facts.variable(total), kAtomicInLoop);
  facts.access(put, Op::ReadModifyWrite, facts.self(guarded).member("lock"), kAtomicInLoop)
      .acquire_lock = true;
  facts.write(put, facts.self(guarded).member("value"), kInLoop);
  facts.call(work, put, 1).object =
      facts.variable(table).index(Provenance::Constant).address().designator();
  startMany(facts, work);
  return facts.build();
}

/// A buffer that main allocates and fills, and parts of which threads write.
Facts buffer() {
  FactsBuilder facts;
  const TypeIndex word = facts.plain(8);
  const VariableIndex pages = facts.global("pages", facts.pointer(word));
  const FunctionIndex work = facts.function("work"), main = facts.function("main");
  FactAllocation made;
  made.target = facts.variable(pages).designator();
  made.bytes = std::uint64_t{1} << 30;
  facts.at(main).allocations.push_back(made);
  facts.write(main, facts.variable(pages).deref().index(Provenance::Loop), kInLoop);
  facts.write(work, facts.variable(pages).deref().index(Provenance::ThreadId), kInLoop);
  facts.start(main, work, true);
  facts.call(main, facts.join());
  return facts.build();
}

} // namespace

std::vector<std::pair<std::string, Facts>> factsSeeds() {
  return {{"neighbours", neighbours()},
          {"slots", slots("Slot", 0, Provenance::ThreadId)},
          {"padded_slots", slots("Slot", 40, Provenance::ThreadId)},
          {"hashed_slots", slots("Shard", 56, Provenance::ThreadHash)},
          {"contended", contended()},
          {"buffer", buffer()}};
}

} // namespace fsfind::test
