// The edits by which allocations of a record come to honour its alignment, and what forbids them.
#include "rules/remedy/source/AlignedAllocations.h"
#include "rules/remedy/source/AlignedDeclarations.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace alignedAllocationsTest {

using test::FactsBuilder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Edit edit(const Facts &facts, FactPlace from, FactPlace to, const std::string &text) {
  const Place begin = facts.place(from), end = facts.place(to);
  return {begin.file, begin.line, begin.column, end.line, end.column, text};
}
FactPlace at(std::uint32_t line, std::uint32_t column) {
  return {FileIndex(0), line, column};
}

class AlignedAllocationsTest : public testing::Test {
protected:
  AlignedAllocationsTest() {
    FactsBuilder f;
    slot = f.record("Slot", {{"hits", f.plain(8)}});
    facts = f.build();
    facts.records[0].place = at(3, 8);
    facts.functions.emplace_back();
  }

  /// `malloc(…)` in columns 5 to 30 of the line.
  FactAllocation &allocation(std::uint32_t line, AllocationKind kind = AllocationKind::Malloc) {
    FactAllocation one;
    one.kind = kind;
    one.how = kind == AllocationKind::Calloc ? "calloc" : "malloc";
    one.alignment = 16;
    one.element = slot;
    one.place = at(line, 5);
    one.call = {.name = at(line, 5),
                .name_end = at(line, 11),
                .arguments = at(line, 12),
                .end = at(line, 30),
                .aligning = "aligned_alloc",
                .follows = true,
                .whole = true,
                .above = {},
                .include = {}};
    if (kind == AllocationKind::Calloc)
      one.call.above = at(line - 1, 1);
    facts.functions[0].allocations.push_back(one);
    return facts.functions[0].allocations.back();
  }
  [[nodiscard]] AlignedAllocations aligned(const WrittenAlignment &alignment = {64, {}}) const {
    const FactLookup lookup(facts);
    return alignedAllocations(lookup, {lookup, facts.place(facts.records[0].place)}, alignment);
  }

  Facts facts;
  TypeIndex slot;
};

TEST_F(AlignedAllocationsTest, MallocOfWholeRecords) {
  allocation(10);
  EXPECT_THAT(aligned().edits, ElementsAre(edit(facts, at(10, 5), at(10, 11), "aligned_alloc"),
                                           edit(facts, at(10, 12), at(10, 12), "64, ")));
}

TEST_F(AlignedAllocationsTest, OtherSizesAreRounded) {
  allocation(10).call.whole = false;
  EXPECT_THAT(aligned().edits,
              ElementsAre(edit(facts, at(10, 5), at(10, 11), "aligned_alloc"),
                          edit(facts, at(10, 12), at(10, 12), "64, ("),
                          edit(facts, at(10, 30), at(10, 30), " + 64 - 1) / 64 * 64")));
}

TEST_F(AlignedAllocationsTest, ByTheProjectsMacro) {
  allocation(10);
  EXPECT_EQ(aligned({128, "LINE"}).edits[1].text, "LINE, ");
  facts.units[0].cplusplus = true;
  EXPECT_EQ(aligned({128, "kLine"}).edits[1].text, "128, ") << "which may be a member of the class";
}

TEST_F(AlignedAllocationsTest, CallocGetsAFunctionOnce) {
  allocation(20, AllocationKind::Calloc);
  allocation(10, AllocationKind::Calloc).call.include = at(2, 1);
  const std::vector<Edit> edits = aligned().edits;
  ASSERT_EQ(edits.size(), 6U);
  EXPECT_EQ(edits[0], edit(facts, at(2, 1), at(2, 1), "#include <string.h>\n"));
  EXPECT_EQ(edits[1].line, 9U);
  EXPECT_THAT(edits[1].text, HasSubstr("static void *calloc_aligned_to(size_t alignment"));
  EXPECT_EQ(edits[2].text, "calloc_aligned_to");
  FactFunction &added = facts.functions.emplace_back();
  added.name = "calloc_aligned_to";
  added.defined = true;
  added.place = at(4, 1);
  EXPECT_EQ(aligned().edits.size(), 4U);
}

TEST_F(AlignedAllocationsTest, OneThatCannotBeChangedKeepsAllAsTheyAre) {
  allocation(10);
  FactAllocation &other = allocation(12);
  other.how = "realloc";
  other.moves = true;
  other.call = {};
  EXPECT_THAT(aligned().edits, IsEmpty());
  EXPECT_THAT(aligned().obstacle, HasSubstr("realloc in "));
  facts.functions[0].allocations[1].how = "xmalloc";
  facts.functions[0].allocations[1].moves = false;
  facts.functions[0].allocations[1].wrapper = FunctionIndex(1);
  facts.functions.emplace_back().place = at(77, 7);
  EXPECT_THAT(aligned().obstacle, HasSubstr(":12 by xmalloc ("));
  EXPECT_THAT(aligned().obstacle, HasSubstr(":77), which does not honour alignment"));
}

