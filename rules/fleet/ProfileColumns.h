#pragma once

#include "rules/fleet/Table.h"

#include <array>
#include <cstddef>
#include <string_view>

/// The columns of a profile: what a recording measured, as rows that any engine can add up. Each
/// recording has one row of kind `recording`, with its totals, and a row of kind `data` for each
/// datum and place in the code that touches it on contended lines. All rows name their recording
/// and what it was of; counts of the other kind are 0 in a row. docs/fleet.md is the reference.
namespace fsfind::fleet {

/// In the order of kProfileColumns.
enum class Field : std::size_t {
  Recording,
  Time,
  Service,
  Release,
  Labels,
  Host,
  Command,
  MeasuredBy,
  Arch,
  Vendor,
  CpuModel,
  CpuId,
  Kernel,
  Kind,
  Module,
  BuildId,
  Object,
  Type,
  Member,
  DeclaredFile,
  DeclaredLine,
  Function,
  File,
  Line,
  Sharing,
  Rule,
  Finding,
  Samples,
  Loads,
  Stores,
  StoreMisses,
  Contended,
  LocalHitm,
  RemoteHitm,
  LocalPeer,
  RemotePeer,
  LocalDram,
  RemoteDram,
  Latency,
  ContendedLatency,
  Cost,
  ContendedCost,
  CostSquares,
  ContendedSquares,
  Recordings,
  TotalSamples,
  TotalLoads,
  TotalStores,
  TotalContended,
  NamedSamples,
  LostSamples,
  EstimatedLoads,
  EstimatedStores,
  TotalCost,
  CpuCycles,
  Duration,
  End_, ///< how many there are
};
inline constexpr std::size_t kFieldCount = static_cast<std::size_t>(Field::End_);

using Type = ColumnType;

/// A contract: columns may be added with a new version, none changes its meaning.
inline constexpr std::array<ColumnSpec, kFieldCount> kProfileColumns = {{
    {"recording", Type::Text},
    {"time", Type::Time},
    {"service", Type::Text},
    {"release", Type::Text},
    {"labels", Type::Text},
    {"host", Type::Text},
    {"command", Type::Text},
    {"measured_by", Type::Text},
    {"arch", Type::Text},
    {"vendor", Type::Text},
    {"cpu_model", Type::Text},
    {"cpu_id", Type::Text},
    {"kernel", Type::Text},
    {"kind", Type::Text},
    {"module", Type::Text},
    {"build_id", Type::Text},
    {"object", Type::Text},
    {"type", Type::Text},
    {"member", Type::Text},
    {"declared_file", Type::Text},
    {"declared_line", Type::Count},
    {"function", Type::Text},
    {"file", Type::Text},
    {"line", Type::Count},
    {"sharing", Type::Text},
    {"rule", Type::Text},
    {"finding", Type::Text},
    {"samples", Type::Count},
    {"loads", Type::Count},
    {"stores", Type::Count},
    {"store_misses", Type::Count},
    {"contended", Type::Count},
    {"local_hitm", Type::Count},
    {"remote_hitm", Type::Count},
    {"local_peer", Type::Count},
    {"remote_peer", Type::Count},
    {"local_dram", Type::Count},
    {"remote_dram", Type::Count},
    {"latency", Type::Count},
    {"contended_latency", Type::Count},
    {"cost", Type::Count},
    {"contended_cost", Type::Count},
    {"cost_squares", Type::Number},
    {"contended_squares", Type::Number},
    {"recordings", Type::Count},
    {"total_samples", Type::Count},
    {"total_loads", Type::Count},
    {"total_stores", Type::Count},
    {"total_contended", Type::Count},
    {"named_samples", Type::Count},
    {"lost_samples", Type::Count},
    {"estimated_loads", Type::Count},
    {"estimated_stores", Type::Count},
    {"total_cost", Type::Count},
    {"cpu_cycles", Type::Number},
    {"duration_ns", Type::Count},
}};

[[nodiscard]] constexpr std::size_t column(Field field) {
  return static_cast<std::size_t>(field);
}

inline constexpr std::string_view kRecordingRow = "recording", kDataRow = "data";

} // namespace fsfind::fleet
