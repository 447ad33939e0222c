// Blocks of the heap that have the same bytes one after the other.
#include "rules/measured/findings/Judge.h"
#include "rules/measured/usage/LineLives.h"
#include "rules/model/RuleIds.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace judgeLivesTest {

using test::ProfileBuilder;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr std::uint64_t kHeap = 0x5000;

struct Allocated {
  std::string by;
  std::uint64_t address = kHeap, size = 0;
};

/// A number of 8 bytes at an address in the block; without a type it is known by its block only.
TargetIndex inBlock(ProfileBuilder &builder, const Allocated &block, const std::string &type,
                    std::uint64_t address) {
  const TargetIndex index = builder.global("", type, address, 8);
  Target &target = builder.target(index);
  target.object.kind = ObjectKind::Heap;
  target.object.block_address = block.address;
  target.object.block_size = block.size;
  target.object.allocated = {block.by, {"/src/" + block.by + ".c", 10, 1}};
  target.evidence = type.empty() ? Evidence::Allocation : Evidence::AccessSite;
  if (type.empty()) {
    target.object.address = block.address;
    target.object.size = block.size;
    target.member_offset = address - block.address;
  } else {
    target.object.of_array = true;
  }
  return index;
}

void fight(ProfileBuilder &builder, const std::vector<TargetIndex> &elements, std::uint32_t first,
           std::uint64_t samples) {
  for (std::uint32_t i = 0; i < elements.size(); ++i) {
    builder.store(first + i, elements[i], samples);
    builder.load(first + i, elements[i], samples, samples);
  }
}

TEST(JudgeLives, AStoreToMemoryThatWasGivenBackNamesNoSampleOfTheNextBlock) {
  ProfileBuilder builder;
  const Allocated buffer{"buffer", kHeap, 512}, counters{"counters", kHeap, 32};
  std::vector<TargetIndex> elements;
  for (const std::uint64_t at : {0U, 8U, 16U, 24U})
    elements.push_back(inBlock(builder, counters, "long", kHeap + at));
  const TargetIndex early = inBlock(builder, buffer, "", kHeap + 16);
  builder.line(kHeap);
  builder.store(1, early, 1);
  builder.last().size = 1;
  fight(builder, elements, 10, 100);
  const Profile profile = builder.build();
  const std::vector<Finding> found = judge(profile, {}).findings;
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found.front().rule, kRulePerThreadSlots);
  EXPECT_EQ(found.front().object.type, "long");
  EXPECT_THAT(found.front().message, Not(HasSubstr("buffer")));
  EXPECT_EQ(found.front().cost.hitm, 400U);
}

TEST(JudgeLives, BlocksOfOneAddressAndNoTypeAreNotOneObject) {
  ProfileBuilder builder;
  const Allocated buffer{"buffer", kHeap, 32}, counters{"counters", kHeap, 32};
  std::vector<TargetIndex> words;
  for (const std::uint64_t at : {0U, 8U})
    words.push_back(inBlock(builder, counters, "", kHeap + at));
  const TargetIndex early = inBlock(builder, buffer, "", kHeap + 2);
  builder.line(kHeap);
  builder.store(1, early, 1);
  builder.last().size = 1;
  fight(builder, words, 10, 100);
  const Profile profile = builder.build();
  const std::vector<Finding> found = judge(profile, {}).findings;
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found.front().message, Not(HasSubstr("buffer")));
  EXPECT_EQ(found.front().object.allocated.function, "counters");
}

TEST(JudgeLives, EachLifeHasItsOwnSamples) {
  ProfileBuilder builder;
  const Allocated first{"first", kHeap, 32}, second{"second", kHeap + 16, 16};
  std::vector<TargetIndex> longs, ints;
  for (const std::uint64_t at : {0U, 8U, 16U, 24U})
    longs.push_back(inBlock(builder, first, "long", kHeap + at));
  for (const std::uint64_t at : {16U, 24U})
    ints.push_back(inBlock(builder, second, "double", kHeap + at));
  builder.line(kHeap);
  fight(builder, longs, 10, 100);
  fight(builder, ints, 20, 80);
  const Profile profile = builder.build();
  const std::vector<Line> lives = livesOf(profile, profile.lines.front());
  ASSERT_THAT(lives, SizeIs(2));
  EXPECT_THAT(lives[0].accesses, SizeIs(8));
  EXPECT_THAT(lives[1].accesses, SizeIs(4));
  const std::vector<Finding> found = judge(profile, {}).findings;
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].object.type, "long");
  EXPECT_EQ(found[0].cost.hitm, 400U);
  EXPECT_EQ(found[1].object.type, "double");
  EXPECT_EQ(found[1].cost.hitm, 160U);
}

/// A local of a function whose frame has these bytes.
TargetIndex inFrame(ProfileBuilder &builder, const std::string &function, const std::string &name,
                    std::uint64_t address) {
  const TargetIndex index = builder.global(name, "long", address, 8);
  Target &target = builder.target(index);
  target.object.kind = ObjectKind::Stack;
  target.object.function = function;
  target.evidence = Evidence::AccessSite;
  return index;
}

