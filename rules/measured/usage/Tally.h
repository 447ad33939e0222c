#pragma once

#include "rules/measured/cost/ContentionCost.h"
#include "rules/model/Profile.h"

#include <map>
#include <set>

namespace fsfind {

/// Threads, samples and cost of a finding.
struct Tally {
  std::set<std::uint32_t> threads, writers; ///< ids; the writers are among the threads
  std::set<std::uint32_t> rare_writers;     ///< ids, of writers and others: CellUse::rare_stores
  std::uint64_t contended = 0, stores = 0, cost = 0;
  std::uint64_t hottest = 0; ///< contended loads of the line that has most of them
  double evident_stores = 0; ///< those of `stores` that show contention: see ContendedUse
  bool store_evidence_only = true;
  ContentionCost contention;

  /// Adds the accesses of one line that belong to the finding. `evident_part`: of the line's stores
  /// those that show contention, 0..1.
  void addLine(const Profile &profile, const Line &line, std::span<const Access *const> accesses,
               double evident_part);
  [[nodiscard]] FindingCost findingCost(const Profile &profile) const;
  /// Share of the cycles sampled in the whole recording, from 0 to 1.
  [[nodiscard]] double latencyShare(const Profile &profile) const;
  /// "2 writer threads, 812 HITM, 34.0% of sampled latency".
  [[nodiscard]] std::string text(const Profile &profile) const;

private:
  [[nodiscard]] std::string clockRange(const Profile &profile) const;
  [[nodiscard]] std::string threadsText() const;
};

/// The access sites of a finding's samples.
class SiteUses {
public:
  void add(const Access &access);

  /// The site with most stores, or most contended samples; of equal ones that with the lowest
  /// address. Null if there is no such sample.
  [[nodiscard]] const Site *mostStores(const Profile &profile) const;
  [[nodiscard]] const Site *mostContended(const Profile &profile) const;
  /// The ELF file that all sites are in; empty if they are in several, or if `data`, where the data
  /// or their type are declared, is known and no site's code is in that folder.
  [[nodiscard]] std::string module(const Profile &profile, const Place &data) const;

private:
  struct Use {
    std::uint64_t stores = 0, contended = 0;
  };

  [[nodiscard]] const Site *most(const Profile &profile, std::uint64_t Use::*measure) const;

  std::map<SiteIndex, Use> uses_;
};

/// The site's place in the author's own code; unknown without debug info, or if `site` is null.
[[nodiscard]] Place authorPlace(const Site *site);

} // namespace fsfind
