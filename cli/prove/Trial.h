#pragma once

#include "rules/compare/ContendedData.h"
#include "rules/compare/RunTimes.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind::prove {

/// Of what is told to be more than chance.
inline constexpr double kConfidence = 0.95;

/// How often a program is recorded. Where threads happen to meet differs from recording to
/// recording; of seven on each side, one that is beside all others does not hide a change.
inline constexpr unsigned kRecordings = 7;

/// What one recording says.
struct Recorded {
  std::uint64_t cost = 0;           ///< Profile::cost: of all samples, cycles
  std::vector<ContendedDatum> data; ///< those with samples on lines that threads share
  bool operator==(const Recorded &) const = default;
};

/// What a program did that was built from the project with some edits.
struct Trial {
  std::string trouble; ///< why it could not be built; empty if it could, else the rest is empty
  std::string said;    ///< the last lines of a build that failed
  int exit_code = 0;
  std::uint64_t output = 0; ///< hash of its standard output
  std::vector<Recorded> recordings;
  bool operator==(const Trial &) const = default;
};

/// The program as it is.
struct Baseline {
  Trial trial;
  bool steady = true; ///< two runs had the same standard output
  std::string how;    ///< how it was recorded, in words: `simulated: 8 CPUs …`
};

/// Contended loads of all data; as all that follow, the median of the recordings.
[[nodiscard]] std::uint64_t loadsOf(const Trial &trial);
/// Contended loads of data that no finding can be found to be about.
[[nodiscard]] std::uint64_t unnamedLoadsOf(const Trial &trial);
/// Contended loads of the data that the finding is about.
[[nodiscard]] std::uint64_t loadsOf(const Trial &trial, const Finding &finding);

/// Cycles of the whole program, and of the data that any of the findings is about. 0 if the
/// recordings tell no latencies.
[[nodiscard]] std::uint64_t costOf(const Trial &trial);
[[nodiscard]] std::uint64_t costOf(const Trial &trial, const std::vector<Finding> &findings);

/// How the cost of the whole program, or of the findings' data, changes from one trial to the
/// other, by the spread of their recordings. The recordings of both must be as many. Of contended
/// loads in place of cycles if `before` has no latencies.
[[nodiscard]] TimeChange changeOf(const Trial &before, const Trial &after);
[[nodiscard]] TimeChange changeOf(const Trial &before, const Trial &after,
                                  const std::vector<Finding> &findings);

/// Why the program is not the same: it cannot be built, ends otherwise, or has other output, which
/// is compared only if the baseline's is steady. Empty if nothing is against it.
[[nodiscard]] std::string problemOf(const Baseline &before, const Trial &after);

/// A datum that has more contended loads than before, by more than chance.
struct Worsened {
  std::string name;
  std::uint64_t before = 0, after = 0;
};

/// Data that none of the findings are about, the worst first.
[[nodiscard]] std::vector<Worsened> worsened(const Trial &before, const Trial &after,
                                             const std::vector<Finding> &findings);

} // namespace fsfind::prove
