#include "cli/report/DiffReport.h"
#include "cli/report/text/FindingWords.h"
#include "cli/report/text/TextPage.h"
#include "cli/report/text/TextWords.h"
#include "cli/terminal/Table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fsfind::report {

namespace {

using cli::Align;
using cli::Give;
using cli::TableCell;

constexpr double kMillion = 1e6;
constexpr double kMostRate = 1e15; ///< greater rates are cut to this, which fits an integer
constexpr double kWholeRate = 100; ///< rates from here on are shown without tenths
constexpr Change kChanges[] = {Change::New, Change::Worse, Change::Unchanged, Change::Better,
                               Change::Gone};

Style changeStyle(Change change) {
  switch (change) {
  case Change::New:
  case Change::Worse:
    return Style::Bad;
  case Change::Better:
  case Change::Gone:
    return Style::Good;
  case Change::Unchanged:
    break;
  }
  return Style::Dim;
}

std::string shortRule(std::string_view rule) {
  constexpr std::string_view kPrefix = "fsfind-";
  return std::string(rule.starts_with(kPrefix) ? rule.substr(kPrefix.size()) : rule);
}

/// `31.2 (412)`: contended loads per million loads and stores, and the number of samples.
std::string rateAndSamples(const SampleCount &count) {
  const double rate = std::min(count.rate() * kMillion, kMostRate);
  if (count.exposure <= 0)
    return "";
  if (count.samples == 0)
    return "0";
  const std::string text = rate < kWholeRate ? fmt::format("{:.1f}", rate)
                                             : cli::grouped(static_cast<std::uint64_t>(rate));
  return fmt::format("{} ({})", text, cli::grouped(count.samples));
}

/// Of a finding whose data the earlier recording has in another finding, or the later one.
std::string_view partText(const Difference &one) {
  return one.before.rate() < one.after.rate() ? "split off" : "merged";
}

std::string ratioText(const Page &page, const Difference &one) {
  if (!one.rates)
    return "";
  if (one.in_another)
    return std::string(partText(one));
  if (one.rates->too_few)
    return "too few";
  if (!std::isfinite(one.rates->ratio) || one.rates->ratio == 0)
    return "";
  return fmt::format("{}{:.{}f}", page.sign("×", "x"), one.rates->ratio,
                     one.rates->ratio < 10 ? 2 : 0);
}

bool measured(const DiffReport &report) {
  return report.after.report.measured;
}

void writeSide(Page &page, std::string_view name, const FindingsFile &report) {
  std::string text = report.source.path;
  if (report.measured)
    text += ", " + cli::counted(report.samples, "sample");
  text += ", " + cli::counted(report.findings.size(), "finding");
  if (report.source.simulated)
    text += ", simulated";
  if (const auto &seen = report.source.seen)
    text +=
        fmt::format(" in bursts that saw {} of the instructions", cli::percentage(shareOf(*seen)));
  page.fact(name, page.safe(text));
}

cli::Table differenceTable(bool measured) {
  if (!measured)
    return cli::Table({{"Change"},
                       {"Rule"},
                       {"Finding", Align::Left, Give::Name},
                       {"At", Align::Left, Give::Path}});
  return cli::Table({{"Change"},
                     {"Ratio", Align::Right},
                     {"Before", Align::Right},
                     {"After", Align::Right},
                     {"Finding", Align::Left, Give::Name},
                     {"Rule", Align::Left, Give::Name}});
}

/// The same data are a finding of another rule now.
bool isOfOtherRule(const Difference &one) {
  return one.change == Change::Unchanged && !one.rule_before.empty();
}

std::string rulesText(const Difference &one) {
  const std::string rule = shortRule(one.finding.rule);
  return one.rule_before.empty() ? rule
                                 : fmt::format("{}, was {}", rule, shortRule(one.rule_before));
}

std::vector<TableCell> row(const Page &page, const Difference &one, bool measured) {
  const Style style = changeStyle(one.change);
  const TableCell change{isOfOtherRule(one) ? "changed" : std::string(word(one.change)), style};
  const TableCell name{page.named(dataText(one.finding))};
  const TableCell rule{page.safe(rulesText(one)), Style::Dim};
  if (!measured)
    return {change, rule, name, {page.safe(placeText(one.finding.location)), Style::Dim}};
  return {change,
          {ratioText(page, one), style},
          {rateAndSamples(one.before)},
          {rateAndSamples(one.after)},
          name,
          rule};
}

void writeDifferences(Page &page, const DiffReport &report, bool verbose) {
  cli::Table table = differenceTable(measured(report));
  for (const Difference &one : report.diff.differences)
    if (verbose || one.change != Change::Unchanged || isOfOtherRule(one))
      table.add(row(page, one, measured(report)));
  if (table.empty())
    return;
  page.heading("Differences");
  page.block(table.text(page.traits(), 2));
}

void writeLegend(Page &page, const DiffReport &report, bool verbose) {
  if (!measured(report))
    return;
  page.line();
  const DiffOptions &options = report.diff.options;
  const std::string text = fmt::format(
      "Before and After are contended loads per million loads and stores, and in brackets the "
      "number of samples. Differences of {:.3g}% or more are shown if chance alone gives them in "
      "less than {:.3g}% of cases.",
      options.least_change * 100, (1 - options.confidence) * 100);
  const double scatter =
      std::max(scatterIn(report.before.report.source), scatterIn(report.after.report.source));
  const bool of_bursts = report.before.report.source.seen || report.after.report.source.seen;
  const auto write = [&](const std::string &paragraph) {
    for (const std::string &part : cli::wrapped(paragraph, page.traits().width - 2))
      page.line("  " + page.paint(Style::Dim, part));
  };
  write(text);
  if (of_bursts)
    write(fmt::format("Rates of a recording in bursts are estimates: chance gives differences "
                      "{:.1f} times as large as between samples that do not depend on each other.",
                      std::sqrt(scatter)));
  const auto &all = report.diff.differences;
  if (verbose &&
      std::any_of(all.begin(), all.end(), [](const auto &one) { return one.in_another; }))
    write("'split off' and 'merged': the other recording has these contended loads in another "
          "finding, about the same data.");
}

/// `-96%`, `+120%`; `from none` if there were none before.
std::string changeText(double ratio) {
  if (!std::isfinite(ratio))
    return "from none";
  const double percent = (std::min(ratio, kMostRate) - 1) * 100;
  const bool nearly_all = percent > -100 && percent < -99;
  return fmt::format("{:+.{}f}%", percent, nearly_all || std::abs(percent) < 10 ? 1 : 0);
}

/// `contended loads -96% (95% sure: -97% to -95%): 20,970 (412) → 820 (16) per million …`
void writeTotal(Page &page, const DiffReport &report) {
  if (!report.diff.total)
    return;
  const TotalChange &total = *report.diff.total;
  const std::string bounds =
      total.rates.too_few
          ? "too few to tell"
          : fmt::format("{:.3g}% sure: {} to {}", report.diff.options.confidence * 100,
                        changeText(total.rates.low), changeText(total.rates.high));
  const std::string text =
      fmt::format("contended loads {} ({}): {} before, {} after, per million loads and stores",
                  changeText(total.rates.ratio), bounds, rateAndSamples(total.before),
                  rateAndSamples(total.after));
  page.line();
  for (const std::string &part : cli::wrapped(text, page.traits().width))
    page.line(page.paint(Style::Heading, part));
}

std::string diffSummary(const DiffReport &report, bool verbose) {
  std::vector<std::string> parts;
  const std::size_t of_others = report.diff.ofOtherRules();
  for (const Change change : kChanges) {
    const bool same = change == Change::Unchanged;
    if (same && of_others != 0)
      parts.push_back(fmt::format("{} changed", of_others));
    parts.push_back(
        fmt::format("{} {}", report.diff.count(change) - (same ? of_others : 0), word(change)));
  }
  const bool hidden = !verbose && report.diff.count(Change::Unchanged) != of_others;
  return cli::joined(parts) + (hidden ? "; -v shows what is unchanged" : "");
}

} // namespace

std::string_view word(Change change) {
  switch (change) {
  case Change::New:
    return "new";
  case Change::Worse:
    return "worse";
  case Change::Unchanged:
    return "unchanged";
  case Change::Better:
    return "better";
  case Change::Gone:
    return "gone";
  }
  return "unchanged";
}

std::string diffText(const DiffReport &report, const cli::Traits &traits, bool verbose) {
  Page page(traits);
  writeSide(page, "before", report.before.report);
  writeSide(page, "after", report.after.report);
  writeDifferences(page, report, verbose);
  writeLegend(page, report, verbose);
  writeTotal(page, report);
  page.line();
  page.line(page.paint(Style::Heading, diffSummary(report, verbose)));
  return page.take();
}

} // namespace fsfind::report
