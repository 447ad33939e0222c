// What forbids a tool to write an alignment, and by which name and in which language it is written.
#include "rules/remedy/source/AlignmentObstacle.h"
#include "rules/remedy/source/WrittenAlignment.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace alignmentObstacleTest {

using test::FactsBuilder;
using testing::HasSubstr;

/// A record `Slot` that a record `Holder` has, and a global of the holder.
class AlignmentObstacleTest : public testing::Test {
protected:
  AlignmentObstacleTest() {
    FactsBuilder f;
    const TypeIndex number = f.plain(8);
    const TypeIndex slot = f.record("Slot", {{"hits", number}});
    const TypeIndex holder = f.record("Holder", {{"kind", number}, {"slot", slot}});
    f.global("all", holder);
    facts = f.build();
    for (FactUnit &unit : facts.units)
      unit.cplusplus = unit.aligned_new = true;
    for (FactRecord &record : facts.records) {
      record.alignable = true;
      record.place = {FileIndex(0), record.name == "Slot" ? 3U : 9U, 8};
    }
  }

  FactRecord &record(const std::string &name) {
    return *std::find_if(facts.records.begin(), facts.records.end(),
                         [&](const FactRecord &one) { return one.name == name; });
  }
  [[nodiscard]] std::string obstacle(std::uint64_t alignment = 64) {
    const FactLookup lookup(facts);
    return alignmentObstacle(lookup, {lookup, facts.place(record("Slot").place)}, alignment);
  }

  Facts facts;
};

TEST_F(AlignmentObstacleTest, NoneOfWhatVariablesHold) {
  EXPECT_EQ(obstacle(), "");
}

TEST_F(AlignmentObstacleTest, SomethingCountsOnTheSizeOrTheBytes) {
  for (const std::string name : {"Slot", "Holder"}) {
    FactRecord &of = record(name);
    const FactRecord before = of;
    of.objects.sizes = true;
    EXPECT_EQ(obstacle(), "its size or alignment is part of other expressions") << name;
    of = before;
    of.order_uses.bytes = true;
    EXPECT_EQ(obstacle(), "it is copied or filled as bytes") << name;
    of = before;
    of.order_uses.casts = true;
    EXPECT_EQ(obstacle(), "pointers to it are cast to or from another type's") << name;
    of = before;
  }
  record("Slot").order_uses.offsets = true;
  EXPECT_EQ(obstacle(), "offsetof is taken of its members");
}

TEST_F(AlignmentObstacleTest, APromisedLayoutHoldsItsParts) {
  record("Holder").alignable = false;
  EXPECT_EQ(obstacle(), "it is part of 'Holder', whose layout may be promised to others");
  record("Holder").is_union = true;
  EXPECT_EQ(obstacle(), "") << "grows with its members";
}

TEST_F(AlignmentObstacleTest, MemoryFromElsewhere) {
  record("Holder").objects.storage = true;
  EXPECT_THAT(obstacle(),
              testing::StartsWith("memory that is not seen to be aligned becomes its objects"));
}

TEST_F(AlignmentObstacleTest, NewBeforeCplusplus17) {
  record("Holder").objects.heap = true;
  EXPECT_EQ(obstacle(), "");
  facts.units[0].aligned_new = false;
  EXPECT_EQ(obstacle(), "`new` does not honour alignment before C++17");
}

TEST_F(AlignmentObstacleTest, SomethingHasToShowWhereObjectsLie) {
  facts.variables.clear();
  EXPECT_EQ(obstacle(), "nothing shows how its objects are allocated");
  record("Slot").objects.heap = true;
  EXPECT_EQ(obstacle(), "");
}

TEST_F(AlignmentObstacleTest, AnAllocatorMayAlignLessThanTheProjectsConstant) {
  FactAllocation allocation;
  allocation.kind = AllocationKind::Aligned;
  allocation.alignment = 64;
  allocation.how = "aligned_alloc";
  for (std::size_t i = 0; i < facts.types.size(); ++i)
    if (facts.types[i].record && &facts.record(*facts.types[i].record) == &record("Slot"))
      allocation.element = TypeIndex(i);
  facts.functions.emplace_back().allocations = {allocation};
  EXPECT_EQ(obstacle(64), "");
  EXPECT_THAT(obstacle(128), HasSubstr("aligned_alloc in another file does not honour alignment"));
}

TEST(WrittenAlignment, IsByAConstantThatPartsLines) {
  const Facts facts;
  EXPECT_EQ(alignmentBy(FactLookup(facts), {"kLine", 64}, 64).text(true), "alignas(kLine) ");
  EXPECT_EQ(alignmentBy(FactLookup(facts), {"kLines", 128}, 64).text(false), "_Alignas(kLines) ");
  EXPECT_EQ(alignmentBy(FactLookup(facts), {"kLines", 128}, 64).value, 128U);
  for (const std::uint64_t value : {0U, 32U, 192U, 1U << 20})
    EXPECT_EQ(alignmentBy(FactLookup(facts), {"kLine", value}, 64).text(true), "alignas(64) ")
        << value;
}

