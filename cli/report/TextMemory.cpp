#include "cli/report/TextSections.h"

#include <fmt/format.h>

namespace fsfind::report {

namespace {

/// `41.2% of the 1,200 loads that missed the L3 went to another node's memory`
std::string remoteText(const NumaLoads &loads) {
  return fmt::format("{} of the {} that missed the L3 went to another node's memory",
                     cli::percentage(loads.remoteShare()), cli::counted(loads.l3Misses(), "load"));
}

} // namespace

void writeMemory(Page &page, const Profile &profile, const Report &report) {
  const NumaLoads &loads = report.numa;
  if (loads.remote_dram == 0)
    return;
  page.heading(profile.source.simulated ? "Memory (SIMULATED)" : "Memory");
  page.fact("remote", remoteText(loads));
  if (loads.blind)
    page.fact(
        "placement",
        fmt::format("NUMA-blind: more than {} is remote; threads should touch first what they "
                    "use",
                    cli::percentage(kNumaBlindShare)));
}

} // namespace fsfind::report
