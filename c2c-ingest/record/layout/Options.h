#pragma once

#include "c2c-ingest/record/layout/Latencies.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fsfind::record::sim {

/// The simulated machine and its sampling; each member is settable as `member=value` in the
/// plugin's arguments. The recorder and the plugin share these defaults.
struct Options {
  std::string out = {};             ///< file to append records to; absolute
  std::uint32_t cpus = 8;           ///< at most kMaxCpus
  std::uint32_t nodes = 2;          ///< at most cpus; CPU c lies on node c * nodes / cpus
  std::uint32_t quantum = 200;      ///< instructions a thread runs before the next one's turn
  std::uint32_t window = 50'000;    ///< instructions by which threads run apart at most
  std::uint32_t budget = 0;         ///< percent of them that is simulated, in bursts; 0: all
  std::uint64_t seed = 1;           ///< 0: threads in turn, exact periods; else both vary at random
  std::uint32_t line = 64;          ///< bytes of a cacheline; a power of two
  std::uint64_t cache = 512U << 10; ///< bytes of each CPU's private cache
  std::uint32_t ways = 8;           ///< of the private cache
  std::uint64_t l3 = 16U << 20;     ///< bytes of each node's shared last level
  std::uint32_t ldlat = 30;         ///< loads below this latency in cycles are not sampled
  std::uint64_t load_period = 10;   ///< one of so many loads at or above ldlat is sampled
  std::uint64_t store_period = 50;  ///< one of so many stores is sampled
  std::uint64_t max_bytes = ~0ULL;  ///< of the recording; when it comes near, it is thinned
  Latencies latencies = kUsualLatencies; ///< `latencies=5:60:…`, in the order of Outcome
  std::uint32_t allocations = 1;         ///< 0: not told of by programs that record themselves
  std::uint64_t clock = 0;               ///< simulated time at the start, ns; carried over an exec
  std::uint32_t descriptor = 0;          ///< of `out`, carried over an exec; 0 = none is
  /// Whose the latencies are, in words; empty = nobody's in particular. The plugin is not told.
  std::string priced_by = {};
  /// Whether accesses are told by code that is built for it, and others are not seen. As above.
  enum class ByCode : std::uint8_t { No, OfSomePrograms, Always } by_code = ByCode::No;
};

inline constexpr std::uint32_t kMaxCpus = 256;
inline constexpr std::uint32_t kL3Ways = 16;
inline constexpr std::uint32_t kLeastWindow = 500, kMostWindow = 60'000;

/// Applies one `key=value`. False if the key is unknown or its value is no unsigned number that
/// fits.
bool setOption(Options &options, std::string_view argument);

/// What is wrong with the options taken together; empty if nothing.
std::string problemWith(const Options &options);

} // namespace fsfind::record::sim
