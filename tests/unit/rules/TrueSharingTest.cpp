// What the sources allow where all threads need the same bytes, and what they do not.
#include "rules/model/RuleIds.h"
#include "rules/remedy/source/Advise.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

#include <optional>

namespace fsfind {
namespace trueSharingTest {

using test::FactsBuilder;
using test::kAtomic;
using test::kAtomicInLoop;
using test::kInLoop;
using testing::HasSubstr;

/// Threads of `work`, and one of `watch` once it is started.
struct Threads {
  Threads() { f.start(main, work, true); }

  void startWatching() { f.start(main, watch); }

  /// The advice with that remedy on what is declared there.
  [[nodiscard]] std::optional<Advice> advice(Remedy remedy, const std::string &name,
                                             FactPlace declared) const {
    const Facts &facts = f.build();
    Finding finding;
    finding.rule = kRuleContendedAtomic;
    finding.sharing = Sharing::True;
    FindingMember member;
    member.path = name;
    member.declared = finding.location = facts.place(declared);
    member.writers = member.readers = {"work"};
    finding.members = {member};
    for (const Advice &one : advise(facts, Roles(facts), finding, 64))
      if (one.remedy == remedy)
        return one;
    return std::nullopt;
  }
  [[nodiscard]] std::string exampleOf(Remedy remedy, VariableIndex variable) {
    const FactVariable &declared = f.at(variable);
    const auto one = advice(remedy, declared.name, declared.place);
    return one ? one->example : "none";
  }

  FactsBuilder f;
  FunctionIndex main = f.function("main"), work = f.function("work"), watch = f.function("watch");
};

/// Each thread locks `guard` and adds to `counts[key]`.
struct Locked : Threads {
  explicit Locked(Provenance from = Provenance::Parameter) {
    f.at(work).locks = {f.variable(guard).designator()};
    f.update(work, f.variable(guard), kAtomicInLoop).acquire_lock = true;
    f.update(work, f.variable(counts).index(from, 0, "key"), held);
  }
  [[nodiscard]] std::string example() { return exampleOf(Remedy::SplitLock, guard); }

  VariableIndex guard = f.global("guard", f.lock()),
                counts = f.global("counts", f.array(f.plain(8), 512));
  const test::How held{.loop_depth = 1, .held = {0}};
};

TEST(SplitLock, WhereEachSectionUsesOneElement) {
  Locked threads;
  EXPECT_EQ(threads.example(), "struct { _Alignas(64) spinlock guard; } guards[PARTS];\n"
                               "guards[key % PARTS].guard // guards 'counts' there, instead of "
                               "'guard'\n");
  threads.f.read(threads.work, threads.f.variable(threads.f.global("limit", threads.f.plain(8))),
                 threads.held);
  EXPECT_THAT(threads.example(), HasSubstr("key % PARTS")) << "nobody changes it under the lock";
}

// Two locks would have two threads write one word.
TEST(SplitLock, NotOfBits) {
  Locked threads;
  const TypeIndex bits = threads.f.array(threads.f.plain(1, "bool"), 512);
  threads.f.at(threads.counts).type = bits;
  EXPECT_THAT(threads.example(), HasSubstr("key % PARTS")) << "of bytes";
  threads.f.at(bits).size = 64;
  EXPECT_EQ(threads.example(), "");
}

TEST(SplitLock, NotWhereSectionsMeetElsewhere) {
  EXPECT_EQ(Locked(Provenance::Loop).example(), "") << "one section uses all";
  Locked total;
  total.f.update(total.work, total.f.variable(total.f.global("total", total.f.plain(8))),
                 total.held);
  EXPECT_EQ(total.example(), "") << "all sections change a sum";
  Locked two;
  two.f.update(two.work, two.f.variable(two.counts).index(Provenance::Parameter, 1, "receiver"),
               two.held);
  EXPECT_EQ(two.example(), "") << "a section uses two elements";
  Locked calls;
  calls.f.call(calls.work, calls.watch, 1).held = {0};
  EXPECT_EQ(calls.example(), "") << "a function of the program may use anything";
  Locked grows;
  const FunctionIndex append = grows.f.function("std::deque::push_back");
  grows.f.at(append).defined = false;
  FactCall &call = grows.f.call(grows.work, append, 1);
  call.held = {0};
  EXPECT_THAT(grows.example(), HasSubstr("PARTS"));
  call.object = grows.f.variable(grows.f.global("log", grows.f.plain(80))).designator();
  EXPECT_EQ(grows.example(), "") << "a library changes another object";
}

/// Each thread draws `own = next++`, and works on `jobs[own]`.
struct Drawn : Threads {
  Drawn() {
    f.update(work, f.variable(next), kAtomicInLoop);
    f.read(work, f.variable(jobs).index(Provenance::Ticket, 0, "own"), kInLoop);
  }
  [[nodiscard]] std::string example() { return exampleOf(Remedy::Batch, next); }

