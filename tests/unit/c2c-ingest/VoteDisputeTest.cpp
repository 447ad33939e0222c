// Views of sites that contradict each other, and views that no honest program gives.
#include "tests/support/VoteFixture.h"

#include <algorithm>
#include <random>

namespace fsfind::test {
namespace voteDisputeTest {

using Root = Hypothesis::Root;

using VoteDisputeTest = VoteTest;

TEST_F(VoteDisputeTest, AUnionAnswersWithItsOwnName) {
  const TypeNumber either = types_.unionOf("Either", 8, {{"a", 0, long_}, {"b", 0, double_}});
  const TypeNumber holder = types_.record("Holder", 16, {{"n", 0, long_}, {"either", 8, either}});
  sees(kHeap + 8, {{holder, 8}});
  sees(kHeap + 8, {{double_, 0}});
  sees(kHeap + 8, {{long_, 0}});
  EXPECT_EQ(named(kHeap + 8), "Holder.either@0x0");
  EXPECT_EQ(at(kHeap + 8).certainty, Certainty::Certain);
}

TEST_F(VoteDisputeTest, TheSizeOfAccessesChoosesAUnionsAlternative) {
  const TypeNumber either = types_.unionOf("Either", 8, {{"wide", 0, long_}, {"low", 0, int_}});
  const TypeNumber holder = types_.record("Holder", 16, {{"n", 0, long_}, {"either", 8, either}});
  sees(kHeap + 8, {{holder, 8}});
  data_.front().access_size = 4;
  EXPECT_EQ(named(kHeap + 8), "Holder.either.low@0x0");
  data_.front().access_size = 8;
  EXPECT_EQ(named(kHeap + 8), "Holder.either.wide@0x0");
  data_.front().access_size = 2;
  EXPECT_EQ(named(kHeap + 8), "Holder.either@0x0");
}

TEST_F(VoteDisputeTest, AnOuterObjectThatOneOfManySitesKnowsIsOnlyLikely) {
  const TypeNumber outer =
      types_.record("Outer", 64, {{"counter", 0, counter_}, {"rest", 16, long_}});
  sees(kHeap, {{outer, 0}}, 10);
  sees(kHeap + 8, {{counter_, 8}}, 500);
  EXPECT_EQ(named(kHeap + 8), "Outer.counter.misses@0x0");
  EXPECT_EQ(at(kHeap + 8).certainty, Certainty::Likely);
  sees(kHeap + 16, {{outer, 16}}, 10);
  EXPECT_EQ(at(kHeap + 8).certainty, Certainty::Certain);
}

TEST_F(VoteDisputeTest, LibrariesOwnBuildingBlocksAreNoAnswer) {
  const TypeNumber base = types_.library("std::__atomic_base<int>", 4, {{"_M_i", 0, int_}});
  const TypeNumber cell = types_.library("core::cell::UnsafeCell<u64>", 8, {{"value", 0, long_}});
  sees(kHeap, {{base, 0}});
  sees(kHeap + 8, {{cell, 0}});
  sees(kHeap + 16, {{atomic_, 0}});
  EXPECT_EQ(named(kHeap), "-");
  EXPECT_EQ(named(kHeap + 8), "-");
  EXPECT_EQ(named(kHeap + 16), "std::atomic<long>@0x10");
}

TEST_F(VoteDisputeTest, ContradictingObjectsOfLikeSupportLeaveTheirCommonBytesUnknown) {
  const TypeNumber other = types_.record("Other", 32, {{"x", 0, double_}, {"y", 24, int_}});
  sees(kHeap + 8, {{queue_, 8}}, 100);
  sees(kHeap + 32, {{other, 24}}, 60);
  EXPECT_EQ(named(kHeap + 32), "-");
  EXPECT_EQ(named(kHeap + 8), "-"); // Other would begin there
  sees(kHeap + 48, {});
  EXPECT_EQ(named(kHeap + 48), "Queue.lanes[2]@0x0");
  EXPECT_EQ(at(kHeap + 48).certainty, Certainty::Doubtful);
}

TEST_F(VoteDisputeTest, OnlyDataThatNoSiteItselfKnowsCountAsContradicted) {
  const TypeNumber other = types_.record("Other", 32, {{"x", 0, double_}, {"y", 24, int_}});
  sees(kHeap + 8, {{queue_, 8}}, 100);
  sees(kHeap + 32, {{other, 24}}, 60);
  EXPECT_EQ(result().contradicted, 0U) << "each site knows its own datum";
  sees(kHeap + 16, {});
  EXPECT_EQ(named(kHeap + 16), "-");
  EXPECT_EQ(result().contradicted, 1U);
  sees(kHeap + 8, {{queue_, 8}}, 600);
  EXPECT_EQ(named(kHeap + 16), "Queue.stats.hits@0x0");
  EXPECT_EQ(result().contradicted, 0U) << "outvoted";
}

TEST_F(VoteDisputeTest, AClearMajorityDismissesAContradiction) {
  const TypeNumber other = types_.record("Other", 32, {{"x", 0, double_}, {"y", 24, int_}});
  sees(kHeap + 8, {{queue_, 8}}, 600);
  sees(kHeap + 32, {{other, 24}}, 60);
  EXPECT_EQ(named(kHeap + 32), "Queue.lanes[0]@0x0");
  EXPECT_EQ(at(kHeap + 32).evidence, Evidence::Vote);
}

TEST_F(VoteDisputeTest, WhatIsDismissedDismissesNothing) {
  const TypeNumber a = types_.record("A", 32, {{"a", 0, long_}, {"z", 24, long_}});
  const TypeNumber b = types_.record("B", 32, {{"b", 0, double_}, {"z", 24, double_}});
  sees(kHeap, {{a, 0}}, 1000);
  sees(kHeap + 32, {{b, 16}}, 100);      // begins inside A
  sees(kHeap + 48, {{counter_, 8}}, 10); // begins inside B
  EXPECT_EQ(named(kHeap), "A.a@0x0");
  EXPECT_EQ(named(kHeap + 32), "-");
  EXPECT_EQ(named(kHeap + 48), "Counter.misses@0x28");
}

TEST_F(VoteDisputeTest, NumbersThatDoNotFitMakeAnObjectDoubtful) {
  const TypeNumber ints = types_.record("Ints", 16, {{"a", 0, int_}, {"b", 4, int_}});
  sees(kHeap, {{ints, 0}}, 100);
  sees(kHeap, {{double_, 0}}, 50);
  EXPECT_EQ(named(kHeap), "Ints.a@0x0");
  EXPECT_EQ(at(kHeap).certainty, Certainty::Doubtful);
}

TEST_F(VoteDisputeTest, BytesAloneAreNoAnswer) {
  sees(kHeap, {{char_, 0}});
  sees(kHeap + 1, {{types_.scalar("bool", 1), 0}});
  EXPECT_EQ(named(kHeap), "-");
  EXPECT_EQ(named(kHeap + 1), "bool@0x1");
}

TEST_F(VoteDisputeTest, BytesFitEverything) {
  sees(kHeap + 12, {{char_, 0}}, 1000);
  sees(kHeap + 8, {{queue_, 8}}, 10);
  EXPECT_EQ(named(kHeap + 12), "Queue.tail@0x0");
  EXPECT_EQ(at(kHeap + 12).certainty, Certainty::Certain);
}

TEST_F(VoteDisputeTest, NamesFromUncheckedFilesSaySo) {
  sees(kHeap, {{queue_, 0}}, 10, false);
  EXPECT_FALSE(at(kHeap).verified);
  sees(kHeap + 8, {{queue_, 8}}, 10, true);
  EXPECT_TRUE(at(kHeap).verified);
}

TEST_F(VoteDisputeTest, TypesOfUnknownSizeSayNothing) {
  const TypeNumber opaque = types_.record("Opaque", 0, {});
  sees(kHeap, {{opaque, 0}, {opaque, 8, 8}});
  EXPECT_EQ(named(kHeap), "-");
}

TEST_F(VoteDisputeTest, OffsetsOutOfAllBoundsAreHarmless) {
  const TypeNumber huge = types_.record("Huge", UINT64_MAX / 2, {{"a", 0, long_}});
  for (const std::int64_t offset : {INT64_MIN, INT64_MAX, std::int64_t{-1}})
    for (const std::uint64_t step : {std::uint64_t{0}, std::uint64_t{1}, UINT64_MAX})
      for (const TypeNumber type : {counter_, huge, queue_, types_.array(long_, 8)})
        sees(kHeap, {{type, offset, step}, {type, offset, step, Root::Frame, "v", "f"}});
  sees(8, {{queue_, 48}});
  sees(kHeap + 0x1000, {{counter_, 8}});
  EXPECT_EQ(named(kHeap + 0x1000), "Counter.misses@0xff8");
  EXPECT_EQ(named(8), "-") << "it would begin below all addresses";
}

TEST_F(VoteDisputeTest, ManyObjectsInOnePlaceAreNoAnswerAndEndInTime) {
  const TypeNumber vast = types_.record("Vast", 1 << 20, {{"a", 0, double_}});
  for (std::uint64_t i = 0; i < 20000; ++i)
    sees(kHeap + (1 << 20) + i * 8, {{vast, 16}});
  EXPECT_EQ(named(kHeap + (1 << 20) + 80008), "-");
}

TEST_F(VoteDisputeTest, TheOrderOfWitnessesDoesNotMatter) {
  std::mt19937 random(7);
  const TypeNumber table = types_.array(counter_, 6);
  const std::vector<TypeNumber> kinds = {long_,   int_,     double_, char_,
                                         atomic_, counter_, queue_,  table};
  for (int round = 0; round < 60; ++round) {
    data_.clear(), site_views_.clear(), hypotheses_.clear(), data_of_.clear();
    observations_ = 0;
    for (int i = 0; i < 30; ++i) {
      const TypeNumber kind = kinds[random() % kinds.size()];
      const bool frame = random() % 5 == 0;
      const auto offset = static_cast<std::int64_t>(random() % (types_.size(kind) + 8));
      sees(kHeap + random() % 40 * 8,
           {{kind, offset, random() % 4 == 0 ? 8U << random() % 3 : 0U,
             frame ? Root::Frame : Root::Pointer, frame ? "v" + std::to_string(random() % 2) : "",
             frame ? "main" : ""}},
           1 + random() % 500);
    }
    const auto names = [&] {
      std::vector<std::string> all;
      for (const auto &[address, index] : data_of_)
        all.push_back(named(address) + std::to_string(static_cast<int>(at(address).certainty)));
      return all;
    };
    const std::vector<std::string> before = names();
    std::shuffle(site_views_.begin(), site_views_.end(), random);
    EXPECT_EQ(names(), before);
  }
}

} // namespace voteDisputeTest
} // namespace fsfind::test
