#include "rules/join/Join.h"

#include "rules/join/Agreement.h"
#include "rules/join/Candidates.h"
#include "rules/join/Confirmed.h"
#include "rules/measured/cost/CostSum.h"
#include "rules/model/FindingOrder.h"
#include "rules/model/Fingerprint.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace fsfind {

namespace {

using Findings = std::vector<Finding>;

/// Sorts the greatest cost first, and equal costs by the ranks that they had before.
bool costsMore(const Finding &a, const Finding &b) {
  return std::tuple(byCost(b), a.rank, byCertainty(a)) <
         std::tuple(byCost(a), b.rank, byCertainty(b));
}

bool isSurer(const Finding &a, const Finding &b) {
  return byCertainty(a) < byCertainty(b);
}

/// Whether both name a variable, and not the same one.
bool nameOthers(const Finding &one, const Finding &other) {
  return !one.object.name.empty() && !other.object.name.empty() &&
         one.object.name != other.object.name;
}

std::set<std::string> filesOf(const Findings &findings, std::set<std::string> files = {}) {
  const auto add = [&](const Place &place) {
    if (place.known())
      files.insert(place.file);
  };
  for (const Finding &finding : findings) {
    add(finding.location);
    add(finding.object.declared);
    add(finding.object.allocated.place);
    if (finding.record)
      add(finding.record->declared);
    for (const RelatedPlace &related : finding.related)
      add(related.place);
    for (const FindingMember &member : finding.members)
      add(member.declared);
  }
  return files;
}

class Joining {
public:
  Joining(const Measurement &measured, Findings latent, const std::vector<std::string> &files)
      : whole_(measured), measured_(measured.findings), latent_(std::move(latent)),
        files_(matchFiles(measured_, latent_, files)) {
    std::sort(measured_.begin(), measured_.end(), costsMore);
    std::sort(latent_.begin(), latent_.end(), isSurer);
    candidates_.emplace(measured_, latent_, files_);
  }

  Findings run() {
    for (std::size_t m = 0; m < measured_.size(); ++m)
      best_.push_back(bestFor(m));
    partByType();
    for (std::size_t m = 0; m < measured_.size(); ++m)
      openCase(m);
    for (std::size_t l = 0; l < latent_.size(); ++l)
      if (const auto own = case_of_best_.find(l); own != case_of_best_.end())
        cases_[own->second].latent.insert(cases_[own->second].latent.begin(), &latent_[l]);
      else if (const auto measured = alsoAbout(l))
        cases_[case_of_[*measured]].latent.push_back(&latent_[l]);
      else
        rest_.push_back(latent_[l]);
    return ranked();
  }

private:
  /// Findings that become one.
  struct Case {
    std::vector<const Finding *> measured, latent;
    Words words = Words::OfRecording;
  };

  /// Of several measured findings with the same best latent one, those that only have elements of
  /// its type are about other data, or may be: each is left to itself.
  void partByType() {
    std::map<std::size_t, std::size_t> findings; ///< number of measured ones by their best
    for (const auto &best : best_)
      if (best)
        ++findings[*best];
    for (std::size_t m = 0; m < measured_.size(); ++m)
      if (best_[m] && findings.at(*best_[m]) > 1 &&
          agreement(measured_[m], latent_[*best_[m]], files_).isByTypeAlone())
        best_[m].reset();
  }

  /// Adds a measured finding to the case of the latent one that agrees best, or to one of its own.
  void openCase(std::size_t measured) {
    const auto best = best_[measured];
    const auto known = best ? case_of_best_.find(*best) : case_of_best_.end();
    const std::size_t at = known == case_of_best_.end() ? cases_.size() : known->second;
    if (at == cases_.size())
      cases_.emplace_back().words = best ? Words::OfSource : Words::OfRecording;
    if (best)
      case_of_best_[*best] = at;
    cases_[at].measured.push_back(&measured_[measured]);
    case_of_.push_back(at);
  }

  /// Position of the latent finding that agrees best; empty if none does. If only types or places
  /// in the code agree, no second finding may agree as well; nor one about another variable.
  [[nodiscard]] std::optional<std::size_t> bestFor(std::size_t measured) const {
    std::optional<std::size_t> best;
    Agreement most;
    bool doubtful = false, of_another = false;
    for (const std::size_t l : candidates_->ofMeasured(measured)) {
      const Agreement here = agreement(measured_[measured], latent_[l], files_);
      const bool as_well = here && here == most;
      doubtful = here > most ? false : doubtful || as_well;
      of_another =
          here > most ? false : of_another || (as_well && nameOthers(latent_[l], latent_[*best]));
      if (here > most) {
        most = here;
        best = l;
      }
    }
    return of_another || (most.common <= Common::Elements && doubtful) ? std::nullopt : best;
  }

  /// For a latent finding that is nobody's best match: the measured one that is about its data,
  /// too.
  [[nodiscard]] std::optional<std::size_t> alsoAbout(std::size_t latent) const {
    const auto same = inOtherWords(latent);
    return same ? same : inAnotherHarm(latent);
  }

