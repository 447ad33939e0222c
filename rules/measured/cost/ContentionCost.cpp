#include "rules/measured/cost/ContentionCost.h"

#include "rules/model/PoissonInterval.h"

#include <algorithm>

namespace fsfind {

namespace {

double wholeOf(const Profile &profile, CostBase base) {
  return base == CostBase::SampledCycles ? static_cast<double>(profile.cost) : profile.cpu_cycles;
}

/// Mean latency in cycles of loads served by the reader's own L1 or L2; 0 if too few were sampled.
double hitLatency(const Profile &profile) {
  std::uint64_t samples = 0, latency = 0;
  for (const SampleClass hit : {SampleClass::LoadL1, SampleClass::LoadL2}) {
    samples += profile.classes[static_cast<std::size_t>(hit)];
    latency += profile.class_latency[static_cast<std::size_t>(hit)];
  }
  return samples < kMinHitSamples ? 0 : static_cast<double>(latency) / static_cast<double>(samples);
}

/// Why samples do not say what the contention costs; empty if they do.
std::string_view unknownBecause(std::uint64_t samples, std::uint64_t latency) {
  if (samples == 0)
    return "no sampled load met another CPU's copy, so what this costs is not known";
  if (samples < kMinCostSamples)
    return "too few contended samples to say what this costs";
  if (latency == 0)
    return "the recording has no latencies, so what this costs is not known";
  return {};
}

} // namespace

CostBase costBase(const Profile &profile) {
  if (profile.source.by_clock)
    return CostBase::ClockTime;
  const auto sampled = static_cast<double>(profile.cost);
  return sampled > 0 && sampled <= profile.cpu_cycles ? CostBase::CpuTime : CostBase::SampledCycles;
}

void ContentionCost::addLine(const Topology &topology, std::span<const Access *const> accesses,
                             double met_part) {
  distance_.addLine(topology, accesses);
  for (const Access *access : accesses) {
    if (access->kind == AccessKind::Store) {
      stores_.samples += access->l1_miss;
      stores_.cost += static_cast<std::uint64_t>(met_part * static_cast<double>(access->cost));
      stores_.squares += met_part * met_part * access->cost_squares;
    }
    loads_.samples += access->contended;
    loads_.cost += access->contended_cost;
    loads_.squares += access->contended_squares;
    // perf may count one sample as local and as remote; it is counted as local here.
    local_ += std::min(access->contended, access->lcl_hitm + access->lcl_peer);
    latency_ += access->hitm_latency;
    spins_ += access->spins;
  }
}

ContentionCost::Waits ContentionCost::waits() const {
  return {loads_.samples + stores_.samples, loads_.cost + stores_.cost,
          loads_.squares + stores_.squares};
}

Estimate ContentionCost::share(const Waits &waits, const Profile &profile, CostBase base) {
  const double whole = wholeOf(profile, base), sum = static_cast<double>(waits.cost);
  const auto part = [&](double cycles) { return std::clamp(cycles / whole, 0.0, 1.0); };
  // Of a clock's samples each waits or does not: their number has a binomial variance.
  const double scatter =
      base == CostBase::ClockTime
          ? std::max(1 - part(sum), 1 / std::max(1.0, static_cast<double>(waits.samples)))
          : scatterIn(profile.source);
  const Interval interval = weightedInterval(waits.samples, sum, waits.squares, scatter);
  return {part(sum), part(interval.low), part(interval.high)};
}

std::optional<ExpectedGain> ContentionCost::gain(const Profile &profile,
                                                 const Estimate &share) const {
  ExpectedGain gain;
  gain.hit_latency = hitLatency(profile);
  gain.contended_latency = static_cast<double>(latency_) / static_cast<double>(loads_.samples);
  if (gain.hit_latency == 0)
    return std::nullopt;
  const double saved = std::max(0.0, 1 - gain.hit_latency / gain.contended_latency);
  gain.share = {share.value * saved, share.low * saved, share.high};
  return gain;
}

FindingCost ContentionCost::cost(const Profile &profile) const {
  FindingCost cost;
  cost.local = local_;
  cost.remote = loads_.samples - local_;
  cost.base = costBase(profile);
  cost.distances = distance_.shares();
  if (spins_ != 0)
    cost.spin_share = static_cast<double>(spins_) / static_cast<double>(loads_.samples);
  if (profile.source.simulated && stores_.samples >= kMinCostSamples && stores_.cost != 0)
    cost.store_share = share(stores_, profile, cost.base);
  if (profile.source.by_clock) {
    const Waits all = waits();
    cost.unknown = unknownBecause(all.samples, all.cost);
    if (cost.unknown.empty())
      cost.share = share(all, profile, cost.base);
    return cost;
  }
  cost.unknown = unknownBecause(loads_.samples, std::min(loads_.cost, latency_));
  if (!cost.unknown.empty())
    return cost;
  cost.share = share(loads_, profile, cost.base);
  cost.gain = gain(profile, *cost.share);
  return cost;
}

} // namespace fsfind
