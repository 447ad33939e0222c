#include "cli/report/text/TextSections.h"
#include "cli/report/text/TextWords.h"

#include <fmt/format.h>

namespace fsfind::report {

namespace {

/// `41.2% of the 1,200 loads that missed the L3 went to another node's memory`
std::string remoteText(const NumaLoads &loads) {
  return fmt::format("{} of the {} that missed the L3 went to another node's memory",
                     cli::percentage(loads.remoteShare()), cli::counted(loads.l3Misses(), "load"));
}

/// `worker() of solver at field.c:12`, without the parts that are unknown.
std::string codeText(const RemoteUnnamed::Code &code) {
  std::string text = code.function.empty() ? baseName(code.module) : code.function;
  if (!code.comm.empty() && code.comm != text)
    text += " of " + code.comm;
  const std::string place = placeText(code.place);
  return place.empty() ? text : text + " at " + place;
}

/// `61.2% of remote loads are of memory without a name; 45.0% by scan of solver at field.c:12`
std::string unnamedText(const RemoteUnnamed &unnamed) {
  const RemoteUnnamed::Code &most = unnamed.code.front();
  return fmt::format("{} of remote loads are of memory without a name; {} by {}",
                     cli::percentage(unnamed.share), cli::percentage(most.share), codeText(most));
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
  if (!report.remote_unnamed.code.empty())
    page.fact("unnamed", page.safe(unnamedText(report.remote_unnamed)));
}

} // namespace fsfind::report
