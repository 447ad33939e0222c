#include "rules/join/Join.h"

#include "rules/join/Agreement.h"
#include "rules/join/Confirmed.h"
#include "rules/model/FindingOrder.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace fsfind {

namespace {

using Findings = std::vector<Finding>;

/// Sorts the greatest cost first, and equal costs by the ranks that they had before.
bool costsMore(const Finding &a, const Finding &b) {
  return std::tuple(b.cost.latency_share, b.cost.hitm, a.rank, byCertainty(a)) <
         std::tuple(a.cost.latency_share, a.cost.hitm, b.rank, byCertainty(b));
}

bool isSurer(const Finding &a, const Finding &b) {
  return byCertainty(a) < byCertainty(b);
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
        files_(filesOf(measured_), filesOf(latent_, {files.begin(), files.end()})) {
    std::sort(measured_.begin(), measured_.end(), costsMore);
    std::sort(latent_.begin(), latent_.end(), isSurer);
  }

  Findings run() {
    std::map<std::size_t, Case> cases; ///< by position of the latent finding
    std::vector<std::optional<std::size_t>> best(measured_.size());
    for (std::size_t m = 0; m < measured_.size(); ++m)
      if ((best[m] = bestFor(measured_[m])))
        cases[*best[m]].measured.push_back(&measured_[m]);
    for (std::size_t l = 0; l < latent_.size(); ++l) {
      const auto own = cases.find(l);
      if (own != cases.end())
        own->second.latent.insert(own->second.latent.begin(), &latent_[l]);
      else if (const auto other = sameCase(l, best))
        cases[*other].latent.push_back(&latent_[l]);
      else
        rest_.push_back(latent_[l]);
    }
    return ranked(cases, best);
  }

private:
  struct Case {
    std::vector<const Finding *> measured, latent;
  };

  /// Position of the latent finding that agrees best; empty if none does. If only places in the
  /// code agree, no second finding may agree as well.
  [[nodiscard]] std::optional<std::size_t> bestFor(const Finding &measured) const {
    std::optional<std::size_t> best;
    Agreement most;
    bool doubtful = false;
    for (std::size_t l = 0; l < latent_.size(); ++l) {
      const Agreement here = agreement(measured, latent_[l], files_);
      doubtful = here > most ? false : doubtful || (here && here == most);
      if (here > most) {
        most = here;
        best = l;
      }
    }
    return most.common == Common::Place && doubtful ? std::nullopt : best;
  }

  /// For a latent finding that is nobody's best match: the case that it describes in other words.
  /// It agrees with a measured finding as well as that finding's match does, and has another rule
  /// or is about a part of what was measured. Empty if there is no such case.
  [[nodiscard]] std::optional<std::size_t>
  sameCase(std::size_t latent, const std::vector<std::optional<std::size_t>> &best) const {
    const Finding &other = latent_[latent];
    for (std::size_t m = 0; m < measured_.size(); ++m) {
      const Agreement here = best[m] ? agreement(measured_[m], other, files_) : Agreement{};
      if (!here)
        continue;
      const Agreement most = agreement(measured_[m], latent_[*best[m]], files_);
      const bool as_well =
          here.same_holder >= most.same_holder && (here.same_holder || here.common == most.common);
      if (as_well && (other.rule != latent_[*best[m]].rule || isPartOf(other, measured_[m])))
        return best[m];
    }
    return std::nullopt;
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

  [[nodiscard]] Findings ranked(const std::map<std::size_t, Case> &cases,
                                const std::vector<std::optional<std::size_t>> &best) {
    Findings all;
    for (const auto &[latent, one] : cases)
      all.push_back(confirmed(one.measured, one.latent, whole_, files_));
    for (std::size_t m = 0; m < measured_.size(); ++m)
      if (!best[m])
        all.push_back(measured_[m]);
    std::sort(all.begin(), all.end(), costsMore);
    all.insert(all.end(), rest_.begin(), rest_.end());
    rankInOrder(all);
    return all;
  }

  const Measurement &whole_;
  Findings measured_, latent_, rest_;
  FileMatch files_;
};

} // namespace

Findings join(const Measurement &measured, Findings latent, const std::vector<std::string> &files) {
  return Joining(measured, std::move(latent), files).run();
}

} // namespace fsfind
