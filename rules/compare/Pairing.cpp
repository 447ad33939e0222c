#include "rules/compare/Pairing.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace fsfind {

namespace {

/// Positions by fingerprint.
using ByFingerprint = std::map<std::string, std::size_t>;

ByFingerprint byFingerprint(const std::vector<KnownAs> &findings) {
  ByFingerprint result;
  for (std::size_t i = 0; i < findings.size(); ++i)
    result.emplace(findings[i].fingerprint, i);
  return result;
}

/// The share of all names that both have, from 0 to 1; 1 if there are none.
double likeness(const std::set<std::string> &a, const std::set<std::string> &b) {
  std::vector<std::string> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  const std::size_t all = a.size() + b.size() - common.size();
  return all == 0 ? 1 : static_cast<double>(common.size()) / static_cast<double>(all);
}

double likeness(const FindingIdentity &a, const FindingIdentity &b) {
  return likeness(a.members, b.members);
}

struct Candidate {
  double likeness = 0;
  std::string before, after; ///< fingerprints
};

/// Sorts the most alike first. Ties are decided without regard to sides, so that exchanging the two
/// lists gives the same pairs.
bool precedes(const Candidate &a, const Candidate &b) {
  const auto key = [](const Candidate &one) {
    const auto [least, greatest] = std::minmax(one.before, one.after);
    return std::tuple(-one.likeness, least, greatest);
  };
  return key(a) < key(b);
}

class Pairing {
public:
  Pairing(const std::vector<KnownAs> &before, const std::vector<KnownAs> &after)
      : before_(before), after_(after), left_before_(byFingerprint(before)),
        left_after_(byFingerprint(after)) {}

  std::vector<FindingPair> run() {
    pairEqual();
    pairAll(alike());
    pairAll(aboutTheSame());
    for (const auto &[fingerprint, at] : left_before_)
      pairs_.push_back({at, std::nullopt});
    for (const auto &[fingerprint, at] : left_after_)
      pairs_.push_back({std::nullopt, at});
    return std::move(pairs_);
  }

private:
  void pairEqual() {
    std::vector<std::string> equal;
    for (const auto &[fingerprint, at] : left_before_) {
      const auto other = left_after_.find(fingerprint);
      if (other != left_after_.end() &&
          likeness(before_[at].identity, after_[other->second].identity) > 0)
        equal.push_back(fingerprint);
    }
    for (const std::string &fingerprint : equal)
      pair(fingerprint, fingerprint);
  }

  void pairAll(std::vector<Candidate> candidates) {
    std::sort(candidates.begin(), candidates.end(), precedes);
    for (const Candidate &one : candidates)
      if (left_before_.contains(one.before) && left_after_.contains(one.after))
        pair(one.before, one.after);
  }

  /// Adds the pair, and takes both findings out of those left.
  void pair(const std::string &before, const std::string &after) {
    pairs_.push_back({left_before_.at(before), left_after_.at(after)});
    left_before_.erase(before);
    left_after_.erase(after);
  }

  [[nodiscard]] std::vector<Candidate> alike() const {
    const auto subject = [](const KnownAs &one) {
      return std::tuple(one.identity.rule, one.identity.subject, one.identity.file);
    };
    std::multimap<decltype(subject({})), const KnownAs *> later;
    for (const auto &[fingerprint, at] : left_after_)
      if (!after_[at].exact)
        later.emplace(subject(after_[at]), &after_[at]);
    std::vector<Candidate> result;
    for (const auto &[fingerprint, at] : left_before_) {
      const auto [begin, end] = later.equal_range(subject(before_[at]));
      for (auto other = begin; other != end && !before_[at].exact; ++other)
        if (const double like = likeness(before_[at].identity, other->second->identity); like > 0)
          result.push_back({like, fingerprint, other->second->fingerprint});
    }
    return result;
  }

  [[nodiscard]] std::vector<Candidate> aboutTheSame() const {
    std::vector<Candidate> result;
    for (const auto &[fingerprint, at] : left_before_)
      for (const auto &[other, other_at] : left_after_) {
        const std::set<std::string> &data = before_[at].data, &later = after_[other_at].data;
        if (const double like = data.empty() ? 0 : likeness(data, later); like > 0)
          result.push_back({like, fingerprint, other});
      }
    return result;
  }

  const std::vector<KnownAs> &before_, &after_;
  ByFingerprint left_before_, left_after_; ///< not paired yet
  std::vector<FindingPair> pairs_;
};

} // namespace

std::vector<FindingPair> paired(const std::vector<KnownAs> &before,
                                const std::vector<KnownAs> &after) {
  return Pairing(before, after).run();
}

} // namespace fsfind
