// The loop of a watch, by a clock and a sampler that the tests move.
#include "cli/watch/Loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::watch {
namespace watchLoopTest {

using testing::ElementsAre;
using testing::HasSubstr;

class FakeClock : public Clock {
public:
  double now() override { return now_; }
  Wake wait(double time) override {
    waited_for.push_back(time);
    const Wake wake = wakes.empty() ? Wake::Time : wakes.front();
    if (!wakes.empty())
      wakes.erase(wakes.begin());
    if (wake == Wake::Time)
      now_ = std::max(now_, time);
    return wake;
  }
  double unixTime() override { return 1e9 + now_; }
  double cpuSeconds() override { return now_ / 100; }

  double now_ = 100;
  std::vector<Wake> wakes;        ///< what the next waits give; then Time
  std::vector<double> waited_for; ///< times
};

class FakeSampler : public Sampler {
public:
  explicit FakeSampler(FakeClock &clock) : clock_(clock) {}
  Expected<Sampled> next() override {
    clock_.now_ += taking;
    if (at_ == results.size())
      return Sampled{std::nullopt, 0};
    const std::optional<double> contended = results[at_++];
    if (!contended)
      return failure({"step", {}, "failed", {}});
    Step step;
    step.contended[0] = contended;
    step.loads = 100;
    step.seconds = taking;
    return Sampled{step, 0};
  }
  std::string how() const override { return "a test"; }
  bool live() const override { return is_live; }

  std::vector<std::optional<double>> results; ///< contended of 100 loads; none = the step fails
  double taking = 1;
  bool is_live = true;

private:
  FakeClock &clock_;
  std::size_t at_ = 0;
};

class WatchLoop : public testing::Test {
protected:
  Expected<report::WatchReport> run() {
    LoopEvents events;
    events.step = [this](const report::WatchReport &report) -> Expected<bool> {
      seen.push_back(report);
      return seen.size() != stop_at;
    };
    events.redraw = [this](const report::WatchReport &) -> Expected<void> {
      ++redrawn;
      return {};
    };
    return runLoop(sampler, clock, alarms, options, events);
  }

  FakeClock clock;
  FakeSampler sampler{clock};
  Alarms alarms{{{AlarmKind::Hitm, 0.05}}, 1, {}};
  LoopOptions options{10, true, 3, 0};
  std::vector<report::WatchReport> seen;
  std::size_t stop_at = 0;
  int redrawn = 0;
};

TEST_F(WatchLoop, StepsBeginEachIntervalHoweverLongTheyTake) {
  sampler.results = {1, 2, 3};
  ASSERT_TRUE(run());
  EXPECT_THAT(clock.waited_for, ElementsAre(110, 120, 130));
  EXPECT_EQ(seen.at(2).last->time, 20);
  EXPECT_EQ(seen.at(2).window.steps, 3);
}

TEST_F(WatchLoop, AStepThatFailsIsCountedAndTheNextOneComes) {
  sampler.results = {1, std::nullopt, 9};
  const auto last = run();
  ASSERT_TRUE(last);
  EXPECT_EQ(seen.size(), 3U);
  EXPECT_THAT(seen[1].error, HasSubstr("failed"));
  EXPECT_EQ(seen[1].window.steps, 1) << "what was seen before stays";
  EXPECT_EQ(seen[2].error, "");
  EXPECT_EQ(last->totals.errors(), 1U);
  EXPECT_EQ(last->totals.steps(), 2U);
  EXPECT_DOUBLE_EQ(seen[1].success.value(), seen[0].success.value());
}

TEST_F(WatchLoop, WhatNeverWorkedIsAnError) {
  sampler.results = {std::nullopt, 1};
  EXPECT_FALSE(run()) << "the first step of what runs tells that it cannot be sampled";
  EXPECT_TRUE(seen.empty());
  sampler.is_live = false;
  sampler.results = {std::nullopt, std::nullopt, std::nullopt};
  EXPECT_FALSE(run());
  EXPECT_EQ(seen.size(), 2U) << "a folder is read to its end";
}

TEST_F(WatchLoop, AProcessThatIsGoneBeforeTheFirstStepIsAnError) {
  const auto gone = run();
  ASSERT_FALSE(gone);
  EXPECT_THAT(gone.error().message(), HasSubstr("nothing runs that could be watched: a test"));
}

TEST_F(WatchLoop, EndsWhenAskedTo) {
  sampler.results = {1, 1, 1, 1};
  clock.wakes = {Wake::Time, Wake::Redraw, Wake::Redraw, Wake::End};
  ASSERT_TRUE(run());
  EXPECT_EQ(seen.size(), 2U);
  EXPECT_EQ(redrawn, 2);
}

TEST_F(WatchLoop, EndsAfterItsCountWithoutWaiting) {
  sampler.results = {1, 1, 1};
  options.count = 2;
  ASSERT_TRUE(run());
  EXPECT_EQ(seen.size(), 2U);
  EXPECT_THAT(clock.waited_for, ElementsAre(110));
}

TEST_F(WatchLoop, EndsWhenWhoIsToldSaysSo) {
  sampler.results = {1, 1, 1};
  stop_at = 1;
  ASSERT_TRUE(run());
  EXPECT_EQ(seen.size(), 1U);
}

TEST_F(WatchLoop, AlarmsComeWithTheStepThatRaisedThem) {
  sampler.results = {1, 9, 9, 1};
  ASSERT_TRUE(run());
  EXPECT_TRUE(seen[0].events.empty());
  ASSERT_EQ(seen[1].events.size(), 1U);
  EXPECT_TRUE(seen[1].events[0].raised);
  EXPECT_TRUE(seen[2].events.empty());
  EXPECT_EQ(seen[2].active.size(), 1U);
  EXPECT_FALSE(seen[3].events.at(0).raised);
  EXPECT_TRUE(alarms.everRaised());
}

} // namespace watchLoopTest
} // namespace fsfind::watch
