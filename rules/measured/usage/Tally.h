#pragma once

#include "rules/measured/cost/ContentionCost.h"
#include "rules/model/Profile.h"

#include <map>
#include <set>

namespace fsfind {

/// Who takes part in a finding, and what it costs.
struct Tally {
  std::set<std::uint32_t> threads, writers; ///< ids; the writers are among the threads
  std::uint64_t contended = 0, stores = 0, cost = 0;
  std::uint64_t evident_stores = 0; ///< those of `stores` on lines with store evidence
  bool store_evidence_only = true;
  ContentionCost contention;

  /// The accesses of one line that take part. `store_evidence`: the line's stores alone show
  /// contention.
  void addLine(const Profile &profile, std::span<const Access *const> accesses,
               bool store_evidence);
  [[nodiscard]] FindingCost findingCost(const Profile &profile) const;
  /// Of the cycles sampled in the whole recording, 0..1.
  [[nodiscard]] double latencyShare(const Profile &profile) const;
  /// "2 writer threads, 812 HITM, 34.0% of sampled latency".
  [[nodiscard]] std::string text(const Profile &profile) const;
};

/// Which instructions make a finding's samples.
class SiteUses {
public:
  void add(const Access &access);

  /// The site with most stores, or most contended samples; among equals the lowest instruction.
  /// Null without any.
  [[nodiscard]] const Site *mostStores(const Profile &profile) const;
  [[nodiscard]] const Site *mostContended(const Profile &profile) const;

private:
  struct Use {
    std::uint64_t stores = 0, contended = 0;
  };

  [[nodiscard]] const Site *most(const Profile &profile, std::uint64_t Use::*measure) const;

  std::map<SiteIndex, Use> uses_;
};

/// Where a site is in the author's own code; unknown without debug info or site.
[[nodiscard]] Place authorPlace(const Site *site);

} // namespace fsfind
