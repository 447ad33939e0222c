// Who ran at the same time, and which lines threads use against each other.

#include "c2c-ingest/clock/Meetings.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace fsfind::clock {
namespace clockMeetingsTest {

constexpr std::uint64_t kPeriod = 500'000; // ns

TEST(ClockMeetings, ThreadsOnTwoProcessorsAtOneTimeRanTogether) {
  const std::vector<bool> together = ranTogether({{1'000'000, kPeriod, 1, 0},
                                                  {1'200'000, kPeriod, 2, 1},
                                                  {9'000'000, kPeriod, 1, 0},
                                                  {19'000'000, kPeriod, 2, 1}});
  EXPECT_EQ(together, (std::vector<bool>{true, true, false, false}));
}

TEST(ClockMeetings, ThreadsThatFollowEachOtherOnOneProcessorDidNot) {
  EXPECT_EQ(ranTogether({{1'000'000, kPeriod, 1, 0}, {1'500'000, kPeriod, 2, 0}}),
            (std::vector<bool>{false, false}));
}

TEST(ClockMeetings, TheOrderOfSamplesDoesNotMatter) {
  EXPECT_EQ(
      ranTogether(
          {{9'000'000, kPeriod, 1, 0}, {1'200'000, kPeriod, 2, 1}, {1'000'000, kPeriod, 1, 0}}),
      (std::vector<bool>{false, true, true}));
}

/// Uses of one line by two threads: `pattern` has a letter each, `a` and `b` for reads, capitals
/// for writes.
bool meetIn(std::string_view pattern) {
  std::vector<LineUse> uses;
  for (const char letter : pattern)
    uses.push_back({uses.size() * kPeriod, (letter | 0x20) == 'a' ? 1U : 2U, letter < 'a'});
  std::reverse(uses.begin(), uses.end()); // meet() sorts them
  return meet(uses);
}

TEST(ClockMeetings, WritersInTurnsMeet) {
  EXPECT_TRUE(meetIn("ABBABAABABBA"));
  EXPECT_TRUE(meetIn("AbAbbAAbAb")) << "one reads";
}

TEST(ClockMeetings, ReadersDoNot) {
  EXPECT_FALSE(meetIn("abababababab"));
  EXPECT_FALSE(meetIn("Aabababababababab")) << "written once, before";
}

TEST(ClockMeetings, OneThreadDoesNot) {
  EXPECT_FALSE(meetIn("AAAAAAAAAAAA"));
}

TEST(ClockMeetings, DataThatIsHandedOverIsNotMetAt) {
  const std::string a(60, 'A'), b(60, 'B');
  EXPECT_FALSE(meetIn(a + b + a + b + a + b + a));
}

TEST(ClockMeetings, FewTurnsMayBeChance) {
  EXPECT_FALSE(meetIn("ABAB"));
}

} // namespace clockMeetingsTest
} // namespace fsfind::clock
