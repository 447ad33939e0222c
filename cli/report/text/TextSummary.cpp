#include "cli/report/text/TextSections.h"
#include "cli/report/text/TextWords.h"

#include <fmt/ranges.h>

namespace fsfind::report {

namespace {

std::string withMeaning(std::string_view count, std::string_view word, std::string_view meaning) {
  return meaning.empty() ? fmt::format("{} {}", count, word)
                         : fmt::format("{} {} ({})", count, word, meaning);
}

/// `812 local (another core of the socket), 191 remote (another socket)`
std::string distances(const Profile &profile, SampleClass local, SampleClass remote) {
  const Distance words = distanceWords(profile.vendor);
  return withMeaning(cli::grouped(classCount(profile, local)), "local", words.local) + ", " +
         withMeaning(cli::grouped(classCount(profile, remote)), "remote", words.remote);
}

/// `; 3 with less than 0.1% each and 5 with too few contended samples to matter left out, …`
std::string leftOutText(const Report &report) {
  std::vector<std::string> parts;
  if (report.below_cutoff != 0)
    parts.push_back(cli::grouped(report.below_cutoff) + " with less than 0.1% each");
  if (report.below_floor != 0)
    parts.push_back(cli::grouped(report.below_floor) + " with too few contended samples to matter");
  return parts.empty()
             ? std::string()
             : fmt::format("; {} left out, --show-all shows them", fmt::join(parts, " and "));
}

std::string linesText(const Profile &profile, const Report &report) {
  std::string text = fmt::format("{} shared of {} sampled", cli::grouped(profile.shared_line_count),
                                 cli::grouped(profile.line_count));
  if (report.contended_by_stores != 0)
    text += fmt::format("; {} more by the stores of several threads",
                        cli::grouped(report.contended_by_stores));
  return text + leftOutText(report);
}

std::string namesText(const Report &report) {
  const double share =
      static_cast<double>(report.named_samples) / static_cast<double>(report.contended_samples);
  const double by_allocation = static_cast<double>(report.named_by_allocation) /
                               static_cast<double>(report.contended_samples);
  return fmt::format(
      "{} of the {} on contended lines{}", cli::percentage(share),
      cli::counted(report.contended_samples, "sample"),
      report.named_by_allocation == 0
          ? ""
          : fmt::format("; {} only by place of allocation", cli::percentage(by_allocation)));
}

/// Simulation tells how long stores waited for their line; of hardware some processors do.
bool storesHaveLatency(const Profile &profile) {
  const auto latency = [&](SampleClass one) {
    return profile.class_latency[static_cast<std::size_t>(one)];
  };
  return latency(SampleClass::StoreL1Hit) + latency(SampleClass::StoreL1Miss) +
             latency(SampleClass::StoreUnknown) !=
         0;
}

} // namespace

void writeSummary(Page &page, const Profile &profile, const Report &report) {
  page.heading("Contention");
  page.fact("cachelines", linesText(profile, report));
  if (profile.source.by_clock)
    page.fact("waits", fmt::format("{} samples at loads of contended lines",
                                   cli::grouped(profile.totals.tot_hitm)));
  else
    page.fact("HITM loads",
              distances(profile, SampleClass::LoadLocalHitm, SampleClass::LoadRemoteHitm));
  if (profile.totals.tot_peer != 0)
    page.fact("peer loads",
              distances(profile, SampleClass::LoadLocalPeer, SampleClass::LoadRemotePeer));
  if (profile.source.by_clock)
    page.fact("time", fmt::format("{} of the CPU time is at contended lines, estimated",
                                  cli::percentage(report.contended_latency_share)));
  else if (profile.cost != 0)
    page.fact("latency", fmt::format("{} of all sampled {} is on contended lines",
                                     cli::percentage(report.contended_latency_share),
                                     storesHaveLatency(profile) ? "latency of loads and stores"
                                                                : "load latency"));
  if (report.contended_samples != 0)
    page.fact("named", namesText(report));
}

} // namespace fsfind::report
