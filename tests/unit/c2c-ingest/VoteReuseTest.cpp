// Memory that is freed and used again, and accesses to several members at once.
#include "tests/support/VoteFixture.h"

namespace fsfind::test {

namespace voteReuseTest {

std::string words(const Target &target) {
  return target.object.type + (target.member.empty() ? "" : "." + target.member) +
         fmt::format("@{:#x}", target.object.address - kHeap);
}

/// What the observations know besides the vote: `0: Queue.tail@0x0`.
std::vector<std::string> own(const VoteResult &result) {
  std::vector<std::string> all;
  for (const VoteResult::Own &one : result.own)
    all.push_back(std::to_string(one.observation) + ": " +
                  words(result.alternatives[one.alternative]));
  return all;
}

std::vector<std::string> behind(const VoteResult &result) {
  std::vector<std::string> all;
  for (const Target &target : result.behind.front())
    all.push_back(words(target));
  return all;
}

TEST_F(VoteTest, SitesThatContradictEachOtherKeepWhatTheyKnow) {
  const TypeNumber reply = types_.record("Reply", 32, {{"body", 0, double_}, {"sent", 8, double_}});
  sees(kHeap + 8, {{queue_, 8}}, 100);
  sees(kHeap + 8, {{reply, 8}}, 90);
  const VoteResult both = result();
  EXPECT_EQ(named(kHeap + 8), "-");
  EXPECT_EQ(own(both), (std::vector<std::string>{"0: Queue.tail@0x0", "1: Reply.sent@0x0"}));
  EXPECT_EQ(both.alternatives.front().certainty, Certainty::Doubtful);
  EXPECT_EQ(both.contradicted, 0U);
}

TEST_F(VoteTest, AnOutvotedSiteKeepsWhatItKnows) {
  const TypeNumber reply = types_.record("Reply", 32, {{"body", 0, double_}, {"sent", 8, double_}});
  sees(kHeap + 8, {{queue_, 8}}, 1000);
  sees(kHeap + 8, {{reply, 8}}, 10);
  EXPECT_EQ(named(kHeap + 8), "Queue.tail@0x0");
  EXPECT_EQ(own(result()), std::vector<std::string>{"1: Reply.sent@0x0"});
}

TEST_F(VoteTest, AStringInstructionMovesOverTheObject) {
  const TypeNumber reply = types_.record("Reply", 32, {{"body", 0, double_}, {"sent", 8, double_}});
  sees(kHeap + 8, {{queue_, 8}}, 1000);
  sees(kHeap + 8, {{reply, 0}}, 10);
  hypotheses_.back().size = 0;
  EXPECT_TRUE(own(result()).empty());
}

TEST_F(VoteTest, APartUnderALibrarysTypeIsNoOtherObject) {
  const TypeNumber theirs = types_.record("pair_t", 16, {{"a", 0, double_}, {"b", 8, double_}});
  sees(kHeap + 8, {{queue_, 8}}, 1000);
  sees(kHeap + 16, {{theirs, 0}}, 10); // Queue.stats
  EXPECT_EQ(named(kHeap + 16), "Queue.stats.hits@0x0");
  EXPECT_TRUE(own(result()).empty());
}

TEST_F(VoteTest, SitesThatAgreeKnowNothingElse) {
  sees(kHeap + 16, {{counter_, 0}});
  sees(kHeap + 8, {{queue_, 8}});
  sees(kHeap + 24, {{counter_, 8}});
  EXPECT_TRUE(own(result()).empty());
}

TEST_F(VoteTest, AViewOfOneOfManyCallersIsNotKnown) {
  const TypeNumber reply = types_.record("Reply", 32, {{"body", 0, double_}, {"sent", 8, double_}});
  sees(kHeap + 8, {{queue_, 8}}, 100);
  sees(kHeap + 8, {{reply, 8}}, 90);
  site_views_.back().certain = false;
  EXPECT_EQ(own(result()), std::vector<std::string>{"0: Queue.tail@0x0"});
}

TEST_F(VoteTest, AnAccessReachesTheMembersBehind) {
  sees(kHeap + 8, {{queue_, 8}});
  EXPECT_TRUE(behind(result()).empty());
  data_.front().reach = 24;
  EXPECT_EQ(behind(result()),
            (std::vector<std::string>{"Queue.stats.hits@0x0", "Queue.stats.misses@0x0"}));
}

TEST_F(VoteTest, AnAccessReachesTheElementsBehindAndNothingBehindTheObject) {
  sees(kHeap + 16, {{types_.array(long_, 4), 16}});
  data_.front().reach = 32;
  EXPECT_EQ(behind(result()), std::vector<std::string>{"long@0x18"});
}

} // namespace voteReuseTest
} // namespace fsfind::test
