#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleSlotsNumbersTest {

using test::FactsBuilder;
using test::kAtomic;
using test::kAtomicInLoop;
using test::kInLoop;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> check(const FactsBuilder &builder, Confidence least = Confidence::Medium) {
  return checkFacts(
      builder.build(),
      {.min_confidence = least, .suspects = true, .rules = {"fsfind-per-thread-slots"}});
}

FactArgument number(Provenance from) {
  FactArgument argument;
  argument.value.edit().from = from;
  return argument;
}

/// Threads that call add() in a loop, which counts in an element by its parameter's remainder.
struct Shards {
  Shards() {
    counts = f.global("counts", f.pointer(f.plain(8)));
    main = f.function("main");
    worker = f.function("worker");
    add = f.function("add");
    f.start(main, worker, true);
  }
  void addBy(Provenance given) {
    f.update(add, f.variable(counts).deref().index(Provenance::Hash, 1, "n & mask"));
    f.call(worker, add, 1).arguments = {number(given)};
  }
  FactsBuilder f;
  VariableIndex counts;
  FunctionIndex main, worker, add;
};

TEST(RuleSlotsNumbers, RemainderOfAThreadsNumberThatIsPassed) {
  Shards own;
  own.addBy(Provenance::ThreadId);
  EXPECT_THAT(check(own.f), SizeIs(1));
  Shards other;
  other.addBy(Provenance::Unknown);
  EXPECT_THAT(check(other.f), IsEmpty()) << "a table of data";
}

TEST(RuleSlotsNumbers, RemainderOfATicketIsTakenOnce) {
  const auto found = [](Provenance given) {
    FactsBuilder f;
    const auto cells = f.global("cells", f.array(f.atomic(), 64));
    const auto head = f.global("head", f.atomic());
    const auto worker = f.function("worker"), push = f.function("push");
    f.start(f.function("main"), worker, true);
    f.update(worker, f.variable(head), kAtomicInLoop);
    f.update(push, f.variable(cells).index(Provenance::Hash, 1, "head & 63"), kAtomicInLoop);
    f.call(worker, push, 1).arguments = {number(given)};
    return check(f);
  };
  EXPECT_THAT(found(Provenance::Unknown), SizeIs(1));
  EXPECT_THAT(found(Provenance::Ticket), IsEmpty());
}

TEST(RuleSlotsNumbers, NumberThatEachThreadDrawsBeforeItsLoop) {
  const auto found = [](std::uint32_t loop) {
    FactsBuilder f;
    const auto counts = f.global("counts", f.pointer(f.atomic()));
    const auto next = f.global("next", f.atomic());
    const auto worker = f.function("worker"), begin = f.function("begin"),
               count = f.function("count");
    f.start(f.function("main"), worker, true);
    f.call(worker, begin, loop);
    f.update(begin, f.variable(next), kAtomic);
    f.update(count, f.variable(counts).deref().index(Provenance::Parameter), kAtomic);
    f.call(begin, count, 1).arguments = {number(Provenance::Ticket)};
    return check(f);
  };
  EXPECT_THAT(found(0), SizeIs(1)) << "it keeps the number";
  EXPECT_THAT(found(1), IsEmpty()) << "another number each time";
}

/// Objects that were given an element of a table, which others go through.
struct KeptElements {
  explicit KeptElements(bool scanned, std::uint64_t elements = 64) {
    const auto word = f.atomic();
    const auto slots = f.global("slots", f.array(word, elements));
    const auto user = f.record("User", {{"slot", f.pointer(word)}});
    const auto join = f.function("join"), publish = f.function("publish");
    f.write(join, f.parameter(0, f.pointer(user)).deref().member("slot")).stored =
        f.variable(slots).index(Provenance::Unknown, 0, "bit").address().designator();
    f.write(publish, f.parameter(0, f.pointer(user)).deref().member("slot").deref(), kAtomic);
    if (scanned)
      f.read(f.function("wait"), f.variable(slots).index(Provenance::Unknown, 0, "at"),
             kAtomicInLoop);
  }
  FactsBuilder f;
};

TEST(RuleSlotsNumbers, ElementsThatObjectsKeepToPublishIn) {
  EXPECT_THAT(check(KeptElements(true).f), SizeIs(1));
  EXPECT_THAT(check(KeptElements(false).f), IsEmpty()) << "nobody looks for them";
  EXPECT_THAT(check(KeptElements(true, 65536).f), IsEmpty()) << "a table of data";
}

} // namespace ruleSlotsNumbersTest
} // namespace fsfind
