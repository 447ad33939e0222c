// One block of the heap is one object, whoever uses it.
#include "tests/support/VoteFixture.h"

namespace fsfind::test {

class VoteBlockTest : public VoteTest {
protected:
  /// Makes all data so far those of one block.
  void inBlock(std::uint64_t size) {
    for (Datum &datum : data_) {
      datum.block_begin = kHeap;
      datum.block_end = kHeap + size;
    }
  }
  /// Samples of code that tells no type.
  void use(std::uint64_t address, std::uint64_t samples = 5000) {
    data_[datum(address)].samples += samples;
  }
};

TEST_F(VoteBlockTest, CodeWithoutTypesUsesElementsOfTheArrayThatOthersWalk) {
  sees(kHeap + 8, {{long_, 0, 8}}, 1);
  use(kHeap);
  use(kHeap + 24);
  inBlock(32);
  EXPECT_EQ(named(kHeap), "long@0x0");
  EXPECT_EQ(named(kHeap + 24), "long@0x18");
  EXPECT_TRUE(at(kHeap + 24).object.of_array);
  EXPECT_EQ(at(kHeap + 24).certainty, Certainty::Likely);
}

TEST_F(VoteBlockTest, MembersOfElementsAreToldByTheirPlace) {
  sees(kHeap + 16, {{counter_, 0, 16}}, 1);
  sees(kHeap + 40, {{long_}}, 5000); // through a pointer to a number
  use(kHeap + 56);
  inBlock(64);
  EXPECT_EQ(named(kHeap + 40), "Counter.misses@0x20");
  EXPECT_EQ(named(kHeap + 56), "Counter.misses@0x30");
}

TEST_F(VoteBlockTest, WhatDoesNotFitIntoAnElementIsNotTold) {
  sees(kHeap, {{counter_, 0, 16}}, 1);
  use(kHeap + 28);
  use(kHeap + 48);
  data_[datum(kHeap + 28)].access_size = 8;
  inBlock(56);
  EXPECT_EQ(named(kHeap + 28), "-") << "over two elements";
  EXPECT_EQ(named(kHeap + 48), "-") << "the last element would end behind the block";
}

TEST_F(VoteBlockTest, OneRecordAtTheBeginIsNoArray) {
  sees(kHeap, {{counter_}}, 100);
  use(kHeap + 16);
  inBlock(64);
  EXPECT_EQ(named(kHeap + 16), "-");
}

TEST_F(VoteBlockTest, DifferentObjectsInABlockTellNothingOfTheRest) {
  const TypeNumber other = types_.record("Other", 16, {{"a", 0, double_}, {"b", 8, double_}});
  sees(kHeap, {{counter_, 0, 16}}, 1);
  sees(kHeap + 16, {{other, 0, 16}}, 1);
  use(kHeap + 32);
  inBlock(64);
  EXPECT_EQ(named(kHeap + 32), "-");
}

TEST_F(VoteBlockTest, MemoryOfNoKnownBlockHasNoRest) {
  sees(kHeap + 8, {{long_, 0, 8}}, 1);
  use(kHeap + 16);
  EXPECT_EQ(named(kHeap + 16), "-");
}

} // namespace fsfind::test
