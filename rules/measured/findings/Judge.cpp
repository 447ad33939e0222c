#include "rules/measured/findings/Judge.h"

#include "rules/measured/findings/Findings.h"
#include "rules/measured/findings/UsingCodes.h"
#include "rules/measured/numa/NumaLoads.h"
#include "rules/measured/numa/RemoteMemory.h"
#include "rules/measured/usage/LineLives.h"
#include "rules/measured/usage/LineUsage.h"
#include "rules/measured/usage/Significance.h"
#include "rules/measured/usage/TakenLoads.h"
#include "rules/model/FindingOrder.h"
#include "rules/model/SampleCount.h"
#include "rules/model/ThreadNames.h"
#include "rules/remedy/recording/AdviseMeasured.h"
#include "rules/remedy/recording/NoAdvice.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <unordered_set>

namespace fsfind {

namespace {

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : std::min(1.0, static_cast<double>(part) / static_cast<double>(whole));
}

std::uint64_t costOf(const Line &line) {
  std::uint64_t cost = 0;
  for (const Access &access : line.accesses)
    cost += access.cost;
  return cost;
}

std::uint64_t sortValue(const RankedLine &ranked, const JudgeOptions &options) {
  const Line &line = *ranked.line;
  switch (options.sort) {
  case SortKey::Hitm:
    return displayCounter(line.counters, options.display);
  case SortKey::Cost:
    return costOf(line);
  case SortKey::Stores:
    return line.counters.store;
  case SortKey::Samples:
    return line.samples;
  }
  return 0;
}

void countThreads(RankedLine &ranked) {
  std::vector<ThreadIndex> readers, writers;
  for (const Access &access : ranked.line->accesses)
    if (!access.sets)
      (access.writes() ? writers : readers).push_back(access.thread);
  const auto distinct = [](std::vector<ThreadIndex> &threads) {
    std::sort(threads.begin(), threads.end());
    return static_cast<std::uint32_t>(std::unique(threads.begin(), threads.end()) -
                                      threads.begin());
  };
  ranked.readers = distinct(readers);
  ranked.writers = distinct(writers);
}

bool anyStore(const Line &line) {
  return std::any_of(line.accesses.begin(), line.accesses.end(),
                     [](const Access &access) { return access.kind == AccessKind::Store; });
}

std::optional<Sharing> sharingOf(const Profile &profile, const Line &line, const LineUsage &usage) {
  const std::optional<Sharing> by_bytes = usage.table.sharing();
  if (!by_bytes)
    return std::nullopt;
  const std::vector<bool> all_cells(usage.cells.size(), true);
  const TakenLoads taken = takenLoads(profile, line, usage, all_cells);
  const bool write_apart =
      taken.estimated && *by_bytes == Sharing::Mixed && usage.table.writesApart();
  return decidedSharing(*by_bytes, write_apart, taken);
}

/// The judgement of one profile, step by step.
class Judgement {
public:
  Judgement(const Profile &profile, const JudgeOptions &options)
      : profile_(profile), options_(options), codes_(profile), findings_(profile) {}

  Report report() {
    report_.display = options_.display;
    report_.numa = numaLoads(profile_);
    for (const Line &line : profile_.lines)
      take(line);
    report_.contended_latency_share = share(contended_cost_, profile_.cost);
    findings_.settle(options_.show_all);
    report_.findings = findings_.ranked();
    report_.handed_over_lines = findings_.handedOver().lines;
    report_.handed_over_loads = findings_.handedOver().loads;
    report_.findings_left_out = findings_.count() - report_.findings.size();
    addRemoteMemory();
    for (Finding &finding : report_.findings)
      advise(finding);
    ThreadNames(profile_).tell(report_.findings);
    if (!options_.show_all)
      dropInsignificant();
    arrange();
    cut();
    return std::move(report_);
  }

private:
  void advise(Finding &finding) const {
    adviseMeasured(finding, profile_.source.line_size, options_.words, report_.findings,
                   codes_.of(finding));
    const auto &rebuilt = profile_.rebuilt;
    if (!finding.no_advice.empty() &&
        std::binary_search(rebuilt.begin(), rebuilt.end(), finding.module))
      finding.no_advice = whyRebuilt(finding.module);
  }

  /// Adds the findings on remote memory, and ranks all by cost.
  void addRemoteMemory() {
    RemoteMemory remote = remoteMemory(profile_);
    report_.remote_unnamed = std::move(remote.unnamed);
    for (Finding &finding : remote.findings)
      report_.findings.push_back(std::move(finding));
    std::stable_sort(report_.findings.begin(), report_.findings.end(),
                     [](const Finding &a, const Finding &b) { return byCost(a) > byCost(b); });
    rankInOrder(report_.findings);
  }

  void take(const Line &line) {
    const bool shared = line.counters.isShared();
    const bool store_evidence = showsContentionByStores(profile_, line);
    if (!shared && !store_evidence)
      return;
    count(line);
    const std::optional<Sharing> sharing = addToFindings(line, store_evidence);
    RankedLine ranked;
    ranked.line = &line;
    ranked.store_evidence_only = !shared;
    ranked.sharing = sharing;
    ranked.hitm_share = share(displayCounter(line.counters, options_.display),
                              displayCounter(profile_.shared, options_.display));
    if (!shared)
      by_stores_.push_back(ranked);
    else if (options_.show_all || ranked.hitm_share >= kShownShare)
      shared_.push_back(ranked);
    else
      ++report_.below_cutoff;
  }

