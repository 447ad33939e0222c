// Layouts of records by the facts, the code that uses their members, and who writes them apart.
#include "rules/source/layout/SourceLayouts.h"
#include "rules/merge/MergeFacts.h"
#include "rules/source/layout/FactLayout.h"
#include "tests/support/FactsBuilder.h"
#include "tests/support/RandomFacts.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace sourceLayoutsTest {

using test::FactsBuilder;
using test::kInLoop;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

constexpr std::uint32_t kLine = 64;

/// A ring that one thread fills and another one empties; `parts` is an array of records in it.
struct Ring {
  Ring() {
    part = f.record("Part", {{"count", f.plain(8)}, {"sum", f.plain(8)}});
    index = f.record("Index", {{"head", f.plain(8)}, {"tail", f.plain(8)}});
    ring = f.record("app::Ring",
                    {{"index", index}, {"limit", f.plain(4, "int")}, {"parts", f.array(part, 2)}});
    variable = f.global("ring", ring);
    const FunctionIndex main = f.function("main");
    push = f.function("push");
    pop = f.function("pop");
    f.start(main, push);
    f.start(main, pop);
  }
  void use() {
    f.write(push, f.variable(variable).member("index").member("tail"), kInLoop);
    f.read(push, f.variable(variable).member("index").member("head"), kInLoop);
    f.write(pop, f.variable(variable).member("index").member("head"), kInLoop);
    f.write(pop, f.variable(variable).member("parts").index(Provenance::Unknown).member("sum"),
            kInLoop);
  }
  SourceLayouts found(const std::string &name) const {
    return sourceLayouts(f.build(), name, kLine);
  }
  FactsBuilder f;
  TypeIndex part, index, ring;
  VariableIndex variable;
  FunctionIndex push, pop;
};

std::vector<std::string> functions(const MemberCode &code, bool writes) {
  std::vector<std::string> names;
  for (const CodeUse &use : code)
    if (writes ? use.writes : use.reads)
      names.push_back(use.function);
  return names;
}

TEST(SourceLayouts, MembersOfNestedRecordsAreShownOneByOne) {
  const SourceLayouts found = Ring().found("Ring");
  ASSERT_THAT(found.layouts, SizeIs(1));
  const TypeLayout &layout = found.layouts[0].layout;
  EXPECT_EQ(layout.name, "app::Ring");
  EXPECT_EQ(layout.size, 56U);
  std::vector<std::pair<std::string, std::uint64_t>> members;
  for (const LaidOutMember &member : layout.members)
    members.emplace_back(member.path, member.offset);
  EXPECT_THAT(members, ElementsAre(std::pair("index.head", 0U), std::pair("index.tail", 8U),
                                   std::pair("limit", 16U), std::pair("parts", 24U)));
  EXPECT_THAT(holesOf(layout), ElementsAre(LayoutHole{20, 4}));
}

TEST(SourceLayouts, TellsWhichCodeOfWhichThreadsUsesAMember) {
  Ring ring;
  ring.use();
  const SourceLayouts found = ring.found("app::Ring");
  ASSERT_THAT(found.layouts, SizeIs(1));
  const std::vector<MemberCode> &code = found.layouts[0].code;
  EXPECT_THAT(functions(code[0], true), ElementsAre("pop"));
  EXPECT_THAT(functions(code[0], false), Contains("push"));
  EXPECT_THAT(functions(code[1], true), ElementsAre("push"));
  EXPECT_THAT(code[2], IsEmpty()) << "nobody uses the limit";
  EXPECT_THAT(functions(code[3], true), ElementsAre("pop")) << "an element counts for its array";
  EXPECT_EQ(code[1][0].threads, "push");
  EXPECT_TRUE(code[1][0].often);
  EXPECT_FALSE(code[1][0].many);
}

TEST(SourceLayouts, CodeOfAPartIsThatOfTheWholeOnlyIfItIsReachedThere) {
  Ring ring;
  ring.use();
  const SourceLayouts found = ring.found("Index");
  ASSERT_THAT(found.layouts, SizeIs(1));
  EXPECT_THAT(functions(found.layouts[0].code[0], true), ElementsAre("pop"));
  const VariableIndex other = ring.f.global("other", ring.index);
  ring.f.write(ring.push, ring.f.variable(other).member("head"), kInLoop);
  EXPECT_THAT(functions(ring.found("Ring").layouts[0].code[0], true), ElementsAre("pop"));
  EXPECT_THAT(functions(ring.found("Index").layouts[0].code[0], true),
              UnorderedElementsAre("pop", "push"));
}

