#include "cli/report/text/TextSections.h"
#include "cli/report/text/TextWords.h"
#include "rules/measured/usage/Alternation.h"
#include "rules/model/LayoutCaution.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fsfind::report {

namespace {

constexpr std::size_t kPlacesNamed = 3;

/// Numbers of samples on contended lines without a name, by the mapping of their addresses.
std::vector<std::pair<std::uint64_t, std::string>> namelessPlaces(const Profile &profile,
                                                                  const Report &report) {
  std::map<std::string, std::uint64_t> by_mapping;
  for (const Line *line : report.contended)
    for (const Access &access : line->accesses)
      if (!wasHandedOver(*line) && profile.target(access.target).evidence == Evidence::None)
        by_mapping[line->kernel ? "the kernel" : line->mapping] += access.count;
  std::vector<std::pair<std::uint64_t, std::string>> places;
  for (const auto &[mapping, count] : by_mapping)
    places.emplace_back(count, mapping.empty() ? "memory without a recorded mapping" : mapping);
  std::stable_sort(places.begin(), places.end(),
                   [](const auto &a, const auto &b) { return a.first > b.first; });
  return places;
}

void noteNameless(Page &page, const Profile &profile, const Report &report) {
  const std::uint64_t nameless = report.contended_samples - report.named_samples;
  if (nameless == 0)
    return;
  const auto places = namelessPlaces(profile, report);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < std::min(places.size(), kPlacesNamed); ++i)
    texts.push_back(fmt::format("{} in {}", cli::grouped(places[i].first), places[i].second));
  if (places.size() > kPlacesNamed)
    texts.push_back(fmt::format("{} elsewhere", places.size() - kPlacesNamed));
  page.bullet(page.safe(
      fmt::format("{} of {} on contended lines have no variable name: {}", cli::grouped(nameless),
                  cli::counted(report.contended_samples, "sample"), cli::joined(texts))));
}

/// Notes which samples perf's counters count twice (compatible and ranking view in the docs).
void noteDoubleCounting(Page &page, const Profile &profile) {
  const std::uint64_t local = classCount(profile, SampleClass::LoadLocalHitm);
  const std::uint64_t remote = classCount(profile, SampleClass::LoadRemoteHitm);
  const std::uint64_t dram = classCount(profile, SampleClass::LoadRemoteDram);
  if (profile.totals.rmt_dram > dram && remote != 0)
    page.bullet(fmt::format(
        "perf counts {} a second time as remote DRAM; rankings here count each "
        "sample once",
        cli::counted(std::min(profile.totals.rmt_dram - dram, remote), "remote HITM load")));
  if (profile.totals.tot_hitm > local + remote)
    page.bullet(fmt::format("perf counts {} both as local and as remote; rankings here count each "
                            "sample once",
                            cli::counted(profile.totals.tot_hitm - local - remote, "HITM load")));
}

/// Said once, since it holds for all findings of a recording or for none.
void noteGains(Page &page, const Report &report, bool verbose) {
  if (std::any_of(report.findings.begin(), report.findings.end(),
                  [&](const Finding &finding) { return boundsGain(finding, verbose); }))
    page.bullet("gains are given as \"at most\" the cost: too few loads without contention were "
                "sampled to tell how long the contended ones would take without it");
}

} // namespace

void writeNotes(Page &page, const Profile &profile, const Report &report, bool verbose) {
  Page notes(page.traits());
  noteNameless(notes, profile, report);
  noteDoubleCounting(notes, profile);
  noteGains(notes, report, verbose);
  for (const Note &note : profile.notes)
    if (!note.incomplete) // the head tells of those
      notes.bullet(page.safe(note.text));
  if (const std::string_view caution = layoutCaution(report.findings); !caution.empty())
    notes.bullet(std::string(caution));
  const std::string text = notes.take();
  if (text.empty())
    return;
  page.heading("Notes");
  page.block(text);
}

void writeNext(Page &page, const std::string &next) {
  constexpr std::string_view kLabel = "next: ";
  std::string_view label = kLabel;
  page.line();
  for (const std::string &part :
       cli::wrapped(page.safe(next), page.traits().width - kLabel.size())) {
    page.line(fmt::format("{:{}}{}", label, kLabel.size(), part));
    label = "";
  }
}

} // namespace fsfind::report
