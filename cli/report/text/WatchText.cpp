#include "cli/report/WatchReport.h"
#include "cli/report/text/TextPage.h"
#include "cli/terminal/Table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fsfind::report {

namespace {

using cli::Align;
using cli::Give;

constexpr const char *kNotAvailable = "not available";

/// Loads a second, without digits that samples do not give.
std::string loadRate(std::optional<double> rate) {
  if (!rate)
    return "-";
  constexpr double kWhole = 10, kLargest = 1e18;
  return *rate < kWhole ? fmt::format("{:.1f}", *rate)
                        : cli::grouped(static_cast<std::uint64_t>(std::min(*rate, kLargest)));
}

std::string shareOrNone(std::optional<double> share) {
  return share ? cli::percentage(*share) : kNotAvailable;
}

/// `45s`, `12m`, `3h20m`
std::string ageText(double seconds) {
  constexpr std::uint64_t kMinute = 60, kHour = 60 * kMinute;
  const auto whole = static_cast<std::uint64_t>(std::max(0.0, seconds));
  if (whole < kMinute)
    return fmt::format("{}s", whole);
  if (whole < kHour)
    return fmt::format("{}m{:02}s", whole / kMinute, whole % kMinute);
  return fmt::format("{}h{:02}m", whole / kHour, whole % kHour / kMinute);
}

std::string contendedText(const WindowView &window) {
  std::vector<std::string> parts;
  for (const ContendedWords &words : kContendedWords)
    if (const auto kind = static_cast<std::size_t>(words.kind); window.contended[kind])
      parts.push_back(window.per_second[kind]
                          ? fmt::format("{} {}/s", words.text, loadRate(window.per_second[kind]))
                          : fmt::format("{} {} (times are not known)", words.text,
                                        loadRate(window.contended[kind])));
  return parts.empty() ? kNotAvailable : cli::joined(parts);
}

std::string windowText(const WatchReport &report) {
  const WindowView &window = report.window;
  std::string text =
      fmt::format("{} of at most {}, {:.3g} s sampled", cli::counted(window.steps, "step"),
                  report.most_steps, window.seconds);
  if (report.totals.errors() != 0)
    text += fmt::format("; {} so far", cli::counted(report.totals.errors(), "error"));
  return text;
}

/// Counts have no stores; there one share says all.
std::string sharesText(const WatchReport &report) {
  const std::string of_loads = shareOrNone(report.window.of_loads.share());
  if (!report.window.of_loads.share() || (report.last && !report.last->stores))
    return of_loads + (report.window.of_loads.share() ? " of loads" : "");
  return fmt::format("{} of loads and stores, {} of loads",
                     shareOrNone(report.window.of_references.share()), of_loads);
}

std::string windowSamples(const WindowView &window) {
  std::string text = cli::grouped(window.samples);
  if (window.lost != 0)
    text += fmt::format(", {} lost", cli::grouped(window.lost));
  return text;
}

std::string alarmRuleText(const AlarmRule &rule) {
  constexpr double kPercent = 100;
  const std::string word(alarmWord(rule.kind));
  return rule.kind == AlarmKind::New ? word : fmt::format("{}={:g}%", word, rule.limit * kPercent);
}

void writeAlarms(Page &page, const WatchReport &report) {
  std::vector<std::string> rules, active;
  for (const AlarmRule &rule : report.rules)
    rules.push_back(alarmRuleText(rule));
  for (const ActiveAlarm &alarm : report.active)
    active.push_back(alarmRuleText(alarm.rule) +
                     (alarm.object.empty() ? "" : " (" + page.safe(alarm.object) + ")"));
  if (!active.empty())
    page.fact("ALARM", page.paint(Style::Bad, cli::joined(active)));
  else if (!rules.empty())
    page.fact("alarms", "none of " + cli::joined(rules));
}

Style trendStyle(Trend trend) {
  switch (trend) {
  case Trend::New:
  case Trend::Rising:
    return Style::Bad;
  case Trend::Falling:
  case Trend::Gone:
    return Style::Good;
  default:
    return Style::Plain;
  }
}

std::string watchedMembers(const Page &page, const WatchRow &row) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> names;
  for (const WatchedMember &member : row.members)
    if (!member.name.empty() && names.size() < kShown)
      names.push_back(page.safe(member.name));
  return cli::joined(names);
}

bool tellsHitm(const WindowView &window) {
  return window.contended[static_cast<std::size_t>(ContendedKind::LocalHitm)].has_value();
}

void writeObjects(Page &page, const WindowView &window, std::size_t rows) {
  if (window.rows.empty())
    return;
  page.line();
  cli::Table table({{"object", Align::Left, Give::Name},
                    {"members", Align::Left, Give::Name},
                    {tellsHitm(window) ? "HITM/s" : "contended/s", Align::Right},
                    {"of loads", Align::Right},
                    {"trend"},
                    {"age", Align::Right}});
  const std::size_t shown = rows == 0 ? window.rows.size() : std::min(rows, window.rows.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const WatchRow &row = window.rows[i];
    table.add({{row.name.empty() ? "unknown" : page.safe(row.name)},
               {watchedMembers(page, row)},
               {loadRate(row.per_second), Style::Hitm},
               {row.share ? cli::percentage(*row.share) : "-"},
               {row.trend == Trend::Unknown ? "" : std::string(trendWord(row.trend)),
                trendStyle(row.trend)},
               {ageText(row.age)}});
  }
  page.block(table.text(page.traits(), 2));
  if (shown < window.rows.size())
    page.line(fmt::format("  and {} more with less", window.rows.size() - shown));
}

} // namespace

std::string watchText(const WatchReport &report, const cli::Traits &traits, std::size_t rows) {
  Page page(traits);
  page.line(page.paint(Style::Heading, fmt::format("fsfind watch: {}, step {}",
                                                   page.safe(report.how), report.step)));
  if (!report.error.empty())
    page.fact("error", page.paint(Style::Warning, page.safe(report.error)));
  else if (report.last && !report.last->origin.empty())
    page.fact("recording", page.safe(report.last->origin));
  const WindowView &window = report.window;
  page.fact("window", windowText(report));
  page.fact("contended", contendedText(window));
  page.fact("share", sharesText(report));
  page.fact("remote", window.remote_of_missed.share()
                          ? cli::percentage(*window.remote_of_missed.share()) +
                                " of the loads that missed the L3"
                          : kNotAvailable);
  page.fact("samples", windowSamples(window));
  if (window.running && *window.running < 1)
    page.fact("counted", cli::percentage(*window.running) + " of the time");
  writeAlarms(page, report);
  writeObjects(page, window, rows);
  return page.take();
}

std::string alarmText(const AlarmEvent &event) {
  constexpr double kPercent = 100;
  const std::string percent = event.value ? fmt::format("{:.3g}%", *event.value * kPercent) : "";
  const std::string limit = fmt::format("{:g}%", event.rule.limit * kPercent);
  switch (event.rule.kind) {
  case AlarmKind::Hitm:
    return fmt::format("contended loads are {} of loads and stores, {} {}", percent,
                       event.raised ? "above" : "no longer above", limit);
  case AlarmKind::Remote:
    return fmt::format("{} of the loads that missed the L3 are remote, {} {}", percent,
                       event.raised ? "above" : "no longer above", limit);
  case AlarmKind::New:
    return fmt::format("{} {}", event.object,
                       event.raised ? "is contended, and not in the baseline"
                                    : "is no longer contended");
  }
  return {};
}

} // namespace fsfind::report
