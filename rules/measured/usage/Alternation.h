#pragma once

#include "rules/model/Finding.h"
#include "rules/model/Profile.h"

#include <cstdint>
#include <optional>

/// Evidence that cores took lines from each other again and again. Where one thread
/// initialises data and others then read it, each line is met modified once: no layout ends that,
/// and nobody waits for it a second time.
namespace fsfind {

/// How many times a line must have been taken away by a write: once is initialisation by one thread
/// and use by another.
inline constexpr std::uint64_t kMinTransfers = 2;

/// Whether a simulated recording tells that the line was handed over, not fought for, up to its
/// last sample.
[[nodiscard]] bool wasHandedOver(const Line &line);

/// Gathers the evidence of a finding's lines.
class AlternationEvidence {
public:
  void addLine(const Profile &profile, const Line &line);

  /// Empty without contended loads.
  [[nodiscard]] std::optional<Alternation> verdict() const;

private:
  void addTimes(const Profile &profile, const Line &line, std::uint64_t contended,
                std::uint64_t readers);

  std::uint64_t contended_ = 0;
  /// Of lines whose transfers simulation counted: contended loads on those with at least
  /// kMinTransfers, and on the others.
  std::uint64_t transferred_ = 0, handed_over_ = 0;
  std::uint64_t seldom_transferred_ = 0; ///< of `transferred_`: on lines that few writes took away
  std::uint64_t repeated_ = 0;     ///< contended loads by a thread that had met the line before
  std::uint64_t later_stores_ = 0; ///< on lines with a store after their first contended load
  /// Store samples to expect after the first contended loads if the lines went back and forth.
  double expected_later_ = 0;
};

} // namespace fsfind
