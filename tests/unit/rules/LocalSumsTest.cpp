// When the loops of threads are edited to gather their changes in locals.
#include "rules/join/Join.h"
#include "rules/join/PlanMeasured.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/source/Advise.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

#include <functional>

namespace fsfind {
namespace localSumsTest {

using test::FactsBuilder;
using test::kAtomicInLoop;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A program whose threads of `work` add to `hits` of `stats` in a loop that can be edited.
struct Threads {
  Threads() {
    f.start(main, work, true);
    FactAccess &change = f.update(work, f.variable(stats).member("hits"), kAtomicInLoop);
    change.accumulates = Accumulation::Sum;
    change.same_object = true;
    addSum(work, "hits", 30);
  }

  FactSum &addSum(FunctionIndex in, const std::string &member, std::uint32_t line) {
    FactSum &sum = f.at(in).sums.emplace_back();
    sum.what = f.variable(stats).member(member).designator();
    sum.key = member;
    sum.how = Accumulation::Sum;
    sum.loop = {FileIndex{0}, line, 3};
    sum.edits = {{{FileIndex{0}, line, 1}, {FileIndex{0}, line, 1}, member + "_sum;\n"},
                 {{FileIndex{0}, line + 2, 5}, {FileIndex{0}, line + 2, 12}, member + "_sum++"}};
    return sum;
  }
  FactAccess &addChange(FunctionIndex in, const std::string &member) {
    FactAccess &change = f.update(in, f.variable(stats).member(member), kAtomicInLoop);
    change.accumulates = Accumulation::Sum;
    change.same_object = true;
    return change;
  }
  /// The objects are allocated, and a global points to the one that the loop changes.
  void behindPointer(AllocationKind kind) {
    const VariableIndex all = f.global("all", f.pointer(record));
    sum().what = f.variable(all).deref().member("hits").designator();
    FactAllocation &made = f.at(main).allocations.emplace_back();
    made.target = f.variable(all).designator();
    made.kind = kind;
    made.element = record;
  }
  FactAccess &change() { return f.at(work).accesses.front(); }
  FactSum &sum() { return f.at(work).sums.front(); }
  FactRecord &holder() { return f.at(*f.build().type(record).record); }

  [[nodiscard]] Finding finding() {
    Finding finding;
    finding.rule = kRuleContendedAtomic;
    finding.sharing = Sharing::True;
    for (const std::string &name : members) {
      FindingMember member;
      member.path = name;
      member.declared = f.build().place(f.member(record, name).place);
      member.writers = member.readers = {"work"};
      member.hitm = 10;
      finding.members.push_back(std::move(member));
    }
    finding.location = finding.members.front().declared;
    return finding;
  }
  [[nodiscard]] Advice advice() {
    const Facts &facts = f.build();
    for (const Advice &one : advise(facts, Roles(facts), finding(), 64))
      if (one.remedy == Remedy::AccumulateLocally)
        return one;
    return {};
  }

