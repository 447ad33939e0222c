#include "cli/report/text/PriceWords.h"
#include "cli/report/text/TextSections.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fsfind::report {

namespace {

/// Two digits are as many as an estimate has.
std::string roundedCount(double count) {
  constexpr double kMost = 1e18;
  const double most = std::min(count, kMost);
  const double unit = most < 100 ? 1 : std::pow(10, std::floor(std::log10(most)) - 1);
  return cli::grouped(static_cast<std::uint64_t>(std::round(most / unit) * unit));
}

std::string lostText(const Profile &profile) {
  const std::uint64_t lost = profile.source.lost_samples;
  return lost == 0 ? "" : fmt::format(", {} lost while recording", cli::grouped(lost));
}

std::string sampleCounts(const Profile &profile) {
  if (const auto &clock = profile.source.by_clock) {
    const double samples = std::max<double>(1, static_cast<double>(clock->samples));
    return fmt::format("{} of a clock, {} of them with the address of an access",
                       cli::grouped(clock->samples),
                       cli::percentage(static_cast<double>(clock->decoded) / samples)) +
           lostText(profile);
  }
  const std::uint64_t memory = profile.totals.load + profile.totals.store;
  std::string text = fmt::format("{} ({}, {}", cli::grouped(profile.samples),
                                 cli::counted(profile.totals.load, "load"),
                                 cli::counted(profile.totals.store, "store"));
  if (profile.samples > memory)
    text += fmt::format(", {} other", cli::grouped(profile.samples - memory));
  return text + ")" + lostText(profile);
}

std::string lineSizeText(const Source &source, bool given) {
  const std::string_view origin = given ? "as asked for"
                                  : source.line_size_assumed
                                      ? "assumed: the recording does not tell"
                                      : "as recorded";
  return fmt::format("{} bytes ({})", source.line_size, origin);
}

std::string hostText(const Page &page, const Source &source) {
  std::vector<std::string> parts;
  for (const std::string *part :
       {&source.hostname, &source.os_release, &source.cpu_description, &source.arch})
    if (!part->empty())
      parts.push_back(page.safe(*part));
  if (source.cpus_online != 0)
    parts.push_back(cli::counted(source.cpus_online, "CPU"));
  return cli::joined(parts);
}

/// `simulated in 34 bursts, which saw 10.2% of the instructions: …`
std::string seenText(const Profile &profile) {
  const Seen &seen = *profile.source.seen;
  if (seen.simulated == seen.executed)
    return "all instructions were simulated";
  const RunEstimate loads = contendedLoadsOfRun(profile);
  return fmt::format(
      "simulated in {}, which saw {} of the instructions{}; counts are of these, and for the whole "
      "run to be scaled by {:.1f}: about {} contended loads (by the bursts' scatter: {} to {})",
      cli::counted(seen.bursts, "burst"), cli::percentage(shareOf(seen)),
      seen.steps < kFewestSteps ? ", too few to tell much: record a longer run, or with a larger "
                                  "--budget"
                                : "",
      scaleOf(seen), roundedCount(loads.value), roundedCount(loads.low), roundedCount(loads.high));
}

void optionalFact(Page &page, std::string_view name, const std::string &value) {
  if (!value.empty())
    page.fact(name, value);
}

std::string sampledTime(const Source &source) {
  if (!source.first_time || !source.last_time || *source.last_time < *source.first_time)
    return {};
  return nanosecondsText(static_cast<double>(*source.last_time - *source.first_time)) +
         " between the first sample and the last";
}

} // namespace

void writeHeader(Page &page, const Profile &profile, const Report &report,
                 const TextOptions &options) {
  const Source &source = profile.source;
  page.line(page.paint(Style::Heading, "fsfind report: " + page.safe(source.path)));
  if (source.simulated)
    page.line(page.paint(Style::Warning,
                         "SIMULATED: caches were modelled, no hardware counted these samples"));
  if (source.by_clock)
    page.line(page.paint(Style::Warning,
                         "ESTIMATED: a clock's samples and the code around them, no counted "
                         "accesses"));
  for (const Note &note : profile.notes)
    if (note.incomplete)
      for (const std::string &part :
           cli::wrapped(page.safe("INCOMPLETE: " + note.text), page.traits().width))
        page.line(page.paint(Style::Warning, part));
  optionalFact(page, "host", hostText(page, source));
  optionalFact(page, "command", page.safe(cli::joined(source.command_line, " ")));
  optionalFact(page, "events", page.safe(cli::joined(source.events)));
  optionalFact(page, "duration", sampledTime(source));
  optionalFact(page, "filters", page.safe(options.filters));
  page.fact("samples", sampleCounts(profile));
  if (source.by_clock)
    page.fact("together", fmt::format("threads ran at the same time in {} of the CPU time",
                                      cli::percentage(source.by_clock->together)));
  if (source.seen)
    page.fact("bursts", seenText(profile));
  if (report.prices)
    page.fact("prices", page.safe(pricesText(*report.prices)));
  page.fact("line size", lineSizeText(source, options.line_size_given));
}

} // namespace fsfind::report
