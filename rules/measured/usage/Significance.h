#pragma once

#include "rules/model/Profile.h"

/// The floor below which contention is not reported by default. In every program, padded or not,
/// threads that start, end or hand work over meet on a line once or twice; listing such lines would
/// not help anybody to mend the program.
namespace fsfind {

/// Contended samples that a line or a finding needs. Data that is handed over once gives one such
/// sample for each thread that takes it: programs without false sharing show one to six on a line
/// (thread start-up in libc, Go's scheduler), programs with it show hundreds.
inline constexpr std::uint64_t kMinContendedSamples = 8;

/// The share of all loads and stores that must be contended, in estimated numbers (samples times
/// their period). A load from another core's cache takes 100 to 300 cycles, while caches and
/// overlap make the usual access cost about one: four in a hundred thousand are about half a
/// percent of the cost of all memory accesses. Numbers are compared, not sampled latency, since
/// loads faster than the recording's threshold are never sampled: in a quiet program a few
/// contended loads would be nearly all of the latency. Measured: at most 0.003% on any variable of
/// programs without false sharing (Go's scheduler), 0.3% to 4% on variables that suffer from it.
inline constexpr double kMinContendedShare = 0.00004;

/// The same for stores to a line with store evidence. It is far larger because all stores to the
/// line are counted: a core stores several times before it loses the line, and the store buffer
/// hides part of the wait.
inline constexpr double kMinStoreShare = 0.001;

/// Where so many samples are to be expected and none is seen, there are none: a Poisson variable of
/// mean three is zero in 5 % of cases.
inline constexpr double kBelievableAbsence = 3;

/// The samples of a line or a finding that show contention.
struct ContendedUse {
  std::uint64_t samples = 0; ///< loads that met another core's copy
  double stores = 0;         ///< on lines with store evidence (rules/model/StoreEvidence.h)
};

/// Compares lines and findings with the floor of one recording.
class SignificanceFloor {
public:
  explicit SignificanceFloor(const Profile &profile);

  /// Whether the contended samples, or the stores, are enough.
  [[nodiscard]] bool isReached(const ContendedUse &use) const;

private:
  double share_of_load_ = 0, share_of_store_ = 0; ///< of one sample in all loads and stores
};

/// The line's contended loads.
[[nodiscard]] std::uint64_t contendedLoads(const Line &line);

/// The part of the line's stores that can have taken it from another core, 0..1. It is 1 unless
/// simulation counted that: buffers that threads use one after the other are stored to by all of
/// them, and change hands a few times.
[[nodiscard]] double takingPart(const Profile &profile, const Line &line);

/// The same of the stores that missed: the others waited for memory that the core had not, as
/// buffers that are filled from their begin on do.
[[nodiscard]] double metPart(const Profile &profile, const Line &line);

/// Whether the line's stores alone prove contention (rules/model/StoreEvidence.h), and simulation
/// does not tell that they hardly ever took the line away.
[[nodiscard]] bool showsContentionByStores(const Profile &profile, const Line &line);

/// `store_evidence`: the line's stores alone prove contention.
[[nodiscard]] ContendedUse contendedUse(const Profile &profile, const Line &line,
                                        bool store_evidence);

} // namespace fsfind