class AlignedBlocksTest : public AlignedAllocationsTest {
protected:
  /// Of numbers, which need not follow any record's size.
  FactAllocation &numbers(std::uint32_t line, AllocationKind kind = AllocationKind::Malloc) {
    FactAllocation &one = allocation(line, kind);
    one.element = TypeIndex(0);
    one.call.follows = one.call.whole = false;
    one.call.above = at(line - 2, 1);
    return one;
  }
  [[nodiscard]] Place call(std::uint32_t line) const { return facts.place(at(line, 5)); }
  [[nodiscard]] std::string whyNot(std::uint32_t line, std::uint64_t size = 24) const {
    const Advice blocks = partBlocks(FactLookup(facts), {call(line)}, size, 64);
    EXPECT_THAT(blocks.edits, IsEmpty());
    return blocks.obstacle;
  }
};

TEST_F(AlignedBlocksTest, AreAllocatedByAFunctionWhateverTheyHold) {
  numbers(10);
  numbers(20);
  const Advice blocks = partBlocks(FactLookup(facts), {call(10), call(20)}, 24, 64);
  EXPECT_EQ(blocks.size_after, 64U);
  ASSERT_EQ(blocks.edits.size(), 5U) << "the function is added once";
  EXPECT_THAT(blocks.edits[0].text, HasSubstr("malloc_aligned_to(size_t alignment, size_t size)"));
  EXPECT_EQ(blocks.edits[0].line, 8U);
  EXPECT_EQ(blocks.edits[1], edit(facts, at(10, 5), at(10, 11), "malloc_aligned_to"));
  EXPECT_EQ(blocks.edits[2], edit(facts, at(10, 12), at(10, 12), "64, "));
  facts.functions[0].allocations[0].element = slot;
  EXPECT_THAT(aligned().edits, IsEmpty()) << "the size does not grow with the record";
}

TEST_F(AlignedBlocksTest, AreFoundAgainOnOtherLines) {
  numbers(10);
  const Facts before = facts;
  EXPECT_FALSE(areAlignedBlocks(FactLookup(before), {call(10)}, FactLookup(facts), 64));
  facts.functions[0].allocations[0].alignment = 64;
  facts.functions[0].allocations[0].place = at(17, 9);
  EXPECT_TRUE(areAlignedBlocks(FactLookup(before), {call(10)}, FactLookup(facts), 64));
}

TEST_F(AlignedBlocksTest, StayIfNotAllIsKnown) {
  numbers(10);
  EXPECT_THAT(whyNot(11), HasSubstr("no allocation"));
  numbers(10).place = at(10, 40);
  EXPECT_THAT(partBlocks(FactLookup(facts), {facts.place(at(10, 7))}, 24, 64).edits, IsEmpty())
      << "there are two in the line";
  numbers(12).call.name = {};
  EXPECT_THAT(whyNot(12), HasSubstr("does not honour alignment"));
  numbers(14).call.above = {};
  EXPECT_THAT(whyNot(14), HasSubstr("header"));
  numbers(16).element.reset();
  EXPECT_THAT(whyNot(16), HasSubstr("anything"));
  numbers(18, AllocationKind::Calloc);
  EXPECT_THAT(whyNot(18, 0), HasSubstr("much to clear")) << "blocks differ";
  EXPECT_THAT(whyNot(18, 1U << 20), HasSubstr("much to clear"));
  numbers(20).moves = true;
  numbers(22);
  EXPECT_THAT(whyNot(22), HasSubstr("may be resized"));
}

TEST(AlignedDeclarations, SplitWhatSharesADeclaration) {
  Facts facts;
  facts.files = {{"a.c"}};
  const FactPlace begin = at(1, 1);
  const FactSharedDeclaration none, first{begin, {}, "long ", ";\n"},
      second{begin, at(1, 7), "long ", ";\n"}, third{begin, at(1, 10), "long ", ";\n"};
  const auto edits = [&](const std::string &one, const std::string &two, const std::string &other) {
    return alignedDeclarations(facts, {{begin, &first, one},
                                       {at(1, 9), &second, two},
                                       {at(1, 12), &third, {}},
                                       {at(2, 1), &none, other}});
  };
  EXPECT_THAT(edits("", "", "A "), ElementsAre(edit(facts, at(2, 1), at(2, 1), "A ")));
  EXPECT_THAT(edits("A ", "", ""), ElementsAre(edit(facts, begin, begin, "A "),
                                               edit(facts, at(1, 7), at(1, 9), ";\nlong "),
                                               edit(facts, at(1, 10), at(1, 12), ";\nlong ")));
  EXPECT_THAT(edits("", "A ", ""), ElementsAre(edit(facts, at(1, 7), at(1, 9), ";\nA long "),
                                               edit(facts, at(1, 10), at(1, 12), ";\nlong ")));
}

} // namespace alignedAllocationsTest
} // namespace fsfind
