// Alarms of a watch: when they begin, when they end, and what does not count.
#include "rules/watch/Alarms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {
namespace watchAlarmsTest {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Step stepWith(std::optional<double> contended) {
  Step step;
  step.contended[0] = contended;
  step.loads = 100;
  return step;
}

/// One character for each step: + raised, - ended, . nothing.
std::string course(Alarms &alarms, const std::vector<std::optional<double>> &contended) {
  std::string result;
  for (const auto &one : contended) {
    const std::vector<AlarmEvent> events = alarms.look(stepWith(one), {});
    result += events.empty() ? '.' : events[0].raised ? '+' : '-';
  }
  return result;
}

WindowView viewWith(const std::string &object, std::uint64_t samples = 100) {
  WindowView view;
  WatchRow row;
  row.name = object;
  row.samples = samples;
  row.members = {{"count", samples}};
  row.in_last_step = true;
  view.rows = {row};
  return view;
}

Finding findingAbout(const std::string &object) {
  Finding finding;
  finding.object.name = object;
  return finding;
}

TEST(WatchAlarms, OneStepIsNotEnoughInEitherDirection) {
  Alarms alarms({{AlarmKind::Hitm, 0.05}}, 2, {});
  EXPECT_EQ(course(alarms, {9, 1, 9, 9, 1, 9, 1, 1, 9}), "...+...-.");
  EXPECT_TRUE(alarms.everRaised());
  EXPECT_THAT(alarms.active(), IsEmpty());
}

TEST(WatchAlarms, TheLimitItselfIsNotAboveIt) {
  Alarms alarms({{AlarmKind::Hitm, 0.05}}, 1, {});
  EXPECT_EQ(course(alarms, {5, 5.1, 5}), ".+-");
}

TEST(WatchAlarms, StepsWithoutValueChangeNothing) {
  Alarms alarms({{AlarmKind::Hitm, 0.05}}, 2, {});
  EXPECT_EQ(course(alarms, {9, std::nullopt, 9, std::nullopt, std::nullopt, std::nullopt}),
            "..+...");
  EXPECT_THAT(alarms.active(), SizeIs(1));
}

TEST(WatchAlarms, RemoteComparesWithLoadsThatMissed) {
  Alarms alarms({{AlarmKind::Remote, 0.3}}, 1, {});
  Step step;
  step.missed = 10;
  step.remote = 3;
  EXPECT_THAT(alarms.look(step, {}), IsEmpty());
  step.remote = 4;
  const auto events = alarms.look(step, {});
  ASSERT_THAT(events, SizeIs(1));
  EXPECT_DOUBLE_EQ(events[0].value.value(), 0.4);
}

TEST(WatchAlarms, NewObjectsAreThoseThatNoFindingIsAbout) {
  Alarms alarms({{AlarmKind::New, 0}}, 1, {findingAbout("known")});
  EXPECT_THAT(alarms.look({}, viewWith("known")), IsEmpty());
  EXPECT_THAT(alarms.look({}, viewWith("fresh", 7)), IsEmpty()) << "too few samples";
  const auto raised = alarms.look({}, viewWith("fresh"));
  ASSERT_THAT(raised, SizeIs(1));
  EXPECT_EQ(raised[0].object, "fresh");
  EXPECT_THAT(alarms.look({}, viewWith("fresh")), IsEmpty()) << "it is told once";
  const auto changed = alarms.look({}, viewWith("other"));
  ASSERT_THAT(changed, SizeIs(2));
  EXPECT_TRUE(changed[0].raised);
  EXPECT_EQ(changed[0].object, "other");
  EXPECT_FALSE(changed[1].raised);
  EXPECT_EQ(changed[1].object, "fresh");
}

TEST(WatchAlarms, NewObjectsMustStay) {
  Alarms alarms({{AlarmKind::New, 0}}, 2, {});
  EXPECT_THAT(alarms.look({}, viewWith("a")), IsEmpty());
  EXPECT_THAT(alarms.look({}, viewWith("b")), IsEmpty());
  EXPECT_THAT(alarms.look({}, viewWith("a")), IsEmpty()) << "it was gone for a step";
  EXPECT_THAT(alarms.look({}, viewWith("a")), SizeIs(1));
}

TEST(WatchAlarms, ReadsLimits) {
  EXPECT_DOUBLE_EQ(parseAlarm("hitm")->limit, kHitmLimit);
  EXPECT_DOUBLE_EQ(parseAlarm("remote")->limit, kRemoteLimit);
  EXPECT_DOUBLE_EQ(parseAlarm("remote=12.5%")->limit, 0.125);
  EXPECT_EQ(parseAlarm("new")->kind, AlarmKind::New);
  for (const char *bad : {"", "hit", "hitm=", "hitm=5", "hitm=-1%", "hitm=101%", "hitm=nan%",
                          "hitm=5%%", "new=5%", "=5%"})
    EXPECT_FALSE(parseAlarm(bad)) << bad;
  EXPECT_THAT(parseAlarm("hitm=5").error().message(), HasSubstr("hitm=5%"));
}

} // namespace watchAlarmsTest
} // namespace fsfind::test
