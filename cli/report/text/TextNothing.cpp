#include "cli/report/text/TextSections.h"

#include "rules/measured/usage/Significance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

namespace fsfind::report {

namespace {

std::string_view rankedWord(DisplayMode mode) {
  switch (mode) {
  case DisplayMode::Total:
    return "HITM";
  case DisplayMode::Local:
    return "local HITM";
  case DisplayMode::Remote:
    return "remote HITM";
  case DisplayMode::Peer:
    return "peer";
  }
  return "HITM";
}

/// Whether the processor's name is that of a Zen 3 (EPYC 7xx3, Ryzen 5xxx), or unknown.
bool mayBeZen3(const std::string &cpu) {
  std::istringstream words(cpu);
  std::string family;
  for (std::string word; words >> word;) {
    if (word == "EPYC" || word == "Ryzen")
      family = word;
    const auto digits = std::count_if(word.begin(), word.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
    if (family == "EPYC" && word.size() == 4 && word.front() == '7' && word.back() == '3')
      return true;
    if (family == "Ryzen" && digits == 4 && word.front() == '5')
      return true;
  }
  return cpu.empty();
}

/// Of a recording by a clock: what it can have missed.
void explainClock(Page &page, const ByClock &clock) {
  constexpr double kSeldom = 0.5;
  page.bullet("No line of memory was used in turns, and written, by threads that ran at the same "
              "time, as far as the samples show.");
  if (clock.together < kSeldom)
    page.bullet(fmt::format("Threads ran at the same time in only {} of the CPU time: on a machine "
                            "with more free processors they may contend.",
                            cli::percentage(clock.together)));
  page.bullet("To be surer, record longer, or see each access: fsfind record --engine=simulate.");
}

void explainMissingHitm(Page &page, const Profile &profile) {
  const C2cCounters &totals = profile.totals;
  if (totals.load == 0 && profile.source.simulated)
    page.bullet("No load took long enough to be sampled, as one does that meets a line that "
                "another core had modified (HITM).");
  else if (totals.load == 0)
    page.bullet("Only stores were recorded. HITM is seen by loads: record both with perf c2c "
                "record.");
  else if (profile.vendor == Vendor::Amd && mayBeZen3(profile.source.cpu_description))
    page.bullet("AMD Zen 3 reports no HITM; there only stores show contention.");
  else if (profile.vendor == Vendor::Arm)
    page.bullet("No load was served by a peer cache (Arm's stand-in for HITM).");
  else
    page.bullet("No load met a line that another core had modified (HITM).");
}

void explainStores(Page &page, const Profile &profile) {
  if (profile.totals.store == 0)
    page.bullet("No stores were recorded; contention that shows in stores alone is invisible. "
                "perf c2c record takes loads and stores.");
  else
    page.bullet("Stores of several threads did not meet on one cacheline often enough to tell.");
}

void adviseRecording(Page &page, const Profile &profile) {
  if (profile.source.by_clock)
    return page.bullet("To be surer, record longer, or see each access: fsfind record "
                       "--engine=simulate.");
  if (profile.source.simulated)
    return page.bullet("To be surer, let the program do more, or sample more of it: fsfind record "
                       "--period-loads 1 --period-stores 5.");
  const bool has_threshold = profile.vendor == Vendor::Intel || profile.vendor == Vendor::Arm;
  page.bullet(has_threshold
                  ? "To be surer, record longer or with a lower threshold: perf c2c record --ldlat "
                    "10."
                  : "To be surer, record longer.");
}

std::string contendedLoads(const C2cCounters &shared) {
  const bool hitm = shared.tot_hitm != 0;
  return cli::counted(hitm ? shared.tot_hitm : shared.tot_peer, hitm ? "HITM load" : "peer load");
}

/// Says that shared lines exist, but none with samples of the kind that this view ranks by.
void pointToOtherView(Page &page, const C2cCounters &shared, DisplayMode mode) {
  const bool hitm = shared.tot_hitm != 0;
  const bool one = (hitm ? shared.tot_hitm : shared.tot_peer) == 1;
  page.bullet(fmt::format("no {} loads; {} {} ranked by --display {}", rankedWord(mode),
                          contendedLoads(shared), one ? "is" : "are", hitm ? "tot" : "peer"));
}

std::string percent(double share) {
  return fmt::format("{:g}%", 100 * share);
}

/// Says that contended lines were seen, but with too few samples.
void explainFloor(Page &page, const Profile &profile, const Report &report) {
  const std::string lines = cli::counted(report.contended.size(), "cacheline");
  page.bullet(profile.shared_line_count != 0
                  ? fmt::format("{} on {}, too few to matter; --show-all shows them.",
                                contendedLoads(profile.shared), lines)
                  : fmt::format("Stores of several threads on {}, too few to matter; --show-all "
                                "shows them.",
                                lines));
  if (report.handed_over_loads != 0)
    page.bullet(fmt::format("{} on {} met data that was handed over, not fought for: no "
                            "sharing.",
                            cli::counted(report.handed_over_loads, "contended load"),
                            cli::counted(report.handed_over_lines, "cacheline")));
  page.bullet(fmt::format("Fewer than {} contended samples may be data that changes hands once, as "
                          "when threads start; less than {} of all loads and stores ({} for "
                          "stores alone) costs too little to be worth an edit.",
                          kMinContendedSamples, percent(kMinContendedShare),
                          percent(kMinStoreShare)));
}

/// Where there are no findings either, lines below the floor are as good as none.
std::string headingOf(const Report &report, bool shown_elsewhere) {
  const std::size_t little = report.below_cutoff + report.below_floor;
  if (shown_elsewhere || (little == 0 && !report.findings.empty()))
    return "No cachelines in this view";
  if (little == 0 || (report.below_floor != 0 && report.findings.empty()))
    return "No contended cachelines";
  return fmt::format("{} with little contention{}", cli::counted(little, "cacheline"),
                     little == 1 ? "" : " each");
}

} // namespace

void writeNoLines(Page &page, const Profile &profile, const Report &report) {
  const C2cCounters &shared = profile.shared;
  const bool shared_lines = profile.shared_line_count != 0;
  const bool shown_elsewhere = shared_lines && displayCounter(shared, report.display) == 0;
  page.heading(headingOf(report, shown_elsewhere));
  if (const auto &clock = profile.source.by_clock)
    page.fact("seen", fmt::format("the accesses around {} samples", cli::grouped(clock->decoded)));
  else
    page.fact("seen", fmt::format("{} and {} on {}", cli::counted(profile.totals.load, "load"),
                                  cli::counted(profile.totals.store, "store"),
                                  cli::counted(profile.line_count, "cacheline")));
  if (shown_elsewhere)
    return pointToOtherView(page, shared, report.display);
  if (report.below_floor != 0) {
    explainFloor(page, profile, report);
    adviseRecording(page, profile);
    return;
  }
  if (report.below_cutoff != 0)
    return page.bullet(fmt::format("{}; each line has less than 0.1% of them; --show-all shows the "
                                   "lines.",
                                   contendedLoads(shared)));
  if (profile.source.by_clock)
    return explainClock(page, *profile.source.by_clock);
  explainMissingHitm(page, profile);
  explainStores(page, profile);
  adviseRecording(page, profile);
}

} // namespace fsfind::report
