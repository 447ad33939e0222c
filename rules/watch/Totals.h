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
  /// counted. Another one takes the place of that with the fewest loads when it is sure to have had
  /// more since it was last given up, and begins with as many as are sure.
  [[nodiscard]] std::vector<std::pair<std::string, double>> objects(std::size_t most) const;

private:
  void count(const std::string &name, double loads);
  void exchange();
  void boundWaiting();

  std::uint64_t steps_ = 0, errors_ = 0, samples_ = 0, lost_ = 0;
  double seconds_ = 0;
  ContendedLoads contended_;
  std::optional<double> loads_;
  std::map<std::string, double> objects_;
  /// Of objects that are not counted: how many loads they have had at least.
  std::map<std::string, double> waiting_;
};

} // namespace fsfind
