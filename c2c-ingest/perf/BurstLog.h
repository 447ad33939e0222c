#pragma once

#include "c2c-ingest/perf/ByteReader.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Which part of a program a simulated recording saw, if it was made in bursts. It is in records
/// that perf passes over.
namespace fsfind::perf {

/// A burst of one process, and what the process executed since the burst before. The last one of a
/// process may lack the burst: then nothing of it was simulated.
struct Burst {
  std::uint32_t pid = 0;
  std::uint64_t executed = 0;  ///< instructions since the burst before, those of the burst included
  std::uint64_t simulated = 0; ///< instructions of the burst
  std::uint64_t contended = 0; ///< sampled loads of a line that another CPU had modified
  bool operator==(const Burst &) const = default;
};

/// In the file's order, which for each process is that of time.
using BurstLog = std::vector<Burst>;

/// Third word of an ITRACE_START record that is about a burst ("fsfindbu"); see kAllocationMark.
inline constexpr std::uint64_t kBurstMark = 0x6673'6669'6e64'6275;

/// The payload of ITRACE_START: u32 pid, tid; then, if it is about a burst, u64 kBurstMark,
/// executed, simulated, contended. None for other records, and for those that make no sense.
std::optional<Burst> decodeBurst(Bytes payload, bool swap);

} // namespace fsfind::perf