  /// Adds the line to the findings, once for each time that other blocks had its bytes. Returns how
  /// it was shared in the first of these.
  std::optional<Sharing> addToFindings(const Line &line, bool store_evidence) {
    std::vector<Line> lives = livesOf(profile_, line);
    if (lives.empty()) {
      const LineUsage usage = lineUsage(profile_, line);
      findings_.add(line, usage, store_evidence);
      return sharingOf(profile_, line, usage);
    }
    std::optional<Sharing> sharing;
    for (Line &life : lives) {
      const bool first = &life == &lives.front();
      // What was only loaded met the stores of other times.
      if (!first && !anyStore(life))
        continue;
      lives_.push_back(std::move(life));
      const LineUsage usage = lineUsage(profile_, lives_.back());
      findings_.add(lives_.back(), usage, showsContentionByStores(profile_, lives_.back()));
      if (first)
        sharing = sharingOf(profile_, lives_.back(), usage);
    }
    return sharing;
  }

  void count(const Line &line) {
    report_.contended.push_back(&line);
    report_.contended_by_stores += !line.counters.isShared();
    if (wasHandedOver(line))
      return;
    contended_cost_ += costOf(line);
    for (const Access &access : line.accesses) {
      const std::uint64_t samples = samplesOf(profile_.source, access);
      report_.contended_samples += samples;
      const Evidence evidence = profile_.target(access.target).evidence;
      if (evidence != Evidence::None)
        report_.named_samples += samples;
      if (evidence == Evidence::Allocation)
        report_.named_by_allocation += samples;
    }
  }

  /// Drops lines below the floor of significance, but not those of a finding: it may span thousands
  /// of lines with few samples each.
  void dropInsignificant() {
    report_.below_floor =
        dropCold(shared_,
                 [](const ContendedUse &use) { return static_cast<double>(use.samples); }) +
        dropCold(by_stores_, [](const ContendedUse &use) { return use.stores; });
  }

  /// Lines below the floor stay where they have more than one that stays anyway.
  template <class Heat> std::size_t dropCold(std::vector<RankedLine> &lines, Heat heat) const {
    const SignificanceFloor floor(profile_);
    std::unordered_set<std::uint64_t> of_findings;
    for (const Finding &finding : report_.findings)
      of_findings.insert(finding.lines.begin(), finding.lines.end());
    const auto useOf = [&](const Line &line) {
      return contendedUse(profile_, line, showsContentionByStores(profile_, line));
    };
    const auto stays = [&](const Line &line) {
      return of_findings.contains(line.address) || floor.isReached(useOf(line));
    };
    double least = std::numeric_limits<double>::infinity();
    for (const RankedLine &ranked : lines)
      if (stays(*ranked.line))
        least = std::min(least, heat(useOf(*ranked.line)));
    return std::erase_if(lines, [&](const RankedLine &ranked) {
      const Line &line = *ranked.line;
      const double own = heat(useOf(line));
      return !stays(line) && (own <= least || own < static_cast<double>(kMinContendedSamples) ||
                              wasHandedOver(line));
    });
  }

  /// Lines that only stores show have no HITM: by HITM they come last. Other values they have, too.
  void arrange() {
    report_.lines = std::move(shared_);
    if (options_.sort == SortKey::Hitm) {
      order(report_.lines);
      order(by_stores_);
    }
    report_.lines.insert(report_.lines.end(), by_stores_.begin(), by_stores_.end());
    if (options_.sort != SortKey::Hitm)
      order(report_.lines);
  }

  /// Sorts by descending value; lines of equal value keep their order.
  void order(std::vector<RankedLine> &lines) const {
    std::vector<std::pair<std::uint64_t, std::size_t>> keys;
    keys.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i)
      keys.emplace_back(sortValue(lines[i], options_), i);
    std::sort(keys.begin(), keys.end(), [](const auto &a, const auto &b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    std::vector<RankedLine> ordered;
    ordered.reserve(lines.size());
    for (const auto &[value, index] : keys)
      ordered.push_back(lines[index]);
    lines = std::move(ordered);
  }

  void cut() {
    std::vector<RankedLine> &lines = report_.lines;
    if (options_.max_lines != 0 && lines.size() > options_.max_lines) {
      report_.hidden_lines = lines.size() - options_.max_lines;
      lines.resize(options_.max_lines);
    }
    std::uint32_t rank = 0;
    for (RankedLine &line : lines) {
      line.rank = ++rank;
      line.latency_share = share(costOf(*line.line), profile_.cost);
      countThreads(line);
    }
  }

  const Profile &profile_;
  const JudgeOptions &options_;
  UsingCodes codes_;
  std::deque<Line> lives_; ///< to which `findings_` refer
  Findings findings_;
  std::vector<RankedLine> shared_, by_stores_;
  std::uint64_t contended_cost_ = 0;
  Report report_;
};

} // namespace

DisplayMode defaultDisplayMode(const Source &source) {
  const bool arm64 = source.arch == "aarch64" || source.arch == "arm64";
  return arm64 && !source.simulated ? DisplayMode::Peer : DisplayMode::Total;
}

Report judge(const Profile &profile, const JudgeOptions &options) {
  return Judgement(profile, options).report();
}

} // namespace fsfind
