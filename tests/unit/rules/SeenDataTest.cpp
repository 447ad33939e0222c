// What a recorded run answers to findings and suspects of sources.
#include "rules/join/SeenData.h"

#include "rules/join/JudgeSources.h"
#include "rules/model/OwnerTimeline.h"
#include "tests/support/FindingBuilder.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {
namespace seenDataTest {

constexpr const char *kFile = "/src/queue.h";
constexpr std::uint64_t kQueue = 0x4000;
constexpr std::size_t kSpans = 10;

/// A queue with a head, which line 7 declares, and a tail, which line 8 declares; in this run they
/// lie on two cachelines.
class SeenDataTest : public testing::Test {
protected:
  TargetIndex member(const std::string &name, std::uint64_t offset, std::uint32_t line) {
    const TargetIndex made = builder_.member(queue_, name, offset);
    builder_.target(made).member_declared = {kFile, line, 0};
    return made;
  }

  void SetUp() override {
    queue_ = builder_.global("queue", "Queue", kQueue, 128);
    head_ = member("head", 0, 7);
    tail_ = member("tail", 64, 8);
  }
  /// A line, to which each of the threads stores from tenth `begin` to `end` of the time.
  ProfileBuilder &line(std::uint64_t address, const std::vector<std::uint32_t> &threads,
                       std::size_t begin, std::size_t end) {
    builder_.line(address);
    auto times = std::make_shared<OwnerTimeline>();
    times->spans = kSpans;
    times->span = 1000;
    for (const std::uint32_t thread : threads) {
      std::vector<TimelineCell> cells(kSpans);
      for (std::size_t i = begin; i < end; ++i)
        cells[i].stores = 5;
      times->rows.push_back({ThreadIndex(thread - 2), std::move(cells)}); // by their first use
    }
    builder_.lastLine().timeline = times;
    return builder_;
  }
  ProfileBuilder &head(std::size_t end = kSpans) { return line(kQueue, {2}, 0, end); }
  ProfileBuilder &tail(std::size_t begin = 0) { return line(kQueue + 64, {3}, begin, kSpans); }

  static Finding told() {
    return latent("adjacent-thread-fields").member("head", kFile, 7).member("tail", kFile, 8);
  }
  static Finding suspect() {
    Finding finding = told();
    finding.missing.push_back({"often", "it is a flag"});
    finding.confidence = Confidence::Low;
    return finding;
  }

  /// The finding when the run has answered.
  Finding asked(Finding finding) {
    std::vector<Finding> findings = {std::move(finding)};
    const SeenData seen = seenData(builder_.build());
    answers_ = answerByRun(findings, seen, matchFiles(seen.data, findings, {kFile}));
    return findings.front();
  }

  RunAnswer answer(const Finding &finding) { return asked(finding).run.value().answer; }

