// Padding behind the members of records that cannot be aligned: where, how much, and when not.
#include "rules/remedy/source/TrailingPadding.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>
#include <utility>

namespace fsfind {
namespace trailingPaddingTest {

using test::FactsBuilder;

/// `struct meter { long packets; int bytes; };` in lines 3 to 6, of memory that nobody aligns.
class TrailingPaddingTest : public testing::Test {
protected:
  TrailingPaddingTest() {
    FactsBuilder f;
    const TypeIndex meter_type =
        f.record("meter", {{"packets", f.plain(8)}, {"bytes", f.plain(4)}});
    f.global("all", f.array(meter_type, 4));
    facts = f.build();
    FactRecord &record = meter();
    record.alignable = true;
    record.align = 8;
    record.size = 16;
    record.place = {FileIndex(0), 3, 8};
    record.tail = {FileIndex(0), 5, 13};
    record.objects.storage = true;
    record.members[1].lines = "  int bytes; // of all packets\n";
    record.members[1].first_line = 5;
  }

  FactRecord &meter() { return facts.records[0]; }
  [[nodiscard]] std::optional<TrailingPadding> padding() const {
    const FactLookup lookup(facts);
    return trailingPadding(lookup, {lookup, facts.place(facts.records[0].place)}, 64);
  }

  Facts facts;
};

TEST_F(TrailingPaddingTest, PartsElementsWhereverTheyBegin) {
  const auto found = padding();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->edit.text, "  char padding[60];\n") << "12 bytes of data, aligned to 8";
  EXPECT_EQ(found->edit.line, 6U);
  EXPECT_EQ(found->edit.column, 1U);
  EXPECT_EQ(found->size, 72U);
}

TEST_F(TrailingPaddingTest, StandsBehindAMemberThatSharesItsLine) {
  meter().members[1].lines.clear();
  const auto found = padding();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->edit.text, " char padding[60];");
  EXPECT_EQ(found->edit.line, 5U);
  EXPECT_EQ(found->edit.column, 13U);
}

TEST_F(TrailingPaddingTest, NeedsMemoryThatIsSeenAndFollowsTheSize) {
  const auto variables = std::exchange(facts.variables, {});
  EXPECT_TRUE(padding()) << "made by calls that are told the size";
  meter().objects.storage = false;
  EXPECT_FALSE(padding()) << "who makes the objects?";
  facts.variables = variables;
  EXPECT_TRUE(padding());
  meter().objects.storage = true;
  meter().objects.unsized = true;
  EXPECT_FALSE(padding());
}

TEST_F(TrailingPaddingTest, TakesObjectsOfNewAndOfContainers) {
  facts.variables.clear();
  meter().objects = {};
  EXPECT_FALSE(padding());
  meter().objects.heap = true;
  EXPECT_TRUE(padding());
}

TEST_F(TrailingPaddingTest, NeedsSourcesThatDoNotCountOnTheLayout) {
  meter().order_uses.positions = true;
  EXPECT_FALSE(padding());
  meter().order_uses = {};
  meter().objects.sizes = true;
  EXPECT_FALSE(padding());
}

TEST_F(TrailingPaddingTest, NeedsALastMemberThatAnotherMayFollow) {
  meter().members[1].size = 0;
  EXPECT_FALSE(padding()) << "char rest[]";
  meter().members[1].size = 4;
  meter().members[1].bit_field = true;
  EXPECT_FALSE(padding());
  meter().members[1].bit_field = false;
  meter().members[0].name = "padding";
  EXPECT_FALSE(padding());
  meter().members[0].name = "packets";
  meter().tail = {};
  EXPECT_FALSE(padding()) << "a macro wrote it";
}

TEST_F(TrailingPaddingTest, IsNotForMemoryThatIsMapped) {
  facts.functions.emplace_back().allocations.emplace_back();
  FactAllocation &one = facts.functions[0].allocations[0];
  for (std::size_t i = 0; i < facts.types.size(); ++i)
    if (facts.types[i].record)
      one.element = TypeIndex(i);
  ASSERT_TRUE(one.element);
  EXPECT_TRUE(padding());
  one.maps_file = true;
  EXPECT_FALSE(padding());
}

} // namespace trailingPaddingTest
} // namespace fsfind
