// What threads write beside a finding's lines, in the same object.
#include "rules/measured/findings/QuietMembers.h"

#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace quietMembersTest {

using test::ProfileBuilder;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint64_t kPlant = 0x4000;

/// Two threads meet on the first line of a plant, a third writes on its second line.
class QuietMembers : public testing::Test {
protected:
  TargetIndex memberOf(TargetIndex object, const std::string &name, std::uint64_t offset) {
    const TargetIndex member = builder_.member(object, name, offset);
    builder_.target(member).record = RecordInfo{"Plant", {"/src/plant.h", 5, 0}, 96, 0};
    return member;
  }

  void SetUp() override {
    plant_ = builder_.global("plant", "Plant", kPlant, 96);
    builder_.line(kPlant);
    const TargetIndex boil = memberOf(plant_, "boil", 40), cool = memberOf(plant_, "cool", 48);
    builder_.store(2, boil, 50).load(2, boil, 60, 50);
    builder_.store(3, cool, 50).load(3, cool, 60, 50);
    builder_.line(kPlant + 64);
  }

  std::vector<FindingMember> quiet() {
    profile_ = builder_.build();
    std::vector<Finding> findings = judge(profile_, {}).findings;
    EXPECT_EQ(findings.size(), 1U);
    addQuietMembers(profile_, findings);
    return findings.front().quiet_members;
  }

  ProfileBuilder builder_;
  TargetIndex plant_;
  Profile profile_;
};

TEST_F(QuietMembers, AreThoseThatAThreadWritesOnAnotherLine) {
  builder_.store(4, memberOf(plant_, "vent", 64), 40);
  const auto members = quiet();
  ASSERT_EQ(members.size(), 1U);
  EXPECT_EQ(members[0].path, "vent");
  EXPECT_EQ(members[0].offset, 64U);
  EXPECT_EQ(members[0].size, 8U);
  EXPECT_THAT(members[0].writers, ElementsAre("4"));
}

TEST_F(QuietMembers, AreNotWhatIsWrittenOnceOrOnlyRead) {
  builder_.store(1, memberOf(plant_, "vent", 64), 2);
  builder_.load(4, memberOf(plant_, "name", 72), 100);
  EXPECT_THAT(quiet(), IsEmpty()) << "thread 1 made the plant";
}

TEST_F(QuietMembers, AreOfTheSameObject) {
  const TargetIndex other = builder_.global("other", "Plant", kPlant + 64, 96);
  builder_.store(4, memberOf(other, "boil", 0), 40);
  EXPECT_THAT(quiet(), IsEmpty());
}

TEST(QuietVariables, AreThoseThatAThreadWritesOnALineNextToGlobalsThatMeet) {
  constexpr std::uint64_t kFirst = 0x4000, kFar = 0x4100;
  ProfileBuilder builder;
  const TargetIndex lines = builder.global("lines", "long", kFirst + 48, 8);
  const TargetIndex words = builder.global("words", "long", kFirst + 56, 8);
  const TargetIndex bytes = builder.global("bytes", "long", kFirst + 64, 8);
  const TargetIndex limit = builder.global("limit", "long", kFirst + 72, 8);
  const TargetIndex far = builder.global("far", "long", kFar, 8);
  builder.line(kFirst);
  builder.store(2, lines, 50).load(2, lines, 60, 50);
  builder.store(3, words, 50).load(3, words, 60, 50);
  builder.line(kFirst + 64);
  builder.store(4, bytes, 40).store(1, limit, 1);
  builder.line(kFar);
  builder.store(4, far, 40);
  const Profile profile = builder.build();
  std::vector<Finding> findings = judge(profile, {}).findings;
  ASSERT_EQ(findings.size(), 1U);
  addQuietMembers(profile, findings);
  const auto &quiet = findings.front().quiet_members;
  ASSERT_EQ(quiet.size(), 1U) << "one is written once, one lies far away";
  EXPECT_EQ(quiet[0].variable, "bytes");
  EXPECT_EQ(quiet[0].declared, profile.target(bytes).object.declared);
  EXPECT_THAT(quiet[0].writers, ElementsAre("4"));
}

} // namespace quietMembersTest
} // namespace fsfind
