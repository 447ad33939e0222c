// Who uses which member of a record, and orders in which writers are apart.
#include "rules/remedy/layout/WriterOrder.h"
#include "rules/measured/usage/MemberUsage.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace writerOrderTest {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Key;

/// struct Queue { long head, tail; int limit; char spare[4]; }
TypeLayout queue() {
  TypeLayout layout;
  layout.name = "Queue";
  layout.size = 24;
  layout.align = 8;
  layout.members = {{"head", "long", 0, 8, {}},
                    {"tail", "long", 8, 8, {}},
                    {"limit", "int", 16, 4, {}},
                    {"spare", "char [4]", 20, 4, {}}};
  layout.parts = {{"head", "long", 0, 8, 8},
                  {"tail", "long", 8, 8, 8},
                  {"limit", "int", 16, 4, 4},
                  {"spare", "char [4]", 20, 4, 1}};
  return layout;
}

Profile used() {
  test::ProfileBuilder builder;
  const TargetIndex object = builder.global("queue", "Queue", 0x1000, 24);
  const TargetIndex head = builder.member(object, "head", 0);
  const TargetIndex tail = builder.member(object, "tail", 8);
  builder.line(0x1000).store(1, head, 40).load(2, head, 20, 5).store(2, tail, 40);
  builder.store(1, tail, 1); // initialisation
  return builder.build();
}

TEST(MemberUsage, CountsSamplesOfEachMember) {
  TypeLayout layout = queue();
  addMemberUsage(used(), layout);
  EXPECT_EQ(layout.members[0].use.stores, 40U);
  EXPECT_EQ(layout.members[0].use.loads, 20U);
  EXPECT_EQ(layout.members[0].use.contended, 5U);
  EXPECT_THAT(layout.members[0].use.readers, ElementsAre(Key("thread 2")));
  EXPECT_EQ(layout.members[1].use.stores, 41U);
  EXPECT_FALSE(layout.members[2].use.any());
}

TEST(MemberUsage, ElementsOfAnArrayCountForOneRecord) {
  test::ProfileBuilder builder;
  const TargetIndex third = builder.global("queues", "Queue", 0x1030, 24, 2);
  builder.line(0x1000).store(1, builder.member(third, "tail", 8), 7);
  TypeLayout layout = queue();
  addMemberUsage(builder.build(), layout);
  EXPECT_EQ(layout.members[1].use.stores, 7U);
  EXPECT_EQ(layout.members[0].use.stores, 0U);
}

TEST(MemberUsage, ObjectsOfOtherTypesDoNotCount) {
  test::ProfileBuilder builder;
  const TargetIndex other = builder.global("table", "Table", 0x1000, 24);
  builder.line(0x1000).store(1, builder.member(other, "head", 0), 7);
  TypeLayout layout = queue();
  addMemberUsage(builder.build(), layout);
  EXPECT_FALSE(layout.members[0].use.any());
}

TEST(WriterOrder, PartsMembersOfDifferentWriters) {
  TypeLayout layout = queue();
  addMemberUsage(used(), layout);
  const auto shared = sharedLines(layout, writersBySamples(layout), 64);
  ASSERT_EQ(shared.size(), 1U);
  EXPECT_THAT(shared[0].members, ElementsAre("head", "tail"));
  const auto order = orderByWriters(layout, writersBySamples(layout), 64);
  ASSERT_TRUE(order);
  std::map<std::string, std::uint64_t> lines;
  for (const Placed &placed : order->arrangement.members)
    lines[order->parts[placed.part].name] = placed.offset / 64;
  EXPECT_NE(lines["head"], lines["tail"]);
  EXPECT_EQ(order->arrangement.size, 128U);
}

TEST(WriterOrder, SaysNothingWithoutDifferentWriters) {
  TypeLayout layout = queue();
  EXPECT_FALSE(orderByWriters(layout, writersBySamples(layout), 64));
  EXPECT_THAT(sharedLines(layout, writersBySamples(layout), 64), IsEmpty());
  layout.members[0].use = layout.members[1].use = {0, 10, 0, {}, {{"a/1", 10}}};
  EXPECT_FALSE(orderByWriters(layout, writersBySamples(layout), 64));
  EXPECT_THAT(sharedLines(layout, writersBySamples(layout), 64), IsEmpty());
}

TEST(WriterOrder, SaysNothingOfALayoutThatMembersDoNotExplain) {
  TypeLayout layout = queue();
  addMemberUsage(used(), layout);
  layout.parts.clear(); // a union, or members that debug info does not tell
  EXPECT_FALSE(orderByWriters(layout, writersBySamples(layout), 64));
}

} // namespace writerOrderTest
} // namespace fsfind