  ProfileBuilder builder_;
  TargetIndex queue_, head_, tail_;
  AnswersOfRun answers_;
};

TEST_F(SeenDataTest, WithoutContentionIsNotSo) {
  head().store(2, head_, 20).load(2, head_, 5);
  tail().store(3, tail_, 20);
  const Finding finding = asked(suspect());
  ASSERT_TRUE(finding.run);
  EXPECT_EQ(finding.run->answer, RunAnswer::NotSo);
  EXPECT_EQ(finding.run->accesses, 45U);
  EXPECT_EQ(finding.run->contended, 0U);
  EXPECT_EQ(finding.run->threads, 2U);
  EXPECT_EQ(finding.missing.size(), 1U) << "it lacks what it lacked";
  EXPECT_EQ(answers_.of(RunAnswer::NotSo), 1U);
  EXPECT_EQ(answers_.withdrawn, 0U);
}

TEST_F(SeenDataTest, WithdrawsWhatSourcesTold) {
  head().store(2, head_, 20);
  tail().store(3, tail_, 20);
  const Finding finding = asked(told());
  EXPECT_EQ(finding.run.value().answer, RunAnswer::NotSo);
  EXPECT_TRUE(isSuspect(finding));
  EXPECT_EQ(finding.missing.back().link, "run");
  EXPECT_EQ(finding.confidence, Confidence::Low);
  EXPECT_EQ(answers_.withdrawn, 1U);
}

TEST_F(SeenDataTest, OfOneThreadSayNothing) {
  head().store(2, head_, 50);
  tail().store(2, tail_, 50).load(3, tail_, 1);
  const Finding finding = asked(told());
  EXPECT_EQ(finding.run.value().answer, RunAnswer::Undecided);
  EXPECT_FALSE(isSuspect(finding));
}

TEST_F(SeenDataTest, OfThreadsOneAfterTheOtherSayNothing) {
  head(kSpans / 2).store(2, head_, 50);
  tail(kSpans / 2).store(3, tail_, 50);
  EXPECT_EQ(answer(told()), RunAnswer::Undecided);
}

TEST_F(SeenDataTest, OfTwoProcessesSayNothing) {
  head().store(2, head_, 50);
  tail().store(3, tail_, 50);
  Profile profile = builder_.build();
  profile.threads[1].pid = 200;
  std::vector<Finding> findings = {told()};
  const SeenData seen = seenData(profile);
  (void)answerByRun(findings, seen, matchFiles(seen.data, findings, {kFile}));
  EXPECT_EQ(findings.front().run.value().answer, RunAnswer::Undecided);
}

TEST_F(SeenDataTest, OfFewSamplesSaysNothing) {
  head().store(2, head_, 10);
  tail().store(3, tail_, 10);
  EXPECT_EQ(answer(suspect()), RunAnswer::Undecided);
  EXPECT_EQ(answer(told()), RunAnswer::Undecided);
}

TEST_F(SeenDataTest, WithContentionIsNeverNotSo) {
  head().store(2, head_, 2000);
  tail().store(3, tail_, 2000).load(3, tail_, 20, 8);
  EXPECT_EQ(answer(told()), RunAnswer::Undecided);
}

TEST_F(SeenDataTest, WithContentionByStoresIsNeverNotSo) {
  const TargetIndex beside = member("tail", 8, 8);
  line(kQueue, {2, 3}, 0, kSpans).store(2, head_, 40).store(3, beside, 40);
  EXPECT_EQ(answer(told()), RunAnswer::Undecided);
  builder_.lastLine().transfers = 0;
  EXPECT_EQ(answer(told()), RunAnswer::Undecided) << "simulation ran the threads one by one";
}

TEST_F(SeenDataTest, NeedsBothNeighbours) {
  head().store(2, head_, 40).load(3, head_, 40);
  EXPECT_EQ(answer(told()), RunAnswer::NotReached);
  EXPECT_EQ(answer(latent("contended-atomic").member("tail", kFile, 8)), RunAnswer::NotReached);
}

TEST_F(SeenDataTest, AreNotStoresThatInitialise) {
  head().store(2, head_, 40).last().sets = true;
  tail().store(3, tail_, 40);
  EXPECT_EQ(answer(suspect()), RunAnswer::NotReached);
}

TEST_F(SeenDataTest, SayNothingOfPages) {
  head().store(2, head_, 40);
  tail().store(3, tail_, 40);
  EXPECT_FALSE(asked(latent("serial-first-touch").member("head", kFile, 7)).run);
}

TEST_F(SeenDataTest, OfAReportConfirmOnly) {
  Finding confirmed = told();
  confirmed.verdict = Verdict::Confirmed;
  std::vector<Finding> findings = {confirmed, suspect()};
  const AnswersOfRun answers = answerByRun(findings, {}, matchFiles({}, findings, {kFile}));
  EXPECT_EQ(findings[0].run.value().answer, RunAnswer::Confirmed);
  EXPECT_FALSE(findings[1].run);
  EXPECT_EQ(answers.of(RunAnswer::Confirmed), 1U);
}

TEST_F(SeenDataTest, PutWhatTheyWithdrawBehindWhatIsTold) {
  head().store(2, head_, 20);
  tail().store(3, tail_, 20);
  const SeenData seen = seenData(builder_.build());
  std::vector<Finding> findings = {told(),
                                   latent("contended-atomic").member("lock", "/src/lock.h", 3)};
  (void)answerByRun(findings, seen, matchFiles(seen.data, findings, {kFile, "/src/lock.h"}));
  EXPECT_EQ(findings[0].rule, "fsfind-contended-atomic");
  EXPECT_EQ(findings[0].rank, 1U);
  EXPECT_TRUE(isSuspect(findings[1]));
}

// Two recordings of one program: what is half of the one is a quarter of both.
TEST(SeveralRuns, HaveSharesOfAll) {
  Measurement one{{measured("contended-atomic").member("head", kFile, 7).cost(30, 0.5)}, 60};
  one.cost = 1000;
  one.seen.emplace();
  Measurement sum = one;
  addTo(sum, one);
  ASSERT_EQ(sum.findings.size(), 1U);
  EXPECT_EQ(sum.findings[0].cost.hitm, 60U);
  EXPECT_EQ(sum.findings[0].cost.latency_share, 0.5);
  one.findings = {measured("contended-atomic").member("lock", kFile, 9).cost(30, 0.9)};
  one.cost = 4000;
  addTo(sum, one);
  ASSERT_EQ(sum.findings.size(), 2U);
  EXPECT_NEAR(sum.findings[0].cost.latency_share, 0.5 / 3, 1e-9);
  EXPECT_NEAR(sum.findings[1].cost.latency_share, 0.6, 1e-9);
  EXPECT_EQ(sum.contended, 180U);
  EXPECT_EQ(sum.cost, 6000U);
}

} // namespace seenDataTest
} // namespace fsfind::test
