#include "rules/compare/Diff.h"

#include "rules/compare/Pairing.h"
#include "rules/compare/SharedData.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace fsfind {

namespace {

/// Limits the count: a report that was read from a file may claim any number.
std::uint64_t bounded(std::uint64_t samples) {
  return std::min(samples, std::uint64_t{1} << 62U);
}

/// One finding as one side has it.
struct KnownFinding {
  const Finding *finding = nullptr; ///< null: this side does not have it
  std::string fingerprint;
  bool reported = false; ///< in the report; else left out as too little
};

/// All findings of a side: those reported, then those left out. Fingerprints are made over both
/// together, because equal ones are numbered (X, X:2), and a finding must not be X among the
/// reported ones and X:2 among all.
class KnownFindings {
public:
  explicit KnownFindings(const DiffSide &side)
      : findings_(side.report.findings), reported_(findings_.size()) {
    findings_.insert(findings_.end(), side.left_out.begin(), side.left_out.end());
    const std::vector<std::string> prints = fingerprints(findings_);
    for (std::size_t i = 0; i < findings_.size(); ++i) {
      known_as_.push_back({prints[i], identityOf(findings_[i]), false, sharedData(findings_[i])});
      addLoads(findings_[i]);
    }
  }

  [[nodiscard]] const std::vector<KnownAs> &knownAs() const { return known_as_; }
  [[nodiscard]] KnownFinding at(std::optional<std::size_t> position) const {
    if (!position)
      return {};
    return {&findings_[*position], known_as_[*position].fingerprint, *position < reported_};
  }

  /// The contended loads of these data, whichever findings are about them.
  [[nodiscard]] std::uint64_t loadsOf(const std::set<std::string> &data) const {
    std::uint64_t loads = 0;
    for (const std::string &datum : data)
      if (const auto found = loads_of_.find(datum); found != loads_of_.end())
        for (const auto &[line, of_line] : found->second)
          loads = bounded(loads + of_line);
    return loads;
  }

private:
  /// Two findings on the same lines may tell the same loads, as of a member beside another one and
  /// beside another variable.
  void addLoads(const Finding &finding) {
    const std::vector<std::string> data = dataOf(finding);
    std::map<std::string, std::uint64_t> loads;
    for (std::size_t member = 0; member < data.size(); ++member)
      loads[data[member]] = bounded(loads[data[member]] + bounded(finding.members[member].hitm));
    const std::uint64_t place = finding.lines.empty() ? ++without_lines_ : finding.lines.front();
    for (const auto &[datum, count] : loads) {
      std::uint64_t &known = loads_of_[datum][place];
      known = std::max(known, count);
    }
  }

  std::vector<Finding> findings_;
  std::size_t reported_ = 0; ///< this many of `findings_`, from the first on
  std::vector<KnownAs> known_as_;
  /// Contended ones, by datum, then by the first line of the finding that tells them.
  std::map<std::string, std::map<std::uint64_t, std::uint64_t>> loads_of_;
  std::uint64_t without_lines_ = 0; ///< findings; each is on lines of its own
};

std::vector<Finding> without(const std::vector<Finding> &some, std::vector<Finding> all) {
  const auto key = [](const Finding &one) { return std::tie(one.rule, one.message, one.lines); };
  std::set<decltype(key(some.front()))> known;
  for (const Finding &one : some)
    known.insert(key(one));
  std::erase_if(all, [&](const Finding &one) { return known.contains(key(one)); });
  return all;
}

bool hasEstimates(const FindingsFile &report) {
  return report.estimated_loads != 0 && report.totals.load != 0;
}

/// Estimated loads and stores of the run, in units of the loads that one load sample stands for.
/// Without estimates (a recording without periods): the number of samples.
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
      : options_(options), measured_(before.report.measured), before_side_(before),
        after_side_(after), before_(before), after_(after),
        scatter_(std::max(scatterIn(before.report.source), scatterIn(after.report.source))) {
    const bool by_estimates = hasEstimates(before.report) && hasEstimates(after.report);
    before_exposure_ = measured_ ? exposure(before.report, by_estimates) : 0;
    after_exposure_ = measured_ ? exposure(after.report, by_estimates) : 0;
  }

  Diff run() {
    Diff result;
    result.options = options_;
    for (const FindingPair &pair : paired(before_.knownAs(), after_.knownAs()))
      compare(result, before_.at(pair.before), after_.at(pair.after));
    sort(result.differences);
    result.total = total();
    return result;
  }

private:
  void compare(Diff &result, const KnownFinding &before, const KnownFinding &after) const {
    if (!before.reported && !after.reported)
      return;
    const KnownFinding &latest = after.reported ? after : before.reported ? before : after;
    Difference one;
    one.fingerprint = latest.fingerprint;
    one.finding = *latest.finding;
    if (before.finding != nullptr && before.finding->rule != one.finding.rule)
      one.rule_before = before.finding->rule;
    one.newly_confirmed = isConfirmed(after) && !isConfirmed(before);
    one.before = countOf(before, before_exposure_);
    one.after = countOf(after, after_exposure_);
    if (one.before.samples + one.after.samples != 0)
      one.rates = compareRates(one.before, one.after, options_.confidence, scatter_);
    one.change = one.rates ? changeOf(*one.rates, before, after) : changeOf(before, after);
    one.in_another =
        one.rates && one.change != Change::Unchanged && isOfGrouping(one, before, after);
    if (one.in_another)
      one.change = Change::Unchanged;
    ++result.counts[static_cast<std::size_t>(one.change)];
    result.differences.push_back(std::move(one));
  }

