#pragma once

#include "rules/watch/Step.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What a watch has seen since it began: the counters that its metrics are.
namespace fsfind {

class WatchTotals {
public:
  void add(const Step &step);
  void addError() { ++errors_; }

  [[nodiscard]] std::uint64_t steps() const { return steps_; } ///< without errors
  [[nodiscard]] std::uint64_t errors() const { return errors_; }
  [[nodiscard]] std::uint64_t samples() const { return samples_; }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }
  [[nodiscard]] double seconds() const { return seconds_; } ///< sampled
  [[nodiscard]] const ContendedLoads &contended() const { return contended_; }
  [[nodiscard]] const std::optional<double> &loads() const { return loads_; }
  /// Name and contended loads of at most `most` objects, the most loads first. kMostObjects are
  /// counted; one that was given up for others and comes back begins at 0.
  [[nodiscard]] std::vector<std::pair<std::string, double>> objects(std::size_t most) const;

private:
  std::uint64_t steps_ = 0, errors_ = 0, samples_ = 0, lost_ = 0;
  double seconds_ = 0;
  ContendedLoads contended_;
  std::optional<double> loads_;
  std::map<std::string, double> objects_;
};

} // namespace fsfind
