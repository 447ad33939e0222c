#include "tests/support/VoteFixture.h"

namespace fsfind::test {
namespace voteTest {

using Root = Hypothesis::Root;

TEST_F(VoteTest, ATypedSiteNamesTypeMemberAndObject) {
  sees(kHeap + 8, {{queue_, 8}});
  const Target target = at(kHeap + 8);
  EXPECT_EQ(target.object.kind, ObjectKind::Heap);
  EXPECT_EQ(target.object.type, "Queue");
  EXPECT_EQ(target.object.name, "");
  EXPECT_EQ(target.object.address, kHeap);
  EXPECT_EQ(target.object.size, 64U);
  EXPECT_EQ(target.object.declared, (Place{"/src/Queue.h", 1, 8}));
  EXPECT_EQ(target.member, "tail");
  EXPECT_EQ(target.member_offset, 8U);
  EXPECT_EQ(target.evidence, Evidence::AccessSite);
  EXPECT_EQ(target.certainty, Certainty::Certain);
  EXPECT_FALSE(target.object.of_array);
}

TEST_F(VoteTest, AnInnerViewIsLiftedToTheOuterObject) {
  sees(kHeap, {{queue_, 0}}, 5);
  sees(kHeap + 24, {{counter_, 8}}, 100);
  sees(kHeap + 8, {{atomic_, 0}, {long_, 0}}, 1000);
  EXPECT_EQ(named(kHeap), "Queue.head@0x0");
  EXPECT_EQ(named(kHeap + 24), "Queue.stats.misses@0x0");
  EXPECT_EQ(named(kHeap + 8), "Queue.tail@0x0");
  EXPECT_EQ(at(kHeap + 8).evidence, Evidence::Vote);
  EXPECT_EQ(at(kHeap + 8).certainty, Certainty::Likely); // on the word of one site
}

TEST_F(VoteTest, AMemberThatOnlyThePartKnowsIsTheWholesMember) {
  // A virtual base has no fixed place in the type of the whole.
  const TypeNumber base = types_.record("Base", 16, {{"count", 8, long_}});
  const TypeNumber inner = types_.record("Inner", 24, {{"", 0, base}});
  const TypeNumber whole = types_.record("Whole", 48, {{"", 24, inner}});
  types_.hide(inner, 8);
  sees(kHeap, {{whole, 0}});
  sees(kHeap + 32, {{base, 8}});
  EXPECT_EQ(named(kHeap + 32), "Whole.count@0x0");
  EXPECT_EQ(at(kHeap + 32).member_offset, 32U);
}

TEST_F(VoteTest, AnUntypedAddressBorrowsTheObjectThatCoversIt) {
  sees(kHeap, {{queue_, 0}});
  sees(kHeap + 40, {});
  sees(kHeap + 64, {});
  EXPECT_EQ(named(kHeap + 40), "Queue.lanes[1]@0x0");
  EXPECT_EQ(at(kHeap + 40).evidence, Evidence::Vote);
  EXPECT_EQ(named(kHeap + 64), "-");
}

TEST_F(VoteTest, AddressSpacesAreApart) {
  sees(kHeap, {{queue_, 0}});
  datum(kHeap + 8);
  data_.back().space = 2;
  EXPECT_EQ(named(kHeap + 8), "-");
}

TEST_F(VoteTest, LibraryTypesAndNumbersAnswerOnlyWhereNothingElseDoes) {
  sees(kHeap, {{atomic_, 0}, {long_, 0}});
  sees(kHeap + 128, {{int_, 0}});
  EXPECT_EQ(named(kHeap), "std::atomic<long>@0x0");
  EXPECT_EQ(at(kHeap).certainty, Certainty::Likely);
  EXPECT_EQ(named(kHeap + 128), "int@0x80");
  EXPECT_EQ(at(kHeap + 128).certainty, Certainty::Likely);
}

TEST_F(VoteTest, BytesAreNamedWhereNearlyAllWhoUseTheBlockSeeThem) {
  const TypeNumber byte = types_.scalar("unsigned char", 1);
  const auto inBlock = [&] {
    data_.back().block_begin = kHeap;
    data_.back().samples = 100;
  };
  sees(kHeap, {{byte, 0}}, 100);
  inBlock();
  sees(kHeap + 8, {{byte, 0}}, 100);
  inBlock();
  EXPECT_EQ(named(kHeap + 8), "unsigned char@0x8");
  sees(kHeap + 16, {{long_, 0}}, 100);
  inBlock();
  EXPECT_EQ(named(kHeap + 8), "-") << "others see numbers there, which bytes may copy";
}

TEST_F(VoteTest, NamesOfOneNumberDoNotContradictEachOther) {
  const TypeNumber size_t_number = types_.scalar("unsigned long", 8);
  sees(kHeap, {{long_, 0}}, 60);
  sees(kHeap, {{size_t_number, 0}}, 40);
  EXPECT_EQ(named(kHeap), "long@0x0");
}

TEST_F(VoteTest, ALibraryNodeNamesItsOwnBytesAndLeavesTheAuthorsAlone) {
  const TypeNumber node = types_.library("std::_List_node<Counter>", 32, {{"_M_next", 0, long_}});
  sees(kHeap, {{node, 0}});
  sees(kHeap + 16, {{counter_, 0}});
  EXPECT_EQ(named(kHeap), "std::_List_node<Counter>@0x0");
  EXPECT_EQ(named(kHeap + 16), "Counter.hits@0x10");
  EXPECT_EQ(at(kHeap + 16).certainty, Certainty::Certain);
}

TEST_F(VoteTest, NeighboursThatTouchAreElementsOfAnArray) {
  sees(kHeap, {{counter_, 0}});
  sees(kHeap + 16, {{counter_, 0}});
  sees(kHeap + 256, {{counter_, 0}});
  EXPECT_TRUE(at(kHeap).object.of_array);
  EXPECT_TRUE(at(kHeap + 16).object.of_array);
  EXPECT_FALSE(at(kHeap + 256).object.of_array);
  EXPECT_EQ(at(kHeap).object.index,
            std::nullopt); // where it begins is not known
  EXPECT_EQ(named(kHeap + 16), "Counter.hits@0x10");
}

TEST_F(VoteTest, AnIndexOverElementsLeavesTheElementKnown) {
  sees(kHeap + 40, {{counter_, 8, 16}});
  sees(kHeap + 72, {{counter_, -8, 32}});
  EXPECT_EQ(named(kHeap + 40), "Counter.misses@0x20");
  EXPECT_EQ(named(kHeap + 72), "Counter.misses@0x40");
  EXPECT_TRUE(at(kHeap + 40).object.of_array);
  EXPECT_EQ(at(kHeap + 40).certainty, Certainty::Certain);
}

TEST_F(VoteTest, AnOffsetBeyondTheObjectIsANeighbourAndOnlyLikely) {
  sees(kHeap + 40, {{counter_, 40}});
  sees(kHeap + 128 - 8, {{counter_, -8}});
  EXPECT_EQ(named(kHeap + 40), "Counter.misses@0x20");
  EXPECT_EQ(at(kHeap + 40).certainty, Certainty::Likely);
  EXPECT_EQ(named(kHeap + 128 - 8), "Counter.misses@0x70");
}

TEST_F(VoteTest, AGuessedNeighbourYieldsToWhatWasAddressed) {
  // A pointer to the base class that is cast down: no neighbour of the base is there.
  const TypeNumber base = types_.record("Base", 16, {{"id", 0, long_}});
  const TypeNumber derived =
      types_.record("Derived", 32, {{"", 0, base}, {"hits", 16, long_}, {"misses", 24, long_}});
  sees(kHeap + 24, {{base, 24}}, 1000);
  sees(kHeap, {{base, 0}}, 1000);
  sees(kHeap + 16, {{derived, 16}}, 10);
  EXPECT_EQ(named(kHeap + 24), "Derived.misses@0x0");
  EXPECT_EQ(named(kHeap), "Derived.id@0x0");
}

TEST_F(VoteTest, AnArrayOfRecordsInsideARecordIsTheRecords) {
  const TypeNumber table =
      types_.record("Table", 80, {{"size", 0, long_}, {"slots", 16, types_.array(counter_, 4)}});
  sees(kHeap, {{table, 0}}, 10);
  sees(kHeap + 56, {{counter_, 8, 16}}, 500);
  EXPECT_EQ(named(kHeap + 56), "Table.slots[2].misses@0x0");
}

TEST_F(VoteTest, AnArrayOfTheLibraryIsItsElements) {
  const TypeNumber array = types_.wrappedArray("std::array<Counter, 4>", counter_, 4);
  sees(kHeap + 24, {{array, 24}});
  sees(kHeap + 40, {{counter_, 8}});
  EXPECT_EQ(named(kHeap + 24), "Counter[1].misses@0x10");
  EXPECT_EQ(named(kHeap + 40), "Counter[2].misses@0x20");
  EXPECT_EQ(at(kHeap + 40).certainty, Certainty::Certain);
}

TEST_F(VoteTest, EverySecondElementIsAnElement) {
  sees(kHeap, {{queue_, 0}});
  sees(kHeap + 56, {{queue_, 40, 16}});
  EXPECT_EQ(named(kHeap + 56), "Queue.lanes[3]@0x0");
}

TEST_F(VoteTest, AMemberArrayWithoutIndexFindsItsObject) {
  sees(kHeap, {{queue_, 0}}, 10);
  sees(kHeap + 48, {{queue_, 32, 8}}, 100);
  EXPECT_EQ(named(kHeap + 48), "Queue.lanes[2]@0x0");
  EXPECT_EQ(at(kHeap + 48).evidence, Evidence::AccessSite);
  EXPECT_EQ(at(kHeap + 48).certainty, Certainty::Certain);
}

TEST_F(VoteTest, AMemberArrayWithoutObjectIsNamedWithoutIndex) {
  const TypeNumber many =
      types_.record("Many", 144, {{"size", 0, long_}, {"slots", 16, types_.array(counter_, 8)}});
  sees(kHeap + 56, {{many, 24, 16}});
  sees(kHeap + 200, {{queue_, 32, 8}});
  EXPECT_EQ(named(kHeap + 56), "Many.slots[].misses@0x30");
  EXPECT_EQ(at(kHeap + 56).object.size, 16U);
  EXPECT_EQ(at(kHeap + 56).member_offset, 8U);
  EXPECT_EQ(at(kHeap + 56).certainty, Certainty::Likely);
  EXPECT_EQ(named(kHeap + 200), "Queue.lanes[]@0xc8");
}

TEST_F(VoteTest, TwoObjectsThatMightHoldAnElementLeaveItWithoutIndex) {
  const TypeNumber wide = types_.record("Wide", 128, {{"lanes", 0, types_.array(long_, 16)}});
  sees(kHeap + 64, {{wide, 0, 8}});
  EXPECT_EQ(named(kHeap + 64), "Wide.lanes[]@0x40");
  sees(kHeap + 8, {{wide, 8}});
  EXPECT_EQ(named(kHeap + 64), "Wide.lanes[8]@0x0");
  sees(kHeap + 120, {{wide, 104}});
  EXPECT_EQ(named(kHeap + 64), "-");
}

TEST_F(VoteTest, AVariableOfAFrameNamesWhatPointersToItSee) {
  const TypeNumber array = types_.array(counter_, 4);
  sees(kHeap + 16, {{array, 16, 0, Root::Frame, "counters", "main"}}, 3);
  sees(kHeap + 40, {{counter_, 8}}, 500);
  const Target target = at(kHeap + 40);
  EXPECT_EQ(named(kHeap + 40), "counters[2].misses@0x20");
  EXPECT_EQ(named(kHeap + 16), "counters[1].hits@0x10");
  EXPECT_EQ(target.object.kind, ObjectKind::Stack);
  EXPECT_EQ(target.object.type, "Counter");
  EXPECT_EQ(target.object.function, "main");
  EXPECT_EQ(target.object.declared, (Place{"/src/main.cpp", 7, 3}));
  EXPECT_EQ(target.object.size, 16U);
}

TEST_F(VoteTest, AVariableThatStaysInItsFunctionNamesNothingForOthers) {
  const TypeNumber array = types_.array(counter_, 4);
  View gone{array, 16, 0, Root::Frame, "old", "setUp"};
  gone.escapes = false;
  sees(kHeap + 16, {gone}, 3);
  sees(kHeap + 40, {{long_, 0}}, 500);
  sees(kHeap + 48, {}, 500);
  EXPECT_EQ(named(kHeap + 16), "old[1].hits@0x10");
  EXPECT_EQ(named(kHeap + 40), "long@0x28");
  EXPECT_EQ(named(kHeap + 48), "-");
}

TEST_F(VoteTest, AScalarVariableIsAnAnswer) {
  sees(kHeap, {{int_, 0, 0, Root::Frame, "done", "run"}}, 9000);
  sees(kHeap, {{int_, 0}}, 900);
  EXPECT_EQ(named(kHeap), "done@0x0");
  EXPECT_EQ(at(kHeap).certainty, Certainty::Certain);
}

TEST_F(VoteTest, AFrameThatMayBeGoneNamesNothingThatOthersUse) {
  sees(kHeap, {{int_, 0, 0, Root::Frame, "done", "setUp"}}, 500);
  sees(kHeap, {{int_, 0}}, 900);
  EXPECT_EQ(named(kHeap), "int@0x0");
  sees(kHeap + 8, {{long_, 0, 0, Root::Frame, "spent", "setUp"}}, 2);
  sees(kHeap + 8, {}, 900);
  EXPECT_EQ(named(kHeap + 8), "-") << "of the others nothing is known";
  const VoteResult both = result();
  ASSERT_EQ(both.own.size(), 1U) << "but what its own function did there";
  EXPECT_EQ(both.own.front().observation, 2U);
  EXPECT_EQ(both.alternatives.front().object.name, "spent");
}

TEST_F(VoteTest, AFrameThatLivedWhileOthersUsedItNamesWhatTheyUse) {
  sees(kHeap, {{int_, 0, 0, Root::Frame, "done", "setUp"}}, 500);
  sees(kHeap, {{int_, 0}}, 900);
  sees(kHeap, {{atomic_, 0, 0, Root::Frame, "left", "run", false}}, 900);
  site_views_.back().lived = true;
  EXPECT_EQ(named(kHeap), "left@0x0");
  EXPECT_EQ(at(kHeap).object.function, "run");
}

TEST_F(VoteTest, AFrameArrayWithUnknownIndexKeepsItsName) {
  const TypeNumber array = types_.array(counter_, 4);
  sees(kHeap + 40, {{array, 8, 16, Root::Frame, "counters", "main"}});
  EXPECT_EQ(named(kHeap + 40), "counters.misses@0x20");
  EXPECT_EQ(at(kHeap + 40).object.kind, ObjectKind::Stack);
  EXPECT_TRUE(at(kHeap + 40).object.of_array);
}

TEST_F(VoteTest, ThreadLocalsAreTls) {
  sees(kHeap + 8, {{counter_, 8, 0, Root::ThreadLocal, "mine"}});
  EXPECT_EQ(named(kHeap + 8), "mine.misses@0x0");
  EXPECT_EQ(at(kHeap + 8).object.kind, ObjectKind::Tls);
  EXPECT_EQ(at(kHeap + 8).object.function, "");
}

TEST_F(VoteTest, SeveralDimensionsStayOneVariable) {
  const TypeNumber grid = types_.array(types_.array(counter_, 4), 2);
  sees(kHeap + 72, {{grid, 72, 0, Root::Frame, "grid", "main"}});
  EXPECT_EQ(named(kHeap + 72), "grid.[1][0].misses@0x0");
}

} // namespace voteTest
} // namespace fsfind::test
