#include "rules/measured/cost/CostSum.h"

#include "rules/measured/cost/ContentionCost.h"

#include <algorithm>
#include <cmath>

namespace fsfind {

namespace {

Estimate sumOf(const Estimate &a, const Estimate &b) {
  const double value = std::min(1.0, a.value + b.value);
  return {value, std::max(0.0, value - std::hypot(a.value - a.low, b.value - b.low)),
          std::min(1.0, value + std::hypot(a.high - a.value, b.high - b.value))};
}

/// The number of samples that a cost was estimated from.
double weight(const FindingCost &cost) {
  return static_cast<double>(cost.local + cost.remote);
}

/// The weighted mean of two values; 0 without weights.
double mean(double a, double weight_a, double b, double weight_b) {
  const double both = weight_a + weight_b;
  return both == 0 ? 0 : (a * weight_a + b * weight_b) / both;
}

ExpectedGain sumOf(const ExpectedGain &a, double weight_a, const ExpectedGain &b, double weight_b) {
  return {sumOf(a.share, b.share),
          mean(a.contended_latency, weight_a, b.contended_latency, weight_b),
          mean(a.hit_latency, weight_a, b.hit_latency, weight_b)};
}

Estimate scaled(const Estimate &share, double factor) {
  const auto part = [&](double value) { return std::min(1.0, value * factor); };
  return {part(share.value), part(share.low), part(share.high)};
}

/// If `few` has no share because it has too few samples, they are taken to cost as much each as the
/// samples of `known`. Otherwise returns `few` unchanged.
FindingCost likeTheOther(FindingCost few, const FindingCost &known) {
  if (few.share || !known.share || weight(few) >= static_cast<double>(kMinCostSamples))
    return few;
  const double factor = weight(few) / weight(known);
  few.base = known.base;
  few.share = scaled(*known.share, factor);
  if (known.gain)
    few.gain = {scaled(known.gain->share, factor), known.gain->contended_latency,
                known.gain->hit_latency};
  return few;
}

/// The mean of those that are known, by contended samples.
std::optional<FalsePart> falsePartOf(const FindingCost &a, const FindingCost &b) {
  if (!a.false_part || !b.false_part)
    return a.false_part ? a.false_part : b.false_part;
  return FalsePart{mean(a.false_part->share, static_cast<double>(a.hitm), b.false_part->share,
                        static_cast<double>(b.hitm)),
                   a.false_part->estimated || b.false_part->estimated};
}

/// What stores waited; those that are not known were too few.
std::optional<Estimate> storeShareOf(const FindingCost &a, const FindingCost &b) {
  if (!a.store_share || !b.store_share)
    return a.store_share ? a.store_share : b.store_share;
  return a.base == b.base ? std::optional(sumOf(*a.store_share, *b.store_share)) : std::nullopt;
}

/// At least so many contended loads only waited.
std::optional<double> spinShareOf(const FindingCost &a, const FindingCost &b) {
  if (!a.spin_share && !b.spin_share)
    return std::nullopt;
  return mean(a.spin_share.value_or(0), weight(a), b.spin_share.value_or(0), weight(b));
}

} // namespace

FindingCost sumOf(const FindingCost &one, const FindingCost &other) {
  const FindingCost a = likeTheOther(one, other), b = likeTheOther(other, one);
  FindingCost sum = a;
  sum.hitm += b.hitm;
  sum.latency_share = std::min(1.0, a.latency_share + b.latency_share);
  sum.local += b.local;
  sum.remote += b.remote;
  const bool alike = a.share && b.share && a.base == b.base;
  sum.share = alike ? std::optional(sumOf(*a.share, *b.share)) : std::nullopt;
  sum.gain = alike && a.gain && b.gain
                 ? std::optional(sumOf(*a.gain, weight(a), *b.gain, weight(b)))
                 : std::nullopt;
  sum.store_share = storeShareOf(a, b);
  sum.spin_share = spinShareOf(a, b);
  sum.false_part = falsePartOf(a, b);
  sum.unknown = alike ? "" : a.unknown.empty() ? b.unknown : a.unknown;
  for (std::size_t i = 0; i < kCpuDistanceCount; ++i)
    sum.distances[i] = mean(a.distances[i], weight(a), b.distances[i], weight(b));
  return sum;
}

FindingCost partOf(FindingCost cost, double part) {
  cost.latency_share *= part;
  if (cost.share)
    cost.share = scaled(*cost.share, part);
  if (cost.store_share)
    cost.store_share = scaled(*cost.store_share, part);
  if (cost.gain)
    cost.gain->share = scaled(cost.gain->share, part);
  return cost;
}

} // namespace fsfind