TEST(SourceLayouts, PartsTheMembersThatTheRuleFinds) {
  FactsBuilder f;
  const auto queue =
      f.record("Queue", {{"head", f.plain(8)}, {"tail", f.plain(8)}, {"limit", f.plain(8)}});
  const auto variable = f.global("queue", queue);
  const auto main = f.function("main"), push = f.function("push"), pop = f.function("pop");
  f.start(main, push);
  f.start(main, pop);
  f.write(push, f.variable(variable).member("tail"), kInLoop);
  f.write(pop, f.variable(variable).member("head"), kInLoop);
  const SourceLayouts found = sourceLayouts(f.build(), "Queue", kLine);
  ASSERT_THAT(found.layouts, SizeIs(1));
  const SourceLayout &one = found.layouts[0];
  const auto shared = sharedLines(one.layout, one.writers, kLine);
  ASSERT_THAT(shared, SizeIs(1));
  EXPECT_THAT(shared[0].members, ElementsAre("head", "tail"));
  const auto order = orderByWriters(one.layout, one.writers, kLine);
  ASSERT_TRUE(order);
  EXPECT_EQ(order->arrangement.size, 128U);
  f.at(*f.at(queue).record).size = 25; // a byte that no member explains
  const SourceLayouts odd = sourceLayouts(f.build(), "Queue", kLine);
  EXPECT_FALSE(orderByWriters(odd.layouts[0].layout, odd.layouts[0].writers, kLine));
}

TEST(SourceLayouts, CodeOfABaseClassCountsUnlessItsObjectIsKnown) {
  FactsBuilder f;
  const auto base = f.record("Base", {{"id", f.plain(8)}});
  const auto derived = f.record("Derived", {{"Base", base}, {"rest", f.plain(8)}});
  f.member(derived, "Base").base = true;
  const auto main = f.function("main"), worker = f.function("worker");
  const auto number = f.method("number", base);
  f.start(main, worker);
  f.call(worker, number);
  f.write(number, f.self(base).deref().member("id"), kInLoop);
  f.write(worker, f.variable(f.global("alone", base)).member("id"), kInLoop);
  const SourceLayouts found = sourceLayouts(f.build(), "Derived", kLine);
  ASSERT_THAT(found.layouts, SizeIs(1));
  EXPECT_EQ(found.layouts[0].layout.members[0].path, "id");
  EXPECT_THAT(functions(found.layouts[0].code[0], true), ElementsAre("number"));
}

std::vector<std::string> paths(const TypeLayout &layout) {
  std::vector<std::string> all;
  for (const LaidOutMember &member : layout.members)
    all.push_back(member.path);
  return all;
}

TEST(SourceLayouts, BasesOfBasesHaveTheirData) {
  FactsBuilder f;
  const auto first = f.record("First", {{"x", f.plain(8)}});
  const auto second = f.record("Second", {{"First", first}});
  f.member(second, "First").base = true;
  const auto third = f.record("Third", {{"Second", second}, {"y", f.plain(8)}});
  f.member(third, "Second").base = true;
  const auto main = f.function("main"), one = f.function("one"), other = f.function("other");
  f.start(main, one);
  f.start(main, other);
  const auto variable = f.global("third", third);
  f.write(one, f.variable(variable).member("Second").member("First").member("x"), kInLoop);
  f.write(other, f.variable(variable).member("y"), kInLoop);
  const SourceLayouts found = sourceLayouts(f.build(), "Third", kLine);
  ASSERT_THAT(found.layouts, SizeIs(1));
  const SourceLayout &layout = found.layouts[0];
  EXPECT_THAT(paths(layout.layout), ElementsAre("x", "y"));
  EXPECT_THAT(holesOf(layout.layout), IsEmpty());
  EXPECT_THAT(functions(layout.code[0], true), ElementsAre("one"));
  EXPECT_THAT(layout.layout.parts, SizeIs(2)) << "orders keep the base class";
}

TEST(SourceLayouts, BasesOfBasesHaveTheirVtablePointer) {
  FactsBuilder f;
  const auto first = f.record("First", {{kVtablePointer, f.plain(8)}});
  const auto second = f.record("Second", {{"First", first}});
  f.member(second, "First").base = true;
  const auto third = f.record("Third", {{"Second", second}, {"y", f.plain(8)}});
  f.member(third, "Second").base = true;
  EXPECT_THAT(paths(layoutOf(f.build(), *f.at(third).record)), ElementsAre(kVtablePointer, "y"));
}

