// What objects without a variable are called.
#include "rules/model/DisplayName.h"

#include <gtest/gtest.h>

namespace fsfind {
namespace displayNameTest {

Object onHeap(const std::string &type, const std::string &holder) {
  Object object;
  object.kind = ObjectKind::Heap;
  object.type = type;
  object.holder = holder;
  object.allocated = {"makeBuffer", {"/src/buffer.c", 7, 3}};
  return object;
}

TEST(DisplayName, IsTheTypeBeforeThePlaceOfAllocation) {
  EXPECT_EQ(displayName(onHeap("stats", "")), "stats");
  EXPECT_FALSE(isUntypedMemory(onHeap("stats", "")));
  EXPECT_EQ(displayName(onHeap("", "")), "memory of makeBuffer (buffer.c:7)");
  EXPECT_TRUE(isUntypedMemory(onHeap("", "")));
  EXPECT_EQ(displayName(Object()), "");
}

TEST(DisplayName, TellsTheModuleThatAllocatesWithoutDebugInfo) {
  Object object = onHeap("", "");
  object.allocated = {"grow", {"/usr/lib/libpool.so.2", 0, 0}};
  EXPECT_EQ(displayName(object), "memory of grow (libpool.so.2)");
  object.allocated.function.clear();
  EXPECT_EQ(displayName(object), "memory of libpool.so.2");
  EXPECT_EQ(allocatorOf(object), "libpool.so.2");
}

TEST(DisplayName, IsThePointerThatLeadsToTheObject) {
  const Object one = onHeap("stats", "totals");
  EXPECT_EQ(displayName(one), "*totals");
  EXPECT_EQ(memberName(one, displayName(one), "hits"), "totals->hits");
  EXPECT_EQ(displayName(onHeap("", "buffer")), "*buffer");
  Object element = onHeap("stats", "tables");
  element.index = 3;
  EXPECT_EQ(displayName(element), "tables");
  EXPECT_EQ(memberName(element, "tables[3]", "hits"), "tables[3].hits");
  const Object typed = onHeap("stats", "");
  EXPECT_EQ(memberName(typed, displayName(typed), "hits"), "stats.hits");
}

TEST(DisplayName, OfAnArrayHasItsBracketsWhereTheElementsTypeHasThem) {
  EXPECT_EQ(arrayOf("stats"), "stats[]");
  EXPECT_EQ(arrayOf("long [3]"), "long [3][]");
  EXPECT_EQ(arrayOf("[]uint8"), "[][]uint8");
}

TEST(DisplayName, LastsWithoutTheLineOfAnAllocation) {
  EXPECT_EQ(lastingName("memory of f<int (long)> (a.cpp:12)"), "memory of f<int (long)>");
  EXPECT_EQ(lastingName("Queue::head (old)"), "Queue::head (old)");
}

} // namespace displayNameTest
} // namespace fsfind
