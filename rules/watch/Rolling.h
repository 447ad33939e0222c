#pragma once

#include "rules/watch/Step.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// The last steps of a watch as one profile.
namespace fsfind {

/// How an object's rate in the last step compares with the steps of the window before it.
enum class Trend : std::uint8_t {
  Unknown, ///< no step before, or no times
  New,     ///< not seen in the steps before
  Rising,
  Steady, ///< no difference that is significant and at least kLeastTrend
  Falling,
  Gone, ///< not seen in the last step
};
[[nodiscard]] std::string_view trendWord(Trend trend);

/// A difference must be as sure as this, and as large, to be a trend.
inline constexpr double kTrendConfidence = 0.95;
inline constexpr double kLeastTrend = 0.2;

/// An object in the window.
struct WatchRow {
  std::string name, record; ///< as in WatchedObject
  std::vector<WatchedMember> members;
  std::uint64_t samples = 0;        ///< contended
  double loads = 0;                 ///< that these stand for
  std::optional<double> per_second; ///< contended loads; none without times
  std::optional<double> share;      ///< of the window's loads, 0..1
  Trend trend = Trend::Unknown;
  double age = 0; ///< seconds from the step that saw it first to the last step
  bool in_last_step = false;
};

/// Sums over the window.
struct WindowView {
  std::size_t steps = 0;
  double seconds = 0; ///< sampled; of steps that have no times, 0
  ContendedLoads contended;
  ContendedLoads per_second; ///< of steps with times
  PartOf of_references, of_loads, remote_of_missed;
  std::uint64_t samples = 0, lost = 0;
  std::optional<double> running; ///< the least of the steps that tell it
  std::vector<WatchRow> rows;    ///< the most contended first
};

/// Keeps the last steps, of each at most kMostObjects objects with kMostMembers members: its memory
/// does not grow with the time that it watches.
class RollingProfile {
public:
  /// `window`: the most steps that are kept; at least 1.
  explicit RollingProfile(std::size_t window) : window_(window) {}

  void add(Step step);
  [[nodiscard]] WindowView view() const;
  /// There must be one.
  [[nodiscard]] const Step &last() const { return steps_.back(); }

private:
  void forgetUnseen();

  std::size_t window_;
  std::deque<Step> steps_;
  std::map<std::string, double> first_seen_; ///< object -> time of the step; of those in the window
};

} // namespace fsfind