TEST(SourceLayouts, BasesOfEmptyBasesAreEmpty) {
  FactsBuilder f;
  const auto empty = f.record("Empty", {});
  f.at(*f.at(empty).record).size = 1;
  TypeIndex last = empty;
  for (const char *name : {"Tag", "Taggeds"}) {
    const auto next = f.record(name, {{"Base", last}});
    f.member(next, "Base").base = true;
    last = next;
  }
  const auto record = f.record("Record", {{"Base", last}, {"y", f.plain(8)}});
  f.member(record, "Base").base = true;
  f.member(record, "y").offset = 0;
  f.at(*f.at(record).record).size = 8;
  const TypeLayout layout = layoutOf(f.build(), *f.at(record).record);
  EXPECT_THAT(paths(layout), ElementsAre("y"));
  EXPECT_THAT(layout.parts, SizeIs(1));
}

TEST(SourceLayouts, BytesThatVirtualBasesMayHaveAreNoHole) {
  FactsBuilder f;
  const auto record = f.record("Derived", {{kVtablePointer, f.plain(8)}, {"id", f.plain(4)}});
  FactRecord &derived = f.at(*f.at(record).record);
  derived.align = 8;
  derived.size = 16;
  EXPECT_THAT(holesOf(layoutOf(f.build(), *f.at(record).record)),
              ElementsAre(LayoutHole{12, 4, true}));
  derived.size = 32;
  EXPECT_THAT(holesOf(layoutOf(f.build(), *f.at(record).record)),
              ElementsAre(LayoutHole{12, 20, false}));
  const auto last = f.record("Last", {{"Derived", record}, {"own", f.plain(4)}});
  f.member(last, "Derived").base = true;
  f.member(last, "own").offset = 12;
  f.at(*f.at(last).record).align = 8;
  f.at(*f.at(last).record).size = 32;
  EXPECT_THAT(holesOf(layoutOf(f.build(), *f.at(last).record)),
              ElementsAre(LayoutHole{16, 16, false}))
      << "the size of a base class counts its virtual bases, too";
}

TEST(SourceLayouts, BytesThatPackedBitFieldsMayHaveAreNoHole) {
  FactsBuilder f;
  const auto record = f.record("Packed", {{"low", f.plain(4)}, {"kind", f.plain(1)}});
  f.member(record, "low").bit_field = true;
  f.member(record, "low").offset = 3;
  f.member(record, "kind").offset = 5;
  FactRecord &packed = f.at(*f.at(record).record);
  packed.size = 6;
  packed.packed = true;
  EXPECT_THAT(holesOf(layoutOf(f.build(), *f.at(record).record)),
              ElementsAre(LayoutHole{0, 3, true}, LayoutHole{4, 1, false}));
}

TEST(SourceLayouts, NamesThatBeginWithTheirScopeAreWhole) {
  FactsBuilder f;
  f.record("n1::S", {{"a", f.plain(4)}});
  f.record("n2::n1::S", {{"a", f.plain(4)}});
  f.record("S", {{"a", f.plain(4)}});
  const auto names = [&](const std::string &wanted) {
    std::vector<std::string> all;
    for (const SourceLayout &one : sourceLayouts(f.build(), wanted, kLine).layouts)
      all.push_back(one.layout.name);
    return all;
  };
  EXPECT_THAT(names("::n1::S"), ElementsAre("n1::S"));
  EXPECT_THAT(names("struct ::S"), ElementsAre("S"));
  EXPECT_THAT(names("n1::S"), UnorderedElementsAre("n1::S", "n2::n1::S"));
}

TEST(SourceLayouts, RecordsOfAProjectsHeaderAreOpenWhateverTheirMembersAreCalled) {
  const auto pathsIn = [](const std::string &file) {
    FactsBuilder f;
    const auto ring = f.record("Ring", {{"__head", f.plain(8)}, {"__tail", f.plain(8)}});
    const auto queue = f.record("Queue", {{"ring", ring}});
    Facts facts = f.build();
    facts.files.front().path = file;
    return paths(layoutOf(facts, *f.at(queue).record));
  };
  EXPECT_THAT(pathsIn("/project/include/ring.h"), ElementsAre("ring.__head", "ring.__tail"));
  for (const char *file :
       {"/usr/include/ring.h", "/usr/lib/gcc/x86_64-linux-gnu/12/include/ring.h",
        "/srv/root/usr/include/ring.h", "/opt/arm-linux-gnueabihf/include/ring.h"})
    EXPECT_THAT(pathsIn(file), ElementsAre("ring")) << file;
}

