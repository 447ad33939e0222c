// Recordings as steps of a watch, and the window that they roll through.
#include "rules/watch/Rolling.h"
#include "rules/watch/Totals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {
namespace watchRollingTest {

using testing::ElementsAre;
using testing::SizeIs;

constexpr auto kLocal = static_cast<std::size_t>(ContendedKind::LocalHitm);
constexpr auto kPeer = static_cast<std::size_t>(ContendedKind::LocalPeer);

std::uint64_t &classOf(Profile &profile, SampleClass sample_class) {
  return profile.classes[static_cast<std::size_t>(sample_class)];
}

/// A second of sampling at `time`; objects by name with their contended samples.
Step stepAt(double time, const std::vector<std::pair<std::string, std::uint64_t>> &objects) {
  Step step;
  step.time = time;
  step.seconds = 1;
  step.loads = 1000;
  double sum = 0;
  for (const auto &[name, samples] : objects) {
    step.objects.push_back({name, "", samples, {{"m", samples}}});
    sum += static_cast<double>(samples);
  }
  step.contended[kLocal] = sum;
  return step;
}

const WatchRow &rowOf(const WindowView &view, const std::string &name) {
  for (const WatchRow &row : view.rows)
    if (row.name == name)
      return row;
  throw std::out_of_range(name);
}

TEST(WatchStep, EstimatesLoadsByTheirPeriods) {
  Profile profile;
  classOf(profile, SampleClass::LoadL1) = 6;
  classOf(profile, SampleClass::LoadLocalHitm) = 4;
  classOf(profile, SampleClass::StoreL1Hit) = 5;
  profile.estimated_loads = 1000;
  profile.estimated_stores = 3000;
  profile.source.first_time = 1'000'000'000;
  profile.source.last_time = 3'000'000'000;
  const Step step = stepOf(profile, true);
  EXPECT_DOUBLE_EQ(step.contended[kLocal].value(), 400);
  EXPECT_DOUBLE_EQ(step.ofReferences().share().value(), 0.1);
  EXPECT_DOUBLE_EQ(step.ofLoads().share().value(), 0.4);
  EXPECT_DOUBLE_EQ(step.seconds.value(), 2);
}

TEST(WatchStep, WhatTheProcessorDoesNotTellIsNotZero) {
  Profile profile;
  classOf(profile, SampleClass::LoadL1) = 10;
  const Step blind = stepOf(profile, false);
  EXPECT_FALSE(sumOf(blind.contended));
  EXPECT_FALSE(blind.ofReferences().share());
  EXPECT_FALSE(blind.remoteOfMissed().share()) << "no load missed the L3";
  EXPECT_FALSE(blind.seconds);
  profile.source.arch = "aarch64";
  const Step arm = stepOf(profile, true);
  EXPECT_FALSE(arm.contended[kLocal]) << "Arm tells peers, not HITM";
  EXPECT_EQ(arm.contended[kPeer], 0);
}

TEST(WatchStep, ObjectsHaveTheSumOfTheirMembers) {
  Profile profile;
  for (const char *member : {"head", "tail"}) {
    Target target;
    target.object.name = "queue";
    target.member = member;
    profile.targets.push_back(target);
  }
  Line line;
  for (std::uint32_t i = 0; i < 2; ++i) {
    Access access;
    access.target = TargetIndex(i);
    access.contended = 10 + i;
    line.accesses.push_back(access);
  }
  profile.lines = {line};
  const Step step = stepOf(profile, true);
  ASSERT_THAT(step.objects, SizeIs(1));
  EXPECT_EQ(step.objects[0].samples, 21);
  EXPECT_THAT(step.objects[0].members,
              ElementsAre(WatchedMember{"tail", 11}, WatchedMember{"head", 10}));
}

TEST(WatchRolling, ForgetsWhatLeavesTheWindow) {
  RollingProfile rolling(2);
  rolling.add(stepAt(0, {{"old", 100}}));
  rolling.add(stepAt(10, {{"young", 50}}));
  rolling.add(stepAt(20, {{"young", 70}}));
  const WindowView view = rolling.view();
  EXPECT_EQ(view.steps, 2);
  ASSERT_THAT(view.rows, SizeIs(1));
  EXPECT_EQ(view.rows[0].name, "young");
  EXPECT_EQ(view.rows[0].samples, 120);
  EXPECT_DOUBLE_EQ(view.rows[0].per_second.value(), 60);
  EXPECT_DOUBLE_EQ(view.rows[0].share.value(), 0.06);
  EXPECT_DOUBLE_EQ(view.rows[0].age, 10);
  EXPECT_DOUBLE_EQ(view.per_second[kLocal].value(), 60);
}

TEST(WatchRolling, TrendsAreDifferencesThatChanceDoesNotMake) {
  RollingProfile rolling(10);
  rolling.add(stepAt(0, {{"up", 100}, {"down", 400}, {"same", 100}, {"few", 4}, {"gone", 50}}));
  EXPECT_EQ(rowOf(rolling.view(), "up").trend, Trend::Unknown) << "there is nothing before";
  rolling.add(stepAt(10, {{"up", 400}, {"down", 100}, {"same", 110}, {"few", 7}, {"new", 9}}));
  const WindowView view = rolling.view();
  EXPECT_EQ(rowOf(view, "up").trend, Trend::Rising);
  EXPECT_EQ(rowOf(view, "down").trend, Trend::Falling);
  EXPECT_EQ(rowOf(view, "same").trend, Trend::Steady);
  EXPECT_EQ(rowOf(view, "few").trend, Trend::Steady) << "7 and 4 may be chance";
  EXPECT_EQ(rowOf(view, "gone").trend, Trend::Gone);
  EXPECT_EQ(rowOf(view, "new").trend, Trend::New);
}

TEST(WatchRolling, StepsThatDoNotTellAPartAreNotInItsWhole) {
  RollingProfile rolling(10);
  rolling.add(stepAt(0, {{"a", 100}}));
  Step silent;
  silent.loads = 1'000'000;
  rolling.add(silent);
  EXPECT_DOUBLE_EQ(rolling.view().of_loads.share().value(), 0.1);
}

TEST(WatchTotals, ObjectsAreBounded) {
  WatchTotals totals;
  Step many;
  for (std::size_t i = 0; i < kMostObjects; ++i)
    many.objects.push_back({"small" + std::to_string(i), "", 1, {}});
  totals.add(many);
  totals.add(stepAt(0, {{"large", 100}}));
  totals.add(stepAt(10, {{"large", 11}}));
  EXPECT_THAT(totals.objects(SIZE_MAX), SizeIs(kMostObjects));
  EXPECT_THAT(totals.objects(1), ElementsAre(std::pair<std::string, double>("large", 111)));
}

/// A step of as many objects as are counted, `samples` of each.
Step fullStep(const std::string &name, std::uint64_t samples) {
  Step step;
  for (std::size_t i = 0; i < kMostObjects; ++i)
    step.objects.push_back({name + std::to_string(i), "", samples, {}});
  return step;
}

TEST(WatchTotals, ANewObjectIsCountedWhenItHasHadMoreThanTheLeast) {
  WatchTotals totals;
  totals.add(fullStep("old", 1000));
  const auto counted = [&](const std::string &name) {
    double loads = 0;
    for (const auto &[object, count] : totals.objects(SIZE_MAX))
      loads += object == name ? count : 0;
    return loads;
  };
  for (int step = 0; step < 10; ++step)
    totals.add(stepAt(step, {{"new", 100}}));
  EXPECT_EQ(counted("new"), 0) << "as many as the least";
  totals.add(stepAt(10, {{"new", 100}}));
  EXPECT_EQ(counted("new"), 1100);
  EXPECT_THAT(totals.objects(SIZE_MAX), SizeIs(kMostObjects));
}

TEST(WatchTotals, ANewObjectIsFoundAmongMoreThanCanWait) {
  WatchTotals totals;
  totals.add(fullStep("old", 1000));
  for (int step = 0; step < 20; ++step) {
    Step passing = fullStep("passing" + std::to_string(step) + "-", 1);
    passing.objects.back() = {"new", "", 100, {}};
    totals.add(passing);
  }
  EXPECT_EQ(totals.objects(1).front().first, "new");
}

} // namespace watchRollingTest
} // namespace fsfind::test
