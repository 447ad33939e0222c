#pragma once

#include "rules/model/Profile.h"

/// The floor under which contention is not worth a person's time. Threads that start, end or hand
/// work over meet on a line once or twice in every program, padded or not; a report that lists
/// those says nothing about what should be mended.
namespace fsfind {

/// Contended samples that a line or a finding needs. Data that changes hands once gives one such
/// sample for each thread that takes it: programs whose false sharing is cured show one to six on
/// a line (thread start-up in libc, Go's scheduler), those that have it show hundreds.
inline constexpr std::uint64_t kMinContendedSamples = 8;

/// The part of all loads and stores that must be contended, in estimated numbers (samples times
/// their period). A load from another core's cache takes 100 to 300 cycles where the usual access
/// takes about one, for caches and overlap hide it: four in a hundred thousand are about half a
/// percent of what memory accesses cost. Numbers are compared, not sampled latency: loads below the
/// recording's threshold were never sampled, so of latency a few loads of a quiet program seem to
/// be all. Measured: at most 0.003% on any variable of programs that are cured (Go's scheduler),
/// 0.3% to 4% on those that fight.
inline constexpr double kMinContendedShare = 0.00004;

/// The same for stores on a line with store evidence. Far more, because they are all of
/// the line's stores: a core stores several times before it loses the line, and the store buffer
/// hides part of the wait.
inline constexpr double kMinStoreShare = 0.001;

/// Samples that show contention, of a line or a finding.
struct ContendedUse {
  std::uint64_t samples = 0; ///< that met another core's copy
  std::uint64_t stores = 0;  ///< on lines with store evidence (rules/model/StoreEvidence.h)
};

/// Holds what a line or finding shows to the floor of one recording.
class SignificanceFloor {
public:
  explicit SignificanceFloor(const Profile &profile);

  /// True if the contended samples, or the stores, are enough.
  [[nodiscard]] bool isReached(const ContendedUse &use) const;

private:
  double share_of_load_ = 0, share_of_store_ = 0; ///< what one sample is of all loads and stores
};

/// `store_evidence`: the line's stores alone show contention.
[[nodiscard]] ContendedUse contendedUse(const Line &line, bool store_evidence);

} // namespace fsfind
