#pragma once

#include "rules/model/Finding.h"
#include "rules/model/MachinePrices.h"
#include "rules/model/Profile.h"
#include "rules/model/RemoteLoads.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What is concluded from one recording, ready to be shown.
namespace fsfind {

/// Which counter ranks lines and decides which of them are worth showing (`perf c2c report -d`).
enum class DisplayMode : std::uint8_t {
  Total,  ///< local and remote HITM
  Local,  ///< local HITM
  Remote, ///< remote HITM
  Peer,   ///< loads served by a peer cache, for machines without HITM
};

/// The counter that a mode ranks by.
[[nodiscard]] std::uint64_t displayCounter(const C2cCounters &counters, DisplayMode mode);

struct RankedLine {
  const Line *line = nullptr; ///< points into the judged profile
  std::uint32_t rank = 0;     ///< 1-based
  double hitm_share = 0;    ///< the line's share of the mode's counter over all shared lines, 0..1
  double latency_share = 0; ///< of the cycles sampled in the whole recording, 0..1
  /// Empty if the samples do not show two threads of which one writes.
  std::optional<Sharing> sharing;
  bool store_evidence_only = false; ///< no HITM or peer load: see rules/model/StoreEvidence.h
  std::uint32_t readers = 0;        ///< distinct threads that load
  std::uint32_t writers = 0;        ///< distinct threads that store
};

/// The sources that findings were joined with, and how many latent findings are not shown.
struct JoinedSources {
  std::string path;      ///< of the compile database, or of the other input that was read
  std::size_t units = 0; ///< number of units that gave facts
  std::size_t failed = 0, erroneous = 0; ///< units left out; units whose facts may be incomplete
  std::size_t suppressed = 0;            ///< by NOLINT
  std::size_t elsewhere = 0;             ///< outside the paths that were asked for
  std::size_t unsure = 0;                ///< below the confidence that was asked for
  /// Nobody asked for them: only units that use what is contended were read, and only what the
  /// recording shows is told.
  bool unasked = false;
};

struct Report {
  DisplayMode display = DisplayMode::Total;
  std::vector<RankedLine> lines; ///< by rank; by HITM, those with store evidence only come last
  std::size_t hidden_lines = 0;  ///< ranked lines left out because of `max_lines`
  std::size_t below_cutoff = 0;  ///< shared lines left out by kShownShare
  /// Further lines left out: they do not reach the floor (rules/measured/usage/Significance.h), and
  /// no finding has them.
  std::size_t below_floor = 0;
  std::vector<Finding> findings;     ///< by rank
  std::size_t findings_left_out = 0; ///< by kShownShare or the floor
  /// Lines that were written and then only read, and the contended loads on them; no finding shown
  /// has them.
  std::size_t handed_over_lines = 0;
  std::uint64_t handed_over_loads = 0;
  std::optional<JoinedSources> sources; ///< none if only the recording was read
  std::vector<const Line *> contended;  ///< all lines that are shared or have store evidence
  std::size_t contended_by_stores = 0;  ///< how many of `contended` are not shared
  /// On `contended`, without lines that simulation saw handed over.
  std::uint64_t contended_samples = 0;
  std::uint64_t named_samples = 0;       ///< contended samples that have a name
  std::uint64_t named_by_allocation = 0; ///< those of them that Evidence::Allocation names
  /// Of `contended`: share of the cycles sampled in the whole recording, 0..1.
  double contended_latency_share = 0;
  std::optional<MachinePrices> prices; ///< by which transfer times are estimated; none were given
  NumaLoads numa;
  RemoteUnnamed remote_unnamed;
};

} // namespace fsfind