  VariableIndex next = f.global("next", f.atomic()),
                jobs = f.global("jobs", f.array(f.plain(8), 512));
};

TEST(Batch, NumbersOfWorkAreDrawnSeveralAtOnce) {
  Drawn threads;
  EXPECT_THAT(threads.example(), HasSubstr("own = __atomic_fetch_add(&next, 64,"));
  threads.f.at(threads.f.at(threads.next).type).text = "std::atomic<int>";
  EXPECT_THAT(threads.example(), HasSubstr("int own = 0, end = 0;"));
  EXPECT_THAT(threads.example(), HasSubstr("own = next.fetch_add(64);"));
}

TEST(Batch, NotNumbersThatSomebodyWaitsFor) {
  Drawn queue;
  queue.startWatching();
  queue.f.read(queue.watch, queue.f.variable(queue.jobs).index(Provenance::Loop, 0, "i"), kInLoop);
  EXPECT_EQ(queue.example(), "") << "the other side takes them in their order";
  Drawn seen;
  seen.startWatching();
  seen.f.read(seen.watch, seen.f.variable(seen.next), kAtomicInLoop);
  EXPECT_EQ(seen.example(), "") << "somebody looks how far they are";
  Threads lock; // whose `next` is compared with `serving`
  const VariableIndex next = lock.f.global("next", lock.f.atomic());
  lock.f.update(lock.work, lock.f.variable(next), kAtomicInLoop);
  EXPECT_EQ(lock.exampleOf(Remedy::Batch, next), "") << "no index";
}

/// Each thread sets `dirty`, and `watch` reads it.
struct Flag : Threads {
  explicit Flag(std::uint32_t value = 1) {
    startWatching();
    f.read(watch, f.variable(dirty), kAtomicInLoop);
    set(work, value);
  }
  FactAccess &set(FunctionIndex in, std::uint32_t value) {
    FactAccess &access = f.write(in, f.variable(dirty), kAtomicInLoop);
    access.value.edit().from = Provenance::Constant;
    access.value.edit().number = value;
    return access;
  }
  [[nodiscard]] std::string example() { return exampleOf(Remedy::TestBeforeWrite, dirty); }

  VariableIndex dirty = f.global("dirty", f.atomic(4));
};

TEST(TestBeforeWrite, OfWhatIsSetToOneValueAgainAndAgain) {
  EXPECT_EQ(Flag(1).example(), "if (dirty != 1)\n  dirty = 1;\n");
}

TEST(TestBeforeWrite, NotOfWhatAnotherClearsToLearnWhatComesAfter) {
  Flag cleared;
  cleared.set(cleared.watch, 0);
  EXPECT_EQ(cleared.example(), "none");
}

TEST(TestBeforeWrite, NotOfValuesThatChange) {
  EXPECT_EQ(Flag(UINT32_MAX).example(), "none") << "the value is not known";
  Flag alternating;
  alternating.set(alternating.work, 0);
  EXPECT_EQ(alternating.example(), "none");
  Flag tested;
  tested.f.at(tested.work).accesses.back().frequency = BranchFrequency::Latched;
  EXPECT_EQ(tested.example(), "none") << "it is tested already";
  Flag progress;
  progress.f.at(progress.work).accesses.back().value.edit().from = Provenance::Loop;
  EXPECT_EQ(progress.example(), "none");
}

/// Each thread takes `spare`, a node, from the list under `guard`, and makes one if there is none.
struct Nodes : Threads {
  Nodes() {
    FactMember &next = f.member(node, "next");
    next.type = pointer;
    f.at(work).locks = {f.variable(guard).designator()};
    f.update(work, f.variable(guard), kAtomicInLoop).acquire_lock = true;
    f.write(work, f.variable(spare), {.loop_depth = 1, .held = {0}}).stored =
        f.variable(spare).deref().member("next").designator();
    FactAllocation made;
    made.element = node;
    f.at(work).allocations = {made};
  }

  TypeIndex node = f.record("node", {{"next", f.plain(8)}, {"value", f.plain(8)}});
  TypeIndex pointer = f.pointer(node);
  VariableIndex guard = f.global("guard", f.lock()), spare = f.global("spare", pointer);
};

TEST(PoolPerThread, OfAListWhoseObjectsThreadsElseMake) {
  Nodes threads;
  EXPECT_THAT(threads.exampleOf(Remedy::PerThread, threads.spare),
              HasSubstr("static _Thread_local node *own_spare;"));
  EXPECT_THAT(threads.exampleOf(Remedy::PerThread, threads.guard), HasSubstr("own_spare"))
      << "its lock";
}

TEST(PoolPerThread, NotOfAListOfWork) {
  Nodes threads;
  threads.f.at(threads.work).allocations.clear();
  EXPECT_EQ(threads.exampleOf(Remedy::PerThread, threads.spare), "none")
      << "who finds it empty waits";
  Nodes other;
  const VariableIndex log = other.f.global("log", other.pointer);
  EXPECT_EQ(other.exampleOf(Remedy::PerThread, log), "none") << "another list";
}

} // namespace trueSharingTest
} // namespace fsfind
