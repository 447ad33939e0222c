#include "rules/diff/Diff.h"

#include "rules/diff/Pairing.h"
#include "rules/model/Fingerprint.h"

#include <algorithm>
#include <tuple>

namespace fsfind {

namespace {

void add(std::vector<KnownFinding> &known, const std::vector<Finding> &findings, bool reported) {
  const std::vector<std::string> prints = fingerprints(findings);
  for (std::size_t i = 0; i < findings.size(); ++i)
    known.push_back({prints[i], &findings[i], reported});
}

/// Those reported come first, since of two with the same fingerprint the first counts.
std::vector<KnownFinding> knownFindings(const DiffSide &side) {
  std::vector<KnownFinding> known;
  add(known, side.report.findings, true);
  add(known, side.all, false);
  return known;
}

bool hasEstimates(const FindingsFile &report) {
  return report.estimated_loads != 0 && report.totals.load != 0;
}

/// How many loads and stores there were, counted in those that one sample of a load stands for. A
/// recording without periods has samples only.
double exposure(const FindingsFile &report, bool by_estimates) {
  const double loads = static_cast<double>(report.totals.load);
  if (!by_estimates)
    return loads + static_cast<double>(report.totals.store);
  return loads + loads * static_cast<double>(report.estimated_stores) /
                     static_cast<double>(report.estimated_loads);
}

class Comparison {
public:
  Comparison(const DiffSide &before, const DiffSide &after, const DiffOptions &options)
      : options_(options), measured_(before.report.measured),
        pairs_(paired(knownFindings(before), knownFindings(after))) {
    const bool by_estimates = hasEstimates(before.report) && hasEstimates(after.report);
    before_exposure_ = measured_ ? exposure(before.report, by_estimates) : 0;
    after_exposure_ = measured_ ? exposure(after.report, by_estimates) : 0;
  }

  Diff run() {
    Diff result;
    result.options = options_;
    for (const auto &[before, after] : pairs_)
      compare(result, before, after);
    sort(result.differences);
    return result;
  }

private:
  void compare(Diff &result, const KnownFinding &before, const KnownFinding &after) const {
    const KnownFinding &latest = after.finding != nullptr ? after : before;
    Difference one;
    one.fingerprint = latest.fingerprint;
    one.finding = *latest.finding;
    one.newly_confirmed = isConfirmed(after) && !isConfirmed(before);
    one.before = countOf(before, before_exposure_);
    one.after = countOf(after, after_exposure_);
    if (one.before.samples + one.after.samples != 0)
      one.rates = compareRates(one.before, one.after, options_.confidence);
    one.change = one.rates ? changeOf(*one.rates, before, after) : changeOf(before, after);
    ++result.counts[static_cast<std::size_t>(one.change)];
    result.differences.push_back(std::move(one));
  }

  static bool isConfirmed(const KnownFinding &known) {
    return known.finding != nullptr && known.finding->verdict == Verdict::Confirmed;
  }

  /// A report that was read may claim any number.
  static SampleCount countOf(const KnownFinding &known, double exposure) {
    constexpr std::uint64_t kMostSamples = std::uint64_t{1} << 62U;
    if (known.finding == nullptr || exposure == 0)
      return {0, exposure};
    return {std::min(known.finding->cost.hitm, kMostSamples), exposure};
  }

  [[nodiscard]] Change changeOf(const RateChange &rates, const KnownFinding &before,
                                const KnownFinding &after) const {
    const double factor = 1 + options_.least_change;
    if (!rates.significant || std::max(rates.ratio, 1 / rates.ratio) < factor)
      return Change::Unchanged;
    if (rates.ratio > 1)
      return before.reported ? Change::Worse : Change::New;
    return after.reported ? Change::Better : Change::Gone;
  }

  /// Nothing was counted: the finding is there or it is not.
  static Change changeOf(const KnownFinding &before, const KnownFinding &after) {
    if (before.reported && after.reported)
      return Change::Unchanged;
    return after.reported ? Change::New : Change::Gone;
  }

  static void sort(std::vector<Difference> &differences) {
    const auto order = [](const Difference &one) {
      return std::tuple(one.change, -std::max(one.before.rate(), one.after.rate()),
                        std::string_view(one.fingerprint));
    };
    std::sort(differences.begin(), differences.end(),
              [&](const Difference &a, const Difference &b) { return order(a) < order(b); });
  }

  DiffOptions options_;
  bool measured_ = false;
  std::vector<FindingPair> pairs_;
  double before_exposure_ = 0, after_exposure_ = 0;
};

} // namespace

DiffSide sideOf(FindingsFile report) {
  std::vector<Finding> all = report.findings;
  return {std::move(report), std::move(all)};
}

DiffSide sideOf(const Profile &profile) {
  JudgeOptions options;
  options.display = defaultDisplayMode(profile.source);
  DiffSide side;
  side.report.source = profile.source;
  side.report.measured = true;
  side.report.totals = profile.totals;
  side.report.shared = profile.shared;
  side.report.samples = profile.samples;
  side.report.cost = profile.cost;
  side.report.estimated_loads = profile.estimated_loads;
  side.report.estimated_stores = profile.estimated_stores;
  side.report.findings = judge(profile, options).findings;
  options.show_all = true;
  side.all = judge(profile, options).findings;
  return side;
}

Expected<void> checkComparable(const DiffSide &before, const DiffSide &after) {
  const FindingsFile &first = before.report, &second = after.report;
  const auto refuse = [&](const char *what, const char *remedy) {
    return failure({second.source.path, {}, what, remedy});
  };
  if (first.measured != second.measured)
    return refuse(second.measured ? "is about a recording, the earlier report about sources"
                                  : "is about sources, the earlier report about a recording",
                  "compare two recordings or two reports of `fsfind check`");
  if (first.source.simulated != second.source.simulated)
    return refuse("one of the two is simulated, so that their counts cannot be compared",
                  "record both in the same way");
  return {};
}

Diff diff(const DiffSide &before, const DiffSide &after, const DiffOptions &options) {
  return Comparison(before, after, options).run();
}

} // namespace fsfind