TEST(WrittenAlignment, IsInTheLanguageOfTheUnitsThatReadTheFile) {
  Facts facts;
  facts.units.resize(2);
  facts.units[1].cplusplus = true;
  facts.c_files = {"a.c", "both.h", "q.inc"};
  facts.cplusplus_files = {"b.cpp", "both.h", "only.h"};
  EXPECT_EQ(isCplusplus(FactLookup(facts), "q.inc"), false);
  EXPECT_EQ(isCplusplus(FactLookup(facts), "only.h"), true);
  EXPECT_EQ(isCplusplus(FactLookup(facts), "both.h"), std::nullopt);
  EXPECT_EQ(isCplusplus(FactLookup(facts), "elsewhere.h"), std::nullopt);
}

TEST(WrittenAlignment, IsByAnAttributeWhereTheLanguageHasNoWordForIt) {
  Facts facts;
  facts.units.resize(2);
  facts.units[0].own_alignment = false; // C99
  facts.units[1].cplusplus = true;
  facts.c_files = {"a.c"};
  facts.cplusplus_files = {"b.cpp"};
  EXPECT_EQ(alignmentIn(FactLookup(facts), "a.c", {}, 64).text(false),
            "__attribute__((aligned(64))) ");
  EXPECT_EQ(alignmentIn(FactLookup(facts), "b.cpp", {}, 64).text(true), "alignas(64) ");
  EXPECT_EQ(alignmentBy(FactLookup(facts), {"LINE", 64}, 64).text(false),
            "__attribute__((aligned(LINE))) ");
  EXPECT_EQ(alignmentBy(FactLookup(facts), {"LINE", 64, "ALIGNED"}, 64).text(false), "ALIGNED ");
}

TEST(WrittenAlignment, IsByAnAttributeWhereCAndCplusplusReadTheFile) {
  Facts facts;
  facts.c_files = {"asks.h", "both.h"};
  facts.cplusplus_files = {"asks.h", "both.h", "only.h"};
  facts.compiler_files = {"asks.h"};
  EXPECT_EQ(alignmentIn(FactLookup(facts), "only.h", {}, 64).text(true), "alignas(64) ");
  const WrittenAlignment both = alignmentIn(FactLookup(facts), "both.h", {}, 64);
  EXPECT_EQ(both.text(*both.isCplusplusIn(FactLookup(facts), "both.h")),
            "__attribute__((aligned(64))) ");
  EXPECT_EQ(alignmentIn(FactLookup(facts), "both.h", {"LINE", 128}, 64).attribute,
            "__attribute__((aligned(LINE)))");
  EXPECT_EQ(alignmentIn(FactLookup(facts), "both.h", {"", 64, "OWN_LINE"}, 64).attribute,
            "OWN_LINE");
  EXPECT_EQ(
      alignmentIn(FactLookup(facts), "asks.h", {}, 64).isCplusplusIn(FactLookup(facts), "asks.h"),
      std::nullopt)
      << "other compilers read it, too";
}

TEST(WrittenAlignment, OfAWholeRecordIsAnAttributeUnlessOtherCompilersReadTheFile) {
  Facts facts;
  facts.compiler_files = {"asks.h"};
  EXPECT_EQ(attributeOfRecord(facts, "a.h", {64, "LINE"}), "__attribute__((aligned(LINE))) ");
  EXPECT_EQ(attributeOfRecord(facts, "a.h", {64, {}, "OWN_LINE"}), "__attribute__((aligned(64))) ")
      << "the macro may be _Alignas, which no record takes";
  EXPECT_EQ(attributeOfRecord(facts, "asks.h", {64, {}}), "");
}

TEST(WrittenAlignment, ExternCIsForTheUnitsOfCThatAreRead) {
  Facts facts;
  facts.files = {{"both.h"}, {"only.h"}};
  facts.c_files = {"both.h"};
  facts.cplusplus_files = {"both.h", "only.h"};
  FactRecord record;
  record.place = {FileIndex(0), 1, 1};
  EXPECT_FALSE(isForUnseenCode(FactLookup(facts), record));
  record.c_linkage = true;
  EXPECT_FALSE(isForUnseenCode(FactLookup(facts), record));
  record.c_functions = {"c:@F@push"};
  EXPECT_TRUE(isForUnseenCode(FactLookup(facts), record)) << "a library may define it";
  FactFunction push;
  push.key = "c:@F@push";
  push.defined = true;
  facts.functions = {push};
  EXPECT_FALSE(isForUnseenCode(FactLookup(facts), record));
  record.place.file = FileIndex(1);
  EXPECT_TRUE(isForUnseenCode(FactLookup(facts), record)) << "no unit of C reads it";
}

} // namespace alignmentObstacleTest
} // namespace fsfind
