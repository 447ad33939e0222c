#include "cli/check/Files.h"
#include "cli/prove/ProofReport.h"
#include "cli/report/text/FindingWords.h"
#include "cli/report/text/TextPage.h"
#include "cli/terminal/Table.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind::prove {

namespace {

using cli::Align;
using cli::Give;
using cli::grouped;
using cli::Style;
using report::Page;

/// Runs below this many seconds end before what starts and ends a process stops to matter.
constexpr double kShortRun = 0.05;
constexpr std::size_t kWorsenedShown = 5;

std::string change(const Page &page, std::uint64_t before, std::uint64_t after) {
  return fmt::format("{} {} {}", grouped(before), page.sign("→", "->"), grouped(after));
}

std::string bytesText(const Page &page, const Finding &finding) {
  const Advice *advice = finding.editing();
  if (advice == nullptr || advice->size_after == 0)
    return "";
  const std::string text = change(page, advice->size_before, advice->size_after);
  return advice->instances > 1
             ? fmt::format("{} {} {}", text, page.sign("×", "x"), grouped(advice->instances))
             : text;
}

/// Of the finding's data. Without a number where none was measured.
std::string changeOf(const Page &page, const Tried &one, std::uint64_t Measured::*what) {
  if (!one.cold)
    return change(page, one.before.*what, one.after.*what);
  return one.before.*what == 0 ? "" : grouped(one.before.*what);
}

/// Where the first edit is.
std::string placeText(const Finding &finding, const Told &told) {
  const Edit &edit = finding.edits().front();
  return fmt::format("{}:{}", check::shownPath(edit.file, told.folder), edit.line);
}

void writeTable(Page &page, const Proof &proof, const Told &told) {
  cli::Table table({{"Verdict"},
                    {"Cycles", Align::Right},
                    {"Contended loads", Align::Right},
                    {"Bytes", Align::Right},
                    {"Finding", Align::Left, Give::Name},
                    {"Edit", Align::Left, Give::Path}});
  for (const Tried &one : proof.selection.tried)
    table.add({{one.proved() ? "proved"
                : one.cold   ? "not tried"
                             : "taken back",
                one.proved() ? Style::Good : Style::Bad},
               {changeOf(page, one, &Measured::cost)},
               {changeOf(page, one, &Measured::loads)},
               {bytesText(page, one.finding)},
               {page.safe(report::dataText(one.finding))},
               {page.safe(placeText(one.finding, told)), Style::Dim}});
  page.line();
  page.block(table.text(page.traits(), 2));
}

void writeReasons(Page &page, const Proof &proof, const Told &told) {
  page.line();
  for (const Tried &one : proof.selection.tried) {
    if (one.proved())
      continue;
    page.bullet(page.safe(fmt::format("{} ({}) is {}: {}", report::dataText(one.finding),
                                      placeText(one.finding, told),
                                      one.cold ? "not tried" : "taken back", one.against)));
    page.block(one.said);
  }
  const std::vector<Worsened> &worse = proof.selection.worsened;
  for (std::size_t i = 0; i < std::min(worse.size(), kWorsenedShown); ++i)
    page.bullet(page.safe(fmt::format("{} got worse: {} contended loads", worse[i].name,
                                      change(page, worse[i].before, worse[i].after))));
  if (worse.size() > kWorsenedShown)
    page.bullet(fmt::format("{} more data got worse", worse.size() - kWorsenedShown));
}

std::string outputText(const Baseline &before) {
  return before.steady ? fmt::format("as before, exit code {}", before.trial.exit_code)
                       : fmt::format("not compared, since it differs from run to run; exit code {} "
                                     "as before",
                                     before.trial.exit_code);
}

/// `0.42 of the time before (95% sure: 0.40 to 0.45): 1.21 s → 0.51 s, medians of 10 runs each`
std::string timesText(const Page &page, const Proof &proof) {
  const TimeChange &times = *proof.times;
  const std::string medians =
      fmt::format("{:.3f} s {} {:.3f} s, medians of {} runs each", times.before,
                  page.sign("→", "->"), times.after, proof.runs);
  if (!times.shown)
    return fmt::format("no difference could be shown (95% sure: {:.2f} to {:.2f} of the time): {}",
                       times.low, times.high, medians);
  return fmt::format("{:.2f} of the time before (95% sure: {:.2f} to {:.2f}): {}", times.ratio,
                     times.low, times.high, medians);
}

bool tooShort(const TimeChange &times) {
  return std::min(times.before, times.after) < kShortRun;
}

} // namespace

std::string proofText(const Proof &proof, const Told &told, const cli::Traits &traits) {
  Page page(traits);
  const std::vector<Tried> &tried = proof.selection.tried;
  const auto proved = static_cast<std::size_t>(
      std::count_if(tried.begin(), tried.end(), [](const Tried &one) { return one.proved(); }));
  if (tried.empty()) {
    page.line("no finding has an edit that could be proved");
    return page.take();
  }
  page.line(page.paint(Style::Heading, fmt::format("the edits of {} of {} are proved", proved,
                                                   cli::counted(tried.size(), "finding"))));
  writeTable(page, proof, told);
  writeReasons(page, proof, told);
  if (!proof.before.how.empty()) {
    page.fact("recorded", page.safe(proof.before.how));
    const Trial &before = proof.before.trial, &after = proof.selection.after;
    const bool any = std::any_of(proof.selection.tried.begin(), proof.selection.tried.end(),
                                 [](const Tried &one) { return one.proved(); });
    const auto in_all = [&](std::uint64_t was, std::uint64_t is) {
      return any ? change(page, was, is) : grouped(was);
    };
    page.fact("in all",
              fmt::format("{} cycles, {} contended loads", in_all(costOf(before), costOf(after)),
                          in_all(loadsOf(before), loadsOf(after))));
  }
  if (!proof.times)
    return page.take();
  page.fact("output", outputText(proof.before));
  page.fact("time", timesText(page, proof));
  if (tooShort(*proof.times))
    page.fact("", "the runs are too short to tell: give --run more work");
  return page.take();
}

} // namespace fsfind::prove
