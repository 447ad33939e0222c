#include "rules/measured/usage/Significance.h"

#include "rules/model/StoreEvidence.h"
#include "rules/model/Transfers.h"

#include <algorithm>

namespace fsfind {

namespace {

/// The share of `all` estimated loads and stores that one sample stands for. Without an estimate it
/// is 1, so that the share leaves nothing out.
double shareOfSample(std::uint64_t estimated, std::uint64_t samples, double all) {
  if (estimated == 0 || samples == 0)
    return 1;
  return static_cast<double>(estimated) / static_cast<double>(samples) / all;
}

/// Stores of which fewer take the line away are no contention: at a hundred cycles for each that
/// does, the line costs no more than the stores themselves.
constexpr double kLeastTakingPart = 0.01;

/// The part of sampled stores that took the line from another core, at most.
double transfersPer(std::uint64_t stores, const Profile &profile, const Line &line) {
  if (!line.transfers || *line.transfers >= kMostTransfers || stores == 0 ||
      profile.totals.store == 0)
    return 1;
  const double period =
      static_cast<double>(profile.estimated_stores) / static_cast<double>(profile.totals.store);
  const double executed = static_cast<double>(stores) * std::max(period, 1.0);
  // They are told as a power of two, and may be nearly twice as many.
  return std::min(1.0, 2.0 * static_cast<double>(*line.transfers) / executed);
}

bool isEnough(double samples, double share_of_sample, double least_share) {
  return samples >= static_cast<double>(kMinContendedSamples) &&
         samples * share_of_sample >= least_share;
}

} // namespace

SignificanceFloor::SignificanceFloor(const Profile &profile) {
  const double all =
      static_cast<double>(profile.estimated_loads) + static_cast<double>(profile.estimated_stores);
  share_of_load_ = shareOfSample(profile.estimated_loads, profile.totals.load, all);
  share_of_store_ = shareOfSample(profile.estimated_stores, profile.totals.store, all);
}

bool SignificanceFloor::isReached(const ContendedUse &use) const {
  return isEnough(static_cast<double>(use.samples), share_of_load_, kMinContendedShare) ||
         isEnough(use.stores, share_of_store_, kMinStoreShare);
}

std::uint64_t contendedLoads(const Line &line) {
  std::uint64_t contended = 0;
  for (const Access &access : line.accesses)
    contended += access.contended;
  return contended;
}

double takingPart(const Profile &profile, const Line &line) {
  std::uint64_t stores = 0;
  for (const Access &access : line.accesses)
    stores += access.kind == AccessKind::Store ? access.count : 0;
  return transfersPer(stores, profile, line);
}

double metPart(const Profile &profile, const Line &line) {
  std::uint64_t misses = 0;
  for (const Access &access : line.accesses)
    misses += access.kind == AccessKind::Store ? access.l1_miss : 0;
  return transfersPer(misses, profile, line);
}

bool showsContentionByStores(const Profile &profile, const Line &line) {
  return hasStoreEvidence(line) && takingPart(profile, line) >= kLeastTakingPart;
}

ContendedUse contendedUse(const Profile &profile, const Line &line, bool store_evidence) {
  ContendedUse use;
  use.samples = contendedLoads(line);
  for (const Access &access : line.accesses)
    if (store_evidence && access.kind == AccessKind::Store)
      use.stores += static_cast<double>(access.count);
  use.stores *= takingPart(profile, line);
  return use;
}

} // namespace fsfind