  [[nodiscard]] std::optional<TotalChange> total() const {
    TotalChange all;
    all.before = countOf(before_side_.report, before_exposure_);
    all.after = countOf(after_side_.report, after_exposure_);
    if (!measured_ || all.before.samples + all.after.samples == 0)
      return std::nullopt;
    all.rates = compareRates(all.before, all.after, options_.confidence, scatter_);
    return all;
  }

  /// Whether the contended loads only came from other findings or went to them: all findings about
  /// the same data together do not differ so.
  [[nodiscard]] bool isOfGrouping(const Difference &one, const KnownFinding &before,
                                  const KnownFinding &after) const {
    std::set<std::string> data;
    for (const KnownFinding &known : {before, after})
      if (known.finding != nullptr)
        for (std::string &datum : dataOf(*known.finding))
          data.insert(std::move(datum));
    const SampleCount earlier{before_.loadsOf(data), before_exposure_},
        later{after_.loadsOf(data), after_exposure_};
    if (earlier.samples + later.samples == 0)
      return false;
    const RateChange all = compareRates(earlier, later, options_.confidence, scatter_);
    return !matters(all) || (all.ratio > 1) != (one.rates->ratio > 1);
  }

  static bool isConfirmed(const KnownFinding &known) {
    return known.finding != nullptr && known.finding->verdict == Verdict::Confirmed;
  }

  static SampleCount countOf(const KnownFinding &known, double exposure) {
    if (known.finding == nullptr || exposure == 0)
      return {0, exposure};
    return {bounded(known.finding->cost.hitm), exposure};
  }
  static SampleCount countOf(const FindingsFile &report, double exposure) {
    return {exposure == 0 ? 0 : bounded(bounded(report.hitm) + bounded(report.peers)), exposure};
  }

  [[nodiscard]] bool matters(const RateChange &rates) const {
    return rates.significant && std::max(rates.ratio, 1 / rates.ratio) >= 1 + options_.least_change;
  }

  [[nodiscard]] Change changeOf(const RateChange &rates, const KnownFinding &before,
                                const KnownFinding &after) const {
    if (!matters(rates))
      return Change::Unchanged;
    if (rates.ratio > 1)
      return before.reported ? Change::Worse : Change::New;
    return after.reported ? Change::Better : Change::Gone;
  }

  /// For findings without samples: only their presence can change.
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
  const DiffSide &before_side_, &after_side_;
  KnownFindings before_, after_;
  double scatter_ = 1; ///< of the recording whose counts scatter more
  double before_exposure_ = 0, after_exposure_ = 0;
};

} // namespace

std::size_t Diff::ofOtherRules() const {
  return static_cast<std::size_t>(
      std::count_if(differences.begin(), differences.end(), [](const Difference &one) {
        return one.change == Change::Unchanged && !one.rule_before.empty();
      }));
}

DiffSide sideOf(FindingsFile report) {
  return {std::move(report), {}};
}

DiffSide sideOf(const Profile &profile, const NameWords &words) {
  JudgeOptions options;
  options.words = words;
  options.display = defaultDisplayMode(profile.source);
  DiffSide side;
  side.report.source = profile.source;
  side.report.measured = true;
  side.report.totals = profile.totals;
  side.report.shared = profile.shared;
  side.report.samples = profile.samples;
  side.report.cost = ofRun(profile.source, profile.cost);
  const auto loads = [&](SampleClass local, SampleClass remote) {
    return profile.classes[static_cast<std::size_t>(local)] +
           profile.classes[static_cast<std::size_t>(remote)];
  };
  side.report.hitm = loads(SampleClass::LoadLocalHitm, SampleClass::LoadRemoteHitm);
  side.report.peers = loads(SampleClass::LoadLocalPeer, SampleClass::LoadRemotePeer);
  side.report.estimated_loads = ofRun(profile.source, profile.estimated_loads);
  side.report.estimated_stores = ofRun(profile.source, profile.estimated_stores);
  Report report = judge(profile, options);
  side.report.contended_samples = report.contended_samples;
  side.report.named_samples = report.named_samples;
  side.report.findings = std::move(report.findings);
  options.show_all = true;
  side.left_out = without(side.report.findings, judge(profile, options).findings);
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
                  "compare two recordings, or two reports about sources");
  if (first.source.simulated != second.source.simulated)
    return refuse("one of the two is simulated, so that their counts cannot be compared",
                  "record both in the same way");
  if (first.source.by_clock.has_value() != second.source.by_clock.has_value())
    return refuse("one of the two is by a clock, so that their counts cannot be compared",
                  "record both in the same way");
  if (first.joined != second.joined)
    return refuse(second.joined ? "is joined with sources, the earlier report is not"
                                : "is not joined with sources, the earlier report is",
                  "join both reports with their sources, or neither");
  return {};
}

bool lacksNames(const DiffSide &side) {
  return side.report.named_samples < side.report.contended_samples / 2;
}

Diff diff(const DiffSide &before, const DiffSide &after, const DiffOptions &options) {
  return Comparison(before, after, options).run();
}

} // namespace fsfind
