// Accesses that cover several members get targets that refer to all of them.
#include "c2c-ingest/objects/WideAccesses.h"

#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::objects {
namespace wideAccessesTest {

using testing::ElementsAre;

constexpr std::uint64_t kLine = 0x1000;

class WideAccessesTest : public testing::Test {
protected:
  /// Splits the accesses of a profile whose object has `members` of 8 bytes each.
  Profile split(const std::vector<std::string> &members) {
    profile_.line(kLine);
    const TargetIndex object = profile_.global("sums", "Sums", kLine, members.size() * 8);
    const TargetIndex first = profile_.member(object, members.front(), 0);
    profile_.store(1, first, 5);
    profile_.last().size = 8;
    profile_.store(2, first, 5);
    profile_.last().size = 16;
    Profile profile = profile_.build();
    const auto at = [&](std::uint64_t address) {
      const std::size_t number = (address - kLine) / 8;
      Target target = profile.target(first);
      target.member = members[number];
      target.member_offset = number * 8;
      return target;
    };
    splitWideAccesses(
        [&](TargetIndex target, std::uint64_t stop) {
          return targetsBehind(profile.target(target), std::min(stop, kLine + members.size() * 8),
                               at);
        },
        profile);
    return profile;
  }

  static const Target &targetOf(const Profile &profile, std::uint8_t size) {
    for (const Access &access : profile.lines.front().accesses)
      if (access.size == size)
        return profile.target(access.target);
    return profile.target(TargetIndex(0));
  }

  test::ProfileBuilder profile_;
};

TEST_F(WideAccessesTest, TheMembersOfOneRecordAreNamedTogether) {
  const Profile profile = split({"now.low", "now.high", "last"});
  const Target &wide = targetOf(profile, 16);
  EXPECT_EQ(wide.member, "now.low/high");
  EXPECT_EQ(wide.member_size, 16U);
  std::vector<std::string> parts;
  for (const TargetIndex part : wide.parts)
    parts.push_back(profile.target(part).member);
  EXPECT_THAT(parts, ElementsAre("now.low", "now.high"));
  EXPECT_EQ(targetOf(profile, 8).member, "now.low");
}

TEST_F(WideAccessesTest, MembersOfDifferentRecordsKeepTheirPaths) {
  EXPECT_EQ(targetOf(split({"all.now.low", "all.last.high"}), 16).member, "all.now.low/last.high");
}

TEST_F(WideAccessesTest, AnAccessBeyondTheObjectStaysWithItsMember) {
  const Profile profile = split({"low"});
  EXPECT_EQ(targetOf(profile, 16).member, "low");
  EXPECT_TRUE(targetOf(profile, 16).parts.empty());
}

} // namespace wideAccessesTest
} // namespace fsfind::objects