TEST(JudgeLives, FramesOfTheSameBytesLiveOneAfterTheOther) {
  ProfileBuilder builder;
  builder.line(kHeap);
  fight(builder, {inFrame(builder, "first", "a", kHeap), inFrame(builder, "first", "b", kHeap + 8)},
        10, 100);
  fight(builder,
        {inFrame(builder, "second", "c", kHeap + 8), inFrame(builder, "second", "d", kHeap + 16)},
        20, 80);
  const Profile profile = builder.build();
  const std::vector<Line> lives = livesOf(profile, profile.lines.front());
  ASSERT_THAT(lives, SizeIs(2));
  EXPECT_THAT(lives[0].accesses, SizeIs(4));
  EXPECT_THAT(lives[1].accesses, SizeIs(4));
  const std::vector<Finding> found = judge(profile, {}).findings;
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].cost.hitm, 200U);
  EXPECT_EQ(found[1].cost.hitm, 160U);
}

/// Of what another function had there before, a few samples seem to be of the frame.
TEST(JudgeLives, WhatIsHardlyEverNamedIsNoMemberOfTheFinding) {
  ProfileBuilder builder;
  const TargetIndex table = inFrame(builder, "run", "table", kHeap);
  builder.target(table).object.size = 32;
  const TargetIndex mask = builder.member(table, "mask", 0),
                    size = builder.member(table, "size", 8),
                    rest = builder.member(table, "rest", 16);
  const auto judged = [&](std::uint64_t named, std::uint64_t unnamed) {
    ProfileBuilder line = builder;
    line.line(kHeap).load(10, mask, 100, 90).load(11, mask, 100, 90);
    line.store(10, size, 60).store(11, size, 60).store(10, rest, named).storeAt(10, 16, unnamed);
    const Profile profile = line.build();
    const std::vector<Finding> found = judge(profile, {}).findings;
    EXPECT_THAT(found.at(0).message, HasSubstr("mask (read by both threads)"));
    return found.size() == 1 ? found[0].members.size() : 0;
  };
  EXPECT_EQ(judged(2, 300), 2U);
  EXPECT_EQ(judged(100, 300), 3U) << "most of it may be of the frame";
}

TEST(JudgeLives, FramesBesideEachOtherLiveTogether) {
  ProfileBuilder builder;
  builder.line(kHeap);
  fight(builder,
        {inFrame(builder, "outer", "a", kHeap), inFrame(builder, "outer", "b", kHeap + 32),
         inFrame(builder, "inner", "c", kHeap + 16)},
        10, 100);
  builder.storeAt(1, 8, 3);
  builder.storeAt(2, 16, 3);
  const Profile profile = builder.build();
  EXPECT_THAT(livesOf(profile, profile.lines.front()), IsEmpty());
}

TEST(JudgeLives, BlocksBesideEachOtherLiveTogether) {
  ProfileBuilder builder;
  const Allocated first{"first", kHeap, 16}, second{"second", kHeap + 32, 16};
  builder.line(kHeap);
  fight(builder,
        {inBlock(builder, first, "long", kHeap), inBlock(builder, second, "long", kHeap + 32)}, 10,
        100);
  builder.storeAt(1, 24, 3); // between them, in none
  const Profile profile = builder.build();
  EXPECT_THAT(livesOf(profile, profile.lines.front()), IsEmpty());
}

TEST(JudgeLives, MemoryIsTheBlocksWhateverWasThereBefore) {
  ProfileBuilder builder;
  const Allocated block{"block", kHeap - 32, 64};
  builder.line(kHeap);
  fight(builder, {inBlock(builder, block, "long", kHeap)}, 10, 100);
  builder.storeAt(1, 8, 1).storeAt(1, 40, 1);
  const Profile profile = builder.build();
  const std::vector<Line> lives = livesOf(profile, profile.lines.front());
  ASSERT_THAT(lives, SizeIs(2));
  EXPECT_THAT(lives[0].accesses, SizeIs(3)) << "byte 40 is behind the block";
  EXPECT_THAT(lives[1].accesses, SizeIs(1));
}

TEST(JudgeLives, NumbersInOneBlockAreNotObjectsThatTheAllocatorPutBesideEachOther) {
  ProfileBuilder builder;
  const Allocated block{"makeState", kHeap, 64};
  std::vector<TargetIndex> values;
  for (const std::uint64_t at : {0U, 16U}) {
    values.push_back(inBlock(builder, block, "long", kHeap + at));
    builder.target(values.back()).object.of_array = false;
  }
  builder.line(kHeap);
  fight(builder, values, 10, 100);
  const Profile profile = builder.build();
  const std::vector<Finding> found = judge(profile, {}).findings;
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_FALSE(found.front().allocator_induced);
  EXPECT_THAT(found.front().advice, IsEmpty());
  EXPECT_THAT(found.front().message, HasSubstr("makeState"));
  EXPECT_EQ(found.front().object.size, 64U);
}

TEST(JudgeLives, TheRestOfABlockIsNoNeighbourOfWhatIsTyped) {
  ProfileBuilder builder;
  const Allocated block{"makeState", kHeap, 64};
  const TargetIndex typed = inBlock(builder, block, "long", kHeap);
  const TargetIndex rest = inBlock(builder, block, "", kHeap + 16);
  builder.line(kHeap);
  fight(builder, {typed, rest}, 10, 100);
  const Profile profile = builder.build();
  const std::vector<Finding> found = judge(profile, {}).findings;
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_NE(found.front().rule, kRuleAdjacentObjects);
  EXPECT_THAT(found.front().advice, IsEmpty());
}

} // namespace judgeLivesTest
} // namespace fsfind
