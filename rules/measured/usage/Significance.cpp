#include "rules/measured/usage/Significance.h"

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

bool isEnough(std::uint64_t samples, double share_of_sample, double least_share) {
  return samples >= kMinContendedSamples &&
         static_cast<double>(samples) * share_of_sample >= least_share;
}

} // namespace

SignificanceFloor::SignificanceFloor(const Profile &profile) {
  const double all =
      static_cast<double>(profile.estimated_loads) + static_cast<double>(profile.estimated_stores);
  share_of_load_ = shareOfSample(profile.estimated_loads, profile.totals.load, all);
  share_of_store_ = shareOfSample(profile.estimated_stores, profile.totals.store, all);
}

bool SignificanceFloor::isReached(const ContendedUse &use) const {
  return isEnough(use.samples, share_of_load_, kMinContendedShare) ||
         isEnough(use.stores, share_of_store_, kMinStoreShare);
}

ContendedUse contendedUse(const Line &line, bool store_evidence) {
  ContendedUse use;
  for (const Access &access : line.accesses) {
    use.samples += access.contended;
    if (store_evidence && access.kind == AccessKind::Store)
      use.stores += access.count;
  }
  return use;
}

} // namespace fsfind