  /// The measured finding that `other` describes in other words: it agrees with it as well as that
  /// finding's best match does, and has another rule or is about a part of what was measured.
  [[nodiscard]] std::optional<std::size_t> inOtherWords(std::size_t latent) const {
    const Finding &other = latent_[latent];
    for (const std::size_t m : candidates_->ofLatent(latent)) {
      const Agreement here = best_[m] ? agreement(measured_[m], other, files_) : Agreement{};
      if (!here)
        continue;
      const Finding &best = latent_[*best_[m]];
      const Agreement most = agreement(measured_[m], best, files_);
      const bool as_well =
          here.same_holder >= most.same_holder && (here.same_holder || here.common == most.common);
      if (as_well && (other.rule != best.rule || isPartOf(other, measured_[m])))
        return m;
    }
    return std::nullopt;
  }

  /// The dearest of the measured findings that together show all members of `other`, whichever harm
  /// they describe: contention that was measured is not latent.
  [[nodiscard]] std::optional<std::size_t> inAnotherHarm(std::size_t latent) const {
    const Finding &other = latent_[latent];
    std::vector<bool> all(other.members.size());
    std::optional<std::size_t> dearest;
    for (const std::size_t m : candidates_->ofLatent(latent)) {
      const std::vector<bool> shown = sameData(measured_[m], other, files_);
      if (!dearest && std::find(shown.begin(), shown.end(), true) != shown.end())
        dearest = m;
      std::transform(shown.begin(), shown.end(), all.begin(), all.begin(), std::logical_or<>());
    }
    const bool whole = std::find(all.begin(), all.end(), false) == all.end();
    return whole ? dearest : std::nullopt;
  }

  /// Whether the latent finding's location is the declaration of a measured member.
  [[nodiscard]] bool isPartOf(const Finding &latent, const Finding &measured) const {
    return std::any_of(measured.members.begin(), measured.members.end(),
                       [&](const FindingMember &member) {
                         const Place place = inSources(member.declared, files_);
                         return place.known() && place.file == latent.location.file &&
                                place.line == latent.location.line;
                       });
  }

  [[nodiscard]] Findings ranked() {
    Findings all;
    for (const Case &one : cases_)
      if (one.latent.empty())
        all.push_back(*one.measured.front());
      else
        all.push_back(confirmed(one.measured, one.latent, one.words, whole_, files_));
    std::sort(all.begin(), all.end(), costsMore);
    all.insert(all.end(), rest_.begin(), rest_.end());
    rankInOrder(all);
    return all;
  }

  const Measurement &whole_;
  Findings measured_, latent_, rest_;
  FileMatch files_;
  std::optional<Candidates> candidates_;
  std::vector<Case> cases_;
  std::vector<std::size_t> case_of_;                ///< by position of the measured finding
  std::vector<std::optional<std::size_t>> best_;    ///< likewise: its best latent finding
  std::map<std::size_t, std::size_t> case_of_best_; ///< by position of the best latent finding
};

/// Adds what another recording shows of the same data.
void addAgain(Finding &sum, Finding more) {
  sum.cost = sumOf(sum.cost, more.cost);
  sum.confidence = std::min(sum.confidence, more.confidence);
  for (FindingMember &member : more.members)
    if (std::none_of(sum.members.begin(), sum.members.end(),
                     [&](const FindingMember &one) { return one.path == member.path; }))
      sum.members.push_back(std::move(member));
}

} // namespace

void addTo(Measurement &sum, Measurement more) {
  const auto both = static_cast<double>(sum.cost) + static_cast<double>(more.cost);
  for (Measurement *one : {&sum, &more})
    for (Finding &finding : one->findings)
      finding.cost = partOf(finding.cost, both == 0 ? 1 : static_cast<double>(one->cost) / both);
  const std::vector<std::string> prints = fingerprints(sum.findings);
  const std::vector<std::string> others = fingerprints(more.findings);
  for (std::size_t i = 0; i < others.size(); ++i)
    if (const auto known = std::find(prints.begin(), prints.end(), others[i]);
        known != prints.end())
      addAgain(sum.findings[static_cast<std::size_t>(known - prints.begin())],
               std::move(more.findings[i]));
    else
      sum.findings.push_back(std::move(more.findings[i]));
  sum.contended += more.contended;
  sum.cost += more.cost;
  sum.peers &= more.peers;
  if (sum.seen && more.seen)
    addTo(*sum.seen, std::move(*more.seen));
}

FileMatch matchFiles(const std::vector<Finding> &measured, const std::vector<Finding> &latent,
                     const std::vector<std::string> &paths) {
  return {filesOf(measured), filesOf(latent, {paths.begin(), paths.end()})};
}

Findings join(const Measurement &measured, Findings latent, const std::vector<std::string> &files) {
  return Joining(measured, std::move(latent), files).run();
}

} // namespace fsfind
