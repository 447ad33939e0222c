// Formats: https://prometheus.io/docs/instrumenting/exposition_formats/ and
// https://prometheus.io/docs/specs/om/open_metrics_spec/. Names have units and suffixes that suit
// both.

#include "cli/report/metrics/Metrics.h"

#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace fsfind::report {

namespace {

/// A series: the label, if it has one, and its value.
struct Series {
  std::string_view label;
  std::string text; ///< the label's value, escaped
  double value = 0;
};

enum class Kind : std::uint8_t { Counter, Gauge };

/// Label values may hold any UTF-8; only these three are escaped in both formats. Other control
/// characters and broken UTF-8 become `?`.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : cli::printableLines(text))
    if (c == '\n')
      result += "\\n";
    else if (c == '\\' || c == '"')
      (result += '\\') += c;
    else
      result += c;
  return result;
}

class Writer {
public:
  explicit Writer(MetricsFormat format) : format_(format) {}

  /// `family` is the name without `fsfind_`, and without `_total` for counters. Nothing is written
  /// without series.
  void add(Kind kind, std::string_view family, std::string_view unit, std::string_view help,
           const std::vector<Series> &series) {
    if (series.empty())
      return;
    const bool counter = kind == Kind::Counter;
    const std::string base = fmt::format("fsfind_{}", family);
    const std::string sample = counter ? base + "_total" : base;
    // OpenMetrics' metadata has the family's name, the classic format's that of its samples.
    const std::string &name = format_ == MetricsFormat::OpenMetrics ? base : sample;
    text_ += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name,
                         counter ? "counter" : "gauge");
    if (format_ == MetricsFormat::OpenMetrics && !unit.empty())
      text_ += fmt::format("# UNIT {} {}\n", name, unit);
    for (const Series &one : series)
      text_ += one.label.empty()
                   ? fmt::format("{} {}\n", sample, one.value)
                   : fmt::format("{}{{{}=\"{}\"}} {}\n", sample, one.label, one.text, one.value);
  }

  void add(Kind kind, std::string_view family, std::string_view unit, std::string_view help,
           std::optional<double> value) {
    if (value)
      add(kind, family, unit, help, std::vector<Series>{{{}, {}, *value}});
  }

  [[nodiscard]] std::string take() {
    if (format_ == MetricsFormat::OpenMetrics)
      text_ += "# EOF\n";
    return std::move(text_);
  }

private:
  MetricsFormat format_;
  std::string text_;
};

/// The families of contended loads, and what they are.
constexpr std::pair<std::string_view, std::string_view> kFamilies[] = {
    {"hitm_loads", "Loads of cachelines that another core had modified"},
    {"peer_loads", "Loads that the cache of another core answered"},
    {"ccx_fills", "Loads that another CCX answered, modified or not"}};

std::vector<Series> seriesOf(const ContendedLoads &contended, std::string_view family) {
  std::vector<Series> series;
  for (const ContendedWords &words : kContendedWords)
    if (const auto &loads = contended[static_cast<std::size_t>(words.kind)];
        loads && words.family == family)
      series.push_back({"kind", std::string(words.label), *loads});
  return series;
}

void addContended(Writer &writer, const WatchReport &report) {
  for (const auto &[family, help] : kFamilies) {
    writer.add(Kind::Counter, family, "",
               fmt::format("{} while sampled, estimated from samples or counted.", help),
               seriesOf(report.totals.contended(), family));
    writer.add(Kind::Gauge, fmt::format("{}_per_second", family), "",
               fmt::format("{} in a second, over the window.", help),
               seriesOf(report.window.per_second, family));
  }
  writer.add(Kind::Counter, "loads", "", "Loads while sampled, estimated from samples or counted.",
             report.totals.loads());
  writer.add(Kind::Counter, "sampled_seconds", "seconds", "Time that was sampled or counted.",
             report.totals.seconds());
}

void addShares(Writer &writer, const WindowView &window) {
  writer.add(Kind::Gauge, "contended_reference_ratio", "ratio",
             "Contended loads in all loads and stores, over the window.",
             window.of_references.share());
  writer.add(Kind::Gauge, "contended_load_ratio", "ratio",
             "Contended loads in all loads, over the window.", window.of_loads.share());
  writer.add(Kind::Gauge, "remote_load_ratio", "ratio",
             "Loads that another node answered in those that missed the L3, over the window.",
             window.remote_of_missed.share());
  writer.add(Kind::Gauge, "event_running_ratio", "ratio",
             "Part of the time in which the events were counted.", window.running);
}

void addAlarms(Writer &writer, const WatchReport &report) {
  std::vector<Series> series;
  for (const AlarmRule &rule : report.rules) {
    double active = 0;
    for (const ActiveAlarm &one : report.active)
      active += one.rule.kind == rule.kind ? 1 : 0;
    series.push_back({"alarm", std::string(alarmWord(rule.kind)), active});
  }
  writer.add(Kind::Gauge, "active_alarms", "", "Alarms that were raised and have not ended.",
             series);
}

void addObjects(Writer &writer, const WatchReport &report, std::size_t objects) {
  std::vector<Series> series;
  for (const auto &[name, loads] : report.totals.objects(objects)) {
    const std::string text = name.empty() ? "unknown" : escaped(name);
    const auto same = std::find_if(series.begin(), series.end(),
                                   [&](const Series &one) { return one.text == text; });
    if (same == series.end())
      series.push_back({"object", text, loads});
    else // names that differ only in what is not printed; a series must not come twice
      same->value += loads;
  }
  writer.add(Kind::Counter, "object_hitm", "",
             "Contended loads of the objects that have most of them, while sampled.", series);
}

void addWatch(Writer &writer, const WatchReport &report) {
  const auto count = [](std::uint64_t number) { return static_cast<double>(number); };
  writer.add(Kind::Counter, "samples", "", "Samples.", count(report.totals.samples()));
  writer.add(Kind::Counter, "samples_lost", "", "Samples that the kernel lost.",
             count(report.totals.lost()));
  writer.add(Kind::Counter, "watch_steps", "", "Steps that went well.",
             count(report.totals.steps()));
  writer.add(Kind::Counter, "watch_errors", "", "Steps that failed.",
             count(report.totals.errors()));
  writer.add(Kind::Counter, "watch_cpu_seconds", "seconds",
             "CPU time of fsfind watch and of the perf that it ran.", report.cpu_seconds);
  writer.add(Kind::Gauge, "watch_interval_seconds", "seconds", "From step to step.",
             report.interval);
  writer.add(Kind::Gauge, "watch_last_success_timestamp_seconds", "seconds",
             "When a step last went well, since 1970.", report.success);
}

} // namespace

std::string_view mediaType(MetricsFormat format) {
  return format == MetricsFormat::OpenMetrics
             ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
             : "text/plain; version=0.0.4; charset=utf-8";
}

std::string metricsText(const WatchReport &report, MetricsFormat format, std::size_t objects) {
  Writer writer(format);
  addContended(writer, report);
  addShares(writer, report.window);
  addAlarms(writer, report);
  addObjects(writer, report, objects);
  addWatch(writer, report);
  return writer.take();
}

} // namespace fsfind::report
