#include "rules/diff/Pairing.h"

#include "rules/model/Fingerprint.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace fsfind {

namespace {

using ByFingerprint = std::map<std::string, KnownFinding>;

ByFingerprint byFingerprint(const std::vector<KnownFinding> &findings) {
  ByFingerprint result;
  for (const KnownFinding &known : findings)
    result.emplace(known.fingerprint, known);
  return result;
}

/// The part of all members that both have.
double likeness(const FindingIdentity &a, const FindingIdentity &b) {
  std::vector<std::string> common;
  std::set_intersection(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(),
                        std::back_inserter(common));
  const std::size_t all = a.members.size() + b.members.size() - common.size();
  return all == 0 ? 0 : static_cast<double>(common.size()) / static_cast<double>(all);
}

struct Candidate {
  double likeness = 0;
  std::string before, after; ///< fingerprints
};

/// The most alike first; the rest of the order is the same from both sides.
bool precedes(const Candidate &a, const Candidate &b) {
  const auto key = [](const Candidate &one) {
    const auto [least, greatest] = std::minmax(one.before, one.after);
    return std::tuple(-one.likeness, least, greatest);
  };
  return key(a) < key(b);
}

class Pairing {
public:
  Pairing(const std::vector<KnownFinding> &before, const std::vector<KnownFinding> &after)
      : before_(byFingerprint(before)), after_(byFingerprint(after)) {}

  std::vector<FindingPair> run() {
    pairEqual();
    pairAlike();
    for (const auto &[fingerprint, known] : before_)
      add(known, {});
    for (const auto &[fingerprint, known] : after_)
      add({}, known);
    return std::move(pairs_);
  }

private:
  void add(const KnownFinding &before, const KnownFinding &after) {
    if (before.reported || after.reported)
      pairs_.push_back({before, after});
  }

  void pairEqual() {
    std::vector<std::string> equal;
    for (const auto &[fingerprint, known] : before_)
      if (after_.contains(fingerprint))
        equal.push_back(fingerprint);
    for (const std::string &fingerprint : equal)
      pair(fingerprint, fingerprint);
  }

  void pairAlike() {
    std::vector<Candidate> alike = candidates();
    std::sort(alike.begin(), alike.end(), precedes);
    for (const Candidate &one : alike)
      if (before_.contains(one.before) && after_.contains(one.after))
        pair(one.before, one.after);
  }

  /// Takes both from what is left.
  void pair(const std::string &before, const std::string &after) {
    add(before_.at(before), after_.at(after));
    before_.erase(before);
    after_.erase(after);
  }

  [[nodiscard]] std::vector<Candidate> candidates() const {
    using Subject = std::pair<std::string, std::string>;
    std::multimap<Subject, std::pair<std::string, FindingIdentity>> later;
    for (const auto &[fingerprint, known] : after_) {
      FindingIdentity identity = identityOf(*known.finding);
      const Subject subject(identity.rule, identity.subject);
      later.emplace(subject, std::pair(fingerprint, std::move(identity)));
    }
    std::vector<Candidate> result;
    for (const auto &[fingerprint, known] : before_) {
      const FindingIdentity identity = identityOf(*known.finding);
      const auto [begin, end] = later.equal_range({identity.rule, identity.subject});
      for (auto at = begin; at != end; ++at)
        if (const double like = likeness(identity, at->second.second); like > 0)
          result.push_back({like, fingerprint, at->second.first});
    }
    return result;
  }

  ByFingerprint before_, after_; ///< not paired yet
  std::vector<FindingPair> pairs_;
};

} // namespace

std::vector<FindingPair> paired(const std::vector<KnownFinding> &before,
                                const std::vector<KnownFinding> &after) {
  return Pairing(before, after).run();
}

} // namespace fsfind
