#pragma once

#include <cstdint>

/// What a recording in bursts saw of a program, and what it tells of the whole: everything that
/// fsfind scales from bursts to the run, or widens for them, is computed here.
namespace fsfind {

/// Sums over the bursts of all processes.
struct Seen {
  std::uint64_t executed = 0;  ///< instructions of the whole run
  std::uint64_t simulated = 0; ///< instructions of the bursts; not more
  std::uint64_t bursts = 0;
  std::uint64_t contended = 0; ///< contended samples of the bursts
  /// From each burst of a process to its next one: how many such steps there are, and the sum of
  /// the squared differences of the two bursts' contended samples.
  std::uint64_t steps = 0;
  double step_squares = 0;
  bool operator==(const Seen &) const = default;
};

/// The part of the run's instructions that was simulated, 0..1.
[[nodiscard]] double shareOf(const Seen &seen);

/// What numbers of the bursts are multiplied with to estimate those of the run; 1 or more.
[[nodiscard]] double scaleOf(const Seen &seen);

/// An estimate of the bursts as one of the run.
[[nodiscard]] std::uint64_t ofRun(const Seen &seen, std::uint64_t of_bursts);

/// How many times the variance of a count of contended samples is that of a Poisson count, since
/// contention comes and goes with the program's phases and bursts hold it or do not; 1 or more. By
/// successive differences, as is usual for samples of one place in each stratum (Wolter,
/// Introduction to Variance Estimation, 2007, section 8.2): differences between far phases do not
/// count, as each phase has bursts of its own. With fewer than kFewestSteps steps, the deviation
/// between bursts is taken to be as large as their mean.
[[nodiscard]] double scatterOf(const Seen &seen);
inline constexpr std::uint64_t kFewestSteps = 5;

/// An estimate of the run's contended loads, with bounds at 95 %.
struct RunEstimate {
  double value = 0, low = 0, high = 0;
};

/// `samples` contended samples, each of which stands for `period` loads of the bursts. The bounds
/// are Poisson's, at the distance that the scatter gives them. One that was seen is certain.
[[nodiscard]] RunEstimate estimateOfRun(const Seen &seen, std::uint64_t samples, double period);

} // namespace fsfind
