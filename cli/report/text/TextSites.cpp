#include "cli/report/text/TextSections.h"
#include "cli/report/text/TextWords.h"
#include "cli/terminal/Table.h"
#include "rules/model/AuthorFrame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace fsfind::report {

namespace {

using cli::Align;
using cli::Give;

constexpr std::size_t kSitesShown = 8;
constexpr std::size_t kDataNamed = 3;

/// All samples of one instruction on one line.
struct SiteUse {
  SiteIndex site;
  std::uint64_t contended = 0, loads = 0, stores = 0;
  std::uint64_t latency = 0, contended_latency = 0;
  std::set<ThreadIndex> threads;
  std::set<std::uint32_t> cpus;
  /// What it touches; of blocks of which only the allocation is known, also the offsets in these.
  std::map<std::string, std::set<std::uint64_t>> data;
  [[nodiscard]] std::uint64_t samples() const { return loads + stores; }
};

/// The member that an access touched, or the variable if there is none; without the element.
std::string dataLabel(const Target &target) {
  return target.member.empty() || target.evidence == Evidence::Allocation
             ? familyLabel(target.object)
             : target.member;
}

std::vector<SiteUse> sitesOf(const Profile &profile, const Line &line) {
  std::map<SiteIndex, SiteUse> by_site;
  for (const Access &access : line.accesses) {
    SiteUse &use = by_site[access.site];
    use.site = access.site;
    (access.kind == AccessKind::Store ? use.stores : use.loads) += access.count;
    use.contended += access.contended;
    use.latency += access.latency;
    use.contended_latency += access.hitm_latency;
    use.threads.insert(access.thread);
    if (access.cpu != kNoCpu)
      use.cpus.insert(access.cpu);
    const Target &target = profile.target(access.target);
    if (const std::string label = dataLabel(target); !label.empty()) {
      std::set<std::uint64_t> &offsets = use.data[label];
      if (target.evidence == Evidence::Allocation)
        offsets.insert(target.member_offset);
    }
  }
  std::vector<SiteUse> uses;
  for (auto &[site, use] : by_site)
    uses.push_back(std::move(use));
  std::stable_sort(uses.begin(), uses.end(), [](const SiteUse &a, const SiteUse &b) {
    return std::make_pair(a.contended, a.samples()) > std::make_pair(b.contended, b.samples());
  });
  return uses;
}

std::string inlineChain(const Page &page, const Site &site) {
  std::string text;
  for (const Frame &frame : site.frames)
    text += (text.empty() ? "" : fmt::format(" {} ", page.sign("←", "<-"))) + frame.function;
  return text;
}

std::string functionText(const Page &page, const Site &site, bool chain) {
  const Frame *frame = authorFrame(site);
  if (frame != nullptr && !frame->function.empty())
    return page.named(chain ? inlineChain(page, site) : frame->function, chain);
  if (!site.symbol.empty())
    return page.named(fmt::format("{}+{:#x}", site.symbol, site.symbol_offset));
  return page.safe(fmt::format("{}+{:#x}", baseName(site.module), site.module_address));
}

/// The author's place; that of a library only if all is told, else the module.
std::string sourceText(const Page &page, const Site &site, bool verbose) {
  if (const Frame *frame = authorFrame(site);
      frame != nullptr && frame->place.known() && (verbose || !isLibraryFile(frame->place.file)))
    return page.safe(placeText(frame->place));
  return page.safe(baseName(site.module));
}

std::string dataText(const Page &page, const SiteUse &use) {
  std::vector<std::string> names;
  for (const auto &[label, offsets] : use.data)
    if (offsets.empty())
      names.push_back(label);
    else
      for (const std::uint64_t offset : offsets) // the place of the allocation is told once
        names.push_back(
            fmt::format("{}+{}", offset == *offsets.begin() ? label + " " : "", offset));
  if (names.size() > kDataNamed) {
    names.resize(kDataNamed);
    names.emplace_back("...");
  }
  return names.empty() ? "?" : page.named(cli::joined(names));
}

std::string meanLatency(const SiteUse &use) {
  if (use.latency == 0 || use.samples() == 0)
    return "-";
  // Mean of the loads; of the stores if there are no loads.
  const std::uint64_t timed = use.loads != 0 ? use.loads : use.stores;
  return cli::grouped((use.latency + timed / 2) / timed);
}

/// Of a clock: the share of all CPU time.
std::string timeText(const Profile &profile, const SiteUse &use) {
  if (!profile.source.by_clock)
    return meanLatency(use);
  return use.latency == 0 || profile.cost == 0 ? "-"
                                               : cli::percentage(static_cast<double>(use.latency) /
                                                                 static_cast<double>(profile.cost));
}

Style useStyle(const SiteUse &use) {
  if (use.loads != 0 && use.stores != 0)
    return Style::Both;
  return use.stores != 0 ? Style::Store : Style::Load;
}

cli::Table siteTable(const Page &page, std::string_view contended, bool by_clock) {
  std::vector<cli::Column> columns = {{std::string(contended), Align::Right},
                                      {"loads", Align::Right},
                                      {"stores", Align::Right},
                                      {by_clock ? "time" : "cycles", Align::Right},
                                      {"thr", Align::Right},
                                      {"data", Align::Left, Give::Name},
                                      {"function", Align::Left, Give::Name},
                                      {"source", Align::Left, Give::Path}};
  if (page.isWide())
    columns.insert(columns.begin() + 5, {"cpus", Align::Right});
  return cli::Table(std::move(columns));
}

} // namespace

void writeSites(Page &page, const Profile &profile, const Line &line, bool verbose) {
  const std::vector<SiteUse> uses = sitesOf(profile, line);
  const std::size_t shown = verbose ? uses.size() : std::min(uses.size(), kSitesShown);
  const bool peer = line.counters.tot_hitm == 0 && line.counters.tot_peer != 0;
  cli::Table table =
      siteTable(page, contendedWord(profile.source, peer), profile.source.by_clock.has_value());
  for (std::size_t i = 0; i < shown; ++i) {
    const SiteUse &use = uses[i];
    const Site &site = profile.site(use.site);
    std::vector<cli::TableCell> row = {
        {cli::grouped(use.contended), use.contended != 0 ? Style::Hitm : Style::Dim},
        {cli::grouped(use.loads), use.loads != 0 ? Style::Load : Style::Dim},
        {cli::grouped(use.stores), use.stores != 0 ? Style::Store : Style::Dim},
        {timeText(profile, use)},
        {std::to_string(use.threads.size())},
        {dataText(page, use)},
        {functionText(page, site, verbose), useStyle(use)},
        {sourceText(page, site, verbose), Style::Dim}};
    if (page.isWide())
      row.insert(row.begin() + 5, {use.cpus.empty() ? "?" : std::to_string(use.cpus.size())});
    table.add(std::move(row));
  }
  page.block(table.text(page.traits(), 2));
  if (shown < uses.size())
    page.line(page.paint(
        Style::Dim, fmt::format("  and {} more access sites; -v shows them", uses.size() - shown)));
}

} // namespace fsfind::report
