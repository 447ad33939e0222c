// The metrics of a watch: both formats, names that need escapes, and what is not available.
#include "cli/report/metrics/Metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::report {
namespace watchMetricsTest {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

WatchReport reportOf(const std::vector<std::string> &objects) {
  Step step;
  step.contended[static_cast<std::size_t>(ContendedKind::LocalHitm)] = 40;
  step.loads = 100;
  step.seconds = 2;
  for (const std::string &name : objects)
    step.objects.push_back({name, "", 5, {}});
  WatchReport report;
  report.step = 1;
  report.totals.add(step);
  report.rules = {{AlarmKind::Hitm, 0.05}};
  RollingProfile rolling(1);
  rolling.add(step);
  report.window = rolling.view();
  return report;
}

std::string classic(const WatchReport &report, std::size_t objects = 0) {
  return metricsText(report, MetricsFormat::Classic, objects);
}

TEST(WatchMetrics, FormatsDifferInMetadataOnly) {
  const WatchReport report = reportOf({});
  const std::string open = metricsText(report, MetricsFormat::OpenMetrics, 0);
  EXPECT_THAT(classic(report), HasSubstr("# TYPE fsfind_hitm_loads_total counter\n"
                                         "fsfind_hitm_loads_total{kind=\"local\"} 40\n"));
  EXPECT_THAT(open, HasSubstr("# TYPE fsfind_hitm_loads counter\n"
                              "fsfind_hitm_loads_total{kind=\"local\"} 40\n"));
  EXPECT_THAT(open, HasSubstr("# UNIT fsfind_watch_cpu_seconds seconds\n"));
  EXPECT_THAT(open, EndsWith("# EOF\n"));
  EXPECT_THAT(classic(report), Not(HasSubstr("EOF")));
}

TEST(WatchMetrics, WhatIsNotToldHasNoSeries) {
  const std::string text = classic(reportOf({}));
  EXPECT_THAT(text, HasSubstr("fsfind_hitm_loads_per_second{kind=\"local\"} 20\n"));
  EXPECT_THAT(text, HasSubstr("fsfind_contended_load_ratio 0.4\n"));
  EXPECT_THAT(text, HasSubstr("fsfind_active_alarms{alarm=\"hitm\"} 0\n"));
  for (const char *absent : {"remote", "peer", "fills", "running", "success"})
    EXPECT_THAT(text, Not(HasSubstr(absent))) << absent;
}

TEST(WatchMetrics, ObjectsAreALabelOnlyIfAskedFor) {
  const WatchReport report = reportOf({"first", "second", ""});
  EXPECT_THAT(classic(report), Not(HasSubstr("first")));
  EXPECT_THAT(classic(report, 3), HasSubstr("fsfind_object_hitm_total{object=\"unknown\"} 5\n"));
}

TEST(WatchMetrics, NamesCannotBreakTheText) {
  const std::string text = classic(reportOf({"a\"b\\c\nd\x01"}), 1);
  EXPECT_THAT(text, HasSubstr("{object=\"a\\\"b\\\\c\\nd?\"} 5\n"));
}

TEST(WatchMetrics, NoSeriesComesTwice) {
  const std::string text = classic(reportOf({"a\x01", "a\x02", "unknown", ""}), 4);
  EXPECT_THAT(text, HasSubstr("{object=\"a?\"} 10\n"));
  EXPECT_THAT(text, HasSubstr("{object=\"unknown\"} 10\n"));
}

} // namespace watchMetricsTest

} // namespace fsfind::report