TEST(SourceLayouts, CodeOfAUnionIsThatOfTheMemberItTakes) {
  FactsBuilder f;
  const auto either = f.record("Either", {{"a", f.plain(8)}, {"b", f.plain(8, "double")}});
  f.at(*f.at(either).record).is_union = true;
  f.member(either, "b").offset = 0;
  const auto holder = f.record("Holder", {{"either", either}});
  const auto main = f.function("main"), one = f.function("one"), other = f.function("other");
  f.start(main, one);
  f.start(main, other);
  const auto variable = f.global("holder", holder);
  f.write(one, f.variable(variable).member("either").member("a"), kInLoop);
  f.write(other, f.variable(variable).member("either").member("b"), kInLoop);
  for (const char *name : {"Either", "Holder"}) {
    const SourceLayouts found = sourceLayouts(f.build(), name, kLine);
    ASSERT_THAT(found.layouts, SizeIs(1));
    EXPECT_THAT(functions(found.layouts[0].code[0], true), ElementsAre("one")) << name;
    EXPECT_THAT(functions(found.layouts[0].code[1], true), ElementsAre("other")) << name;
  }
}

TEST(SourceLayouts, BitFieldsEndAtTheNextMember) {
  FactsBuilder f;
  const auto flags = f.record("Flags", {{"low", f.plain(4)}, {"kind", f.plain(1)}});
  f.member(flags, "low").bit_field = true;
  f.member(flags, "kind").offset = 1;
  const SourceLayouts found = sourceLayouts(f.build(), "Flags", kLine);
  ASSERT_THAT(found.layouts, SizeIs(1));
  const TypeLayout &layout = found.layouts[0].layout;
  EXPECT_EQ(layout.members[0].size, 1U);
  EXPECT_EQ(layout.members[0].bits, 0U);
  EXPECT_THAT(layout.parts, IsEmpty()) << "no order is planned";
}

TEST(SourceLayouts, OfRandomFactsHaveCodeAndWritersForEachMember) {
  std::size_t members = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Facts facts = linked(test::RandomFacts(seed).unit());
    for (const FactRecord &record : facts.records)
      for (const SourceLayout &one : sourceLayouts(facts, record.name, kLine).layouts) {
        ASSERT_EQ(one.code.size(), one.layout.members.size()) << seed;
        ASSERT_EQ(one.writers.size(), one.layout.members.size()) << seed;
        (void)orderByWriters(one.layout, one.writers, kLine);
        (void)sharedLines(one.layout, one.writers, kLine);
        members += one.layout.members.size();
      }
  }
  EXPECT_GT(members, 0U);
}

TEST(SourceLayouts, RecordsThatHoldEachOtherWithoutAMemberEnd) {
  FactsBuilder f;
  TypeIndex last = f.record("Level0", {{"", f.plain(4)}});
  f.member(last, "").bit_field = true;
  for (int level = 1; level < 24; ++level)
    last = f.record("Level" + std::to_string(level), {{"a", last}, {"b", last}});
  EXPECT_TRUE(layoutOf(f.build(), *f.at(last).record).cut);
}

TEST(SourceLayouts, TemplatesAndIncompleteRecordsHaveNoLayout) {
  FactsBuilder f;
  const auto pattern = f.record("Queue", {{"head", f.plain(8)}});
  f.at(*f.at(pattern).record).key = "c:@ST>1#T@Queue";
  f.at(*f.at(f.record("Hidden", {})).record).size = 0;
  f.record("Queue<long>", {{"head", f.plain(8)}});
  EXPECT_THAT(sourceLayouts(f.build(), "Hidden", kLine).layouts, IsEmpty());
  const SourceLayouts found = sourceLayouts(f.build(), "Queue", kLine);
  ASSERT_THAT(found.layouts, SizeIs(1));
  EXPECT_EQ(found.layouts[0].layout.name, "Queue<long>");
  EXPECT_THAT(found.names, ElementsAre("Queue"));
}

} // namespace sourceLayoutsTest
} // namespace fsfind
