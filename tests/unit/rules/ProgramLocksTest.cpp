#include "rules/program/Program.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace programLocksTest {

using test::FactsBuilder;
using test::kAtomic;
using test::kInLoop;
using testing::IsEmpty;
using testing::SizeIs;

/// `worker` counts between calls of functions that only lock and only unlock.
struct WrappedLock {
  WrappedLock() {
    const auto lock = f.global("mutex", f.lock(40));
    count = f.global("count", f.plain(8));
    worker = f.function("worker");
    take = f.function("stats_lock");
    give = f.function("stats_unlock");
    f.start(f.function("main"), worker, true);
    for (const FunctionIndex one : {take, give})
      f.update(one, f.variable(lock), kAtomic).acquire_lock = true;
    f.at(take).locks.push_back(f.variable(lock).designator());
  }
  [[nodiscard]] std::size_t locksHeld() const {
    const Program program(f.build(), {});
    for (const Use &use : program.uses())
      if (use.function == worker)
        return use.locks.size();
    return 99;
  }
  FactsBuilder f;
  VariableIndex count;
  FunctionIndex worker, take, give;
};

TEST(ProgramLocks, HeldBetweenFunctionsThatLock) {
  WrappedLock held;
  held.f.call(held.worker, held.take);
  held.f.update(held.worker, held.f.variable(held.count), kInLoop);
  held.f.call(held.worker, held.give);
  EXPECT_EQ(held.locksHeld(), 1U);
}

TEST(ProgramLocks, NotHeldAfterTheUnlock) {
  WrappedLock after;
  after.f.call(after.worker, after.take);
  after.f.call(after.worker, after.give);
  after.f.update(after.worker, after.f.variable(after.count), kInLoop);
  EXPECT_EQ(after.locksHeld(), 0U);
}

TEST(ProgramLocks, AFunctionThatDoesMoreKeepsItsLock) {
  WrappedLock more;
  more.f.update(more.take, more.f.variable(more.count));
  more.f.call(more.worker, more.take);
  more.f.update(more.worker, more.f.variable(more.count), kInLoop);
  more.f.call(more.worker, more.give);
  EXPECT_EQ(more.locksHeld(), 0U);
}

/// One of two that call a helper holds a lock, and passes an object of its own.
TEST(ProgramLocks, HeldByWhoPassesTheObject) {
  FactsBuilder f;
  const auto type = f.record("Timer", {{"total", f.plain(8)}});
  const auto lock = f.global("mutex", f.lock(40));
  const auto helper = f.function("advance");
  f.update(helper, f.parameter(0, f.pointer(type)).deref().member("total"), kInLoop);
  for (const std::string name : {"locked", "free"}) {
    const auto caller = f.function(name);
    const auto object = f.global(name + "_timer", type);
    auto &call = f.call(caller, helper);
    call.arguments = {{f.variable(object).address().designator(), {}}};
    if (name == "locked") {
      f.at(caller).locks.push_back(f.variable(lock).designator());
      call.held = {0};
    }
  }
  const auto uses = Program(f.build(), {}).uses();
  ASSERT_THAT(uses, SizeIs(2));
  EXPECT_THAT(uses[0].locks, SizeIs(1));
  EXPECT_THAT(uses[1].locks, IsEmpty());
}

} // namespace programLocksTest
} // namespace fsfind
