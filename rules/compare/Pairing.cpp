#include "rules/compare/Pairing.h"

#include <algorithm>
#include <fmt/format.h>
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

/// The share of all names that both have, from 0 to 1.
double likeness(std::size_t common, std::size_t one, std::size_t other) {
  return static_cast<double>(common) / static_cast<double>(one + other - common);
}

bool haveCommonMember(const FindingIdentity &a, const FindingIdentity &b) {
  return (a.members.empty() && b.members.empty()) ||
         std::any_of(a.members.begin(), a.members.end(),
                     [&](const std::string &member) { return b.members.contains(member); });
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

/// A name that more findings of a list have does not tell which are the same; and all pairs of
/// those that have it would be too many.
constexpr std::size_t kMostHolders = 64;

bool tells(const std::vector<std::size_t> &holders) {
  return holders.size() <= kMostHolders;
}

/// The names of a list's findings, by position.
struct Named {
  std::map<std::string, std::vector<std::size_t>> holders;
  std::map<std::size_t, std::size_t> names; ///< how many a finding has

  template <class NamesOf>
  Named(const std::vector<KnownAs> &list, const ByFingerprint &left, NamesOf namesOf) {
    for (const auto &[fingerprint, at] : left)
      for (const std::string &name : namesOf(list[at])) {
        holders[name].push_back(at);
        ++names[at];
      }
  }
};

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
          haveCommonMember(before_[at].identity, after_[other->second].identity))
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

  /// Of the same rule, subject and file, by members.
  [[nodiscard]] std::vector<Candidate> alike() const {
    return candidates([](const KnownAs &one) {
      std::set<std::string> names;
      const FindingIdentity &known = one.identity;
      const std::string subject =
          fmt::format("{}\n{}\n{}\n", known.rule, known.subject, known.file);
      for (const std::string &member : known.members)
        names.insert(subject + member);
      if (names.empty())
        names.insert(subject);
      return one.exact ? std::set<std::string>() : names;
    });
  }

  [[nodiscard]] std::vector<Candidate> aboutTheSame() const {
    return candidates([](const KnownAs &one) { return one.data; });
  }

  /// All pairs of findings left that have common names, which `namesOf` gives.
  template <class NamesOf> [[nodiscard]] std::vector<Candidate> candidates(NamesOf namesOf) const {
    const Named before(before_, left_before_, namesOf), after(after_, left_after_, namesOf);
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> common;
    for (const auto &[name, holders] : before.holders)
      if (const auto others = after.holders.find(name);
          others != after.holders.end() && tells(holders) && tells(others->second))
        for (const std::size_t one : holders)
          for (const std::size_t other : others->second)
            ++common[{one, other}];
    std::vector<Candidate> result;
    for (const auto &[pair, names] : common)
      result.push_back({likeness(names, before.names.at(pair.first), after.names.at(pair.second)),
                        before_[pair.first].fingerprint, after_[pair.second].fingerprint});
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