  FactsBuilder f;
  TypeIndex record = f.record("Stats", {{"hits", f.atomic()}, {"misses", f.atomic()}});
  VariableIndex stats = f.global("stats", record);
  FunctionIndex main = f.function("main"), work = f.function("work"), other = f.function("other");
  std::vector<std::string> members = {"hits"};
};

TEST(LocalSums, AreEditsOfTheLoop) {
  Threads threads;
  const Advice one = threads.advice();
  ASSERT_THAT(one.edits, SizeIs(2));
  EXPECT_EQ(one.edits[0], (Edit{"a.cpp", 30, 1, 30, 1, "hits_sum;\n"}));
  EXPECT_EQ(one.edits[1], (Edit{"a.cpp", 32, 5, 32, 12, "hits_sum++"}));
  EXPECT_THAT(one.example, IsEmpty());
}

TEST(LocalSums, OfAllLoopsOfThreads) {
  Threads threads;
  threads.f.start(threads.main, threads.other, true);
  threads.addChange(threads.other, "hits");
  FactSum &more = threads.addSum(threads.other, "hits", 50);
  EXPECT_THAT(threads.advice().edits, SizeIs(4));
  more.obstacle = "return leaves the loop";
  more.edits.clear();
  EXPECT_THAT(threads.advice().edits, IsEmpty());
  EXPECT_EQ(threads.advice().obstacle, "return leaves the loop (the loop in line 50)");
  EXPECT_THAT(threads.advice().example, HasSubstr("hits += sum;"));
}

TEST(LocalSums, OfSeveralNumbersInOneLoop) {
  Threads threads;
  threads.members = {"hits", "misses"};
  threads.addChange(threads.work, "misses");
  threads.addSum(threads.work, "misses", 30).edits[1].begin.line = 33;
  threads.f.at(threads.work).sums[1].edits[1].end.line = 33;
  const Advice one = threads.advice();
  ASSERT_THAT(one.edits, SizeIs(3));
  EXPECT_EQ(one.edits[0].text, "hits_sum;\nmisses_sum;\n") << "at one place";
}

TEST(LocalSums, OtherCodeThatForbidsThem) {
  using Alter = std::function<void(Threads &)>;
  struct Case {
    const char *why;
    Alter alter;
  };
  const Case cases[] = {
      {"its address is passed on", [](Threads &at) { at.f.untraced("hits"); }},
      {"what leads to it may be changed",
       [](Threads &at) {
         at.f.untraced("current");
         at.sum().way = {"current"};
       }},
      {"as bytes", [](Threads &at) { at.holder().order_uses.bytes = true; }},
      {"whose memory it is in",
       [](Threads &at) {
         at.sum().what = at.f.variable(at.f.global("all", at.f.pointer(at.record)))
                             .deref()
                             .member("hits")
                             .designator();
         at.holder().objects.unsized = true;
       }},
      {"whose memory it is in", [](Threads &at) { at.behindPointer(AllocationKind::Map); }},
      {"may be freed meanwhile",
       [](Threads &at) {
         at.behindPointer(AllocationKind::Malloc);
         at.sum().calls = true;
       }},
      {"are given objects that hold it",
       [](Threads &at) {
         at.f.ownFile("a.cpp");
         const FunctionIndex watch = at.f.function("watch");
         at.f.at(watch).defined = false;
         at.f.call(at.main, watch).arguments = {
             {at.f.variable(at.stats).address().designator(), {}}};
       }},
      {"as bytes", [](Threads &at) { at.holder().is_union = true; }},
      {"nobody waits for", [](Threads &at) { at.f.at(at.main).detaches = true; }},
      {"other than by their return",
       [](Threads &at) {
         at.f.at(at.other).unwinds = true;
         at.sum().calls = true;
       }},
      {"an exception may leave the loop",
       [](Threads &at) {
         at.f.call(at.other, at.work);
         at.f.start(at.main, at.other);
         at.f.at(at.other).catches = true;
         at.sum().throws = true;
       }},
      {"in a function that is called in a loop",
       [](Threads &at) {
         at.f.call(at.work, at.other, 1);
         at.addChange(at.other, "hits").loop_depth = 0;
       }},
      {"no tool can write otherwise",
       [](Threads &at) {
         at.f.start(at.main, at.other);
         at.addChange(at.other, "hits");
       }},
      {"that the loop calls uses it otherwise",
       [](Threads &at) { // in each round main starts threads, waits for them and reads
         at.addChange(at.main, "hits");
         at.addSum(at.main, "hits", 60);
         at.f.call(at.main, at.f.join(), 1);
         at.f.call(at.main, at.other, 1);
         at.f.read(at.other, at.f.variable(at.stats).member("hits"));
       }},
      {"could not be read", [](Threads &at) { at.f.unit().errors = 1; }},
  };
  for (const Case &one : cases) {
    Threads threads;
    one.alter(threads);
    EXPECT_THAT(threads.advice().edits, IsEmpty()) << one.why;
    EXPECT_THAT(threads.advice().obstacle, HasSubstr(one.why));
  }
}

TEST(LocalSums, OtherCodeThatForbidsNothing) {
  Threads threads;
  threads.f.at(threads.other).unwinds = threads.f.at(threads.other).catches = true;
  threads.f.untraced("misses");
  EXPECT_THAT(threads.advice().edits, SizeIs(2)) << "the loop calls nothing";
}

TEST(LocalSums, OfObjectsOnTheHeapWhereTheLoopCallsNothing) {
  Threads threads;
  threads.behindPointer(AllocationKind::Malloc);
  EXPECT_THAT(threads.advice().edits, SizeIs(2));
  FactAllocation &made = threads.f.at(threads.main).allocations.front();
  made.wrapper = threads.f.function("shared_memory");
  EXPECT_THAT(threads.advice().edits, IsEmpty()) << "the project's own allocator";
}

TEST(LocalSums, OfObjectsThatReadFunctionsAreGiven) {
  Threads threads;
  threads.f.ownFile("a.cpp");
  const FunctionIndex watch = threads.f.function("watch");
  threads.f.call(threads.main, watch).arguments = {
      {threads.f.variable(threads.stats).address().designator(), {}}};
  EXPECT_THAT(threads.advice().edits, SizeIs(2));
}

TEST(LocalSums, OfObjectsThatTheCompilersOwnConstructorMakes) {
  Threads threads;
  threads.f.ownFile("a.cpp");
  const FunctionIndex made = threads.f.method("Stats", threads.record, FunctionKind::Constructor);
  threads.f.at(made).defined = false;
  threads.f.call(threads.main, made).object = threads.f.variable(threads.stats).designator();
  EXPECT_THAT(threads.advice().edits, IsEmpty()) << "written in another file";
  threads.f.at(made).place = threads.holder().place;
  EXPECT_THAT(threads.advice().edits, SizeIs(2));
}

TEST(LocalSums, UnderALockThereAreWordsOnly) {
  Threads threads;
  threads.change().atomic = false;
  threads.change().held = {0};
  const Advice one = threads.advice();
  EXPECT_THAT(one.edits, IsEmpty());
  EXPECT_THAT(one.obstacle, IsEmpty());
  EXPECT_THAT(one.example, HasSubstr("under the same lock"));
}

/// An alignment parts the data from all others that use them, and comes first.
TEST(LocalSums, ComeBehindLayouts) {
  std::vector<Advice> all(3);
  all[0].remedy = Remedy::AccumulateLocally;
  all[1].remedy = Remedy::AlignMembers;
  all[2].remedy = Remedy::PerThread;
  all[0].edits.resize(1);
  all[1].edits.resize(1);
  preferEdits(all);
  EXPECT_EQ(all[0].remedy, Remedy::AlignMembers);
  EXPECT_EQ(all[1].remedy, Remedy::AccumulateLocally);
}

TEST(LocalSums, EndWhatWasMeasured) {
  Threads threads;
  Finding finding = threads.finding();
  finding.verdict = Verdict::Measured;
  const Facts before = threads.f.build();
  const FileMatch files = matchFiles({finding}, {}, before.paths());
  planMeasured(finding, Adviser(before, Roles(before), 64), files);
  ASSERT_NE(finding.editing(), nullptr);
  EXPECT_EQ(finding.editing()->remedy, Remedy::AccumulateLocally);
  EXPECT_EQ(isEnded(finding, FactLookup(before), files, FactLookup(before), 64),
            std::optional(false));
  threads.change().loop_depth = 0;
  EXPECT_EQ(isEnded(finding, FactLookup(before), files, FactLookup(threads.f.build()), 64),
            std::optional(true));
}

} // namespace localSumsTest
} // namespace fsfind
