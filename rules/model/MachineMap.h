#pragma once

#include "rules/model/MachinePrices.h"
#include "rules/model/MachineReading.h"
#include "rules/model/StorageTimes.h"
#include "rules/model/Topology.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What transfers of cachelines and memory cost on one machine, as `fsfind machine` measures it.
namespace fsfind {

/// Stands for a node that is not known, or for none in particular.
inline constexpr std::uint32_t kNoNode = CpuParts::kNone;

/// How a line is passed on between two CPUs.
enum class Handover : std::uint8_t {
  Exchange, ///< both compare and swap one word
  Stores,   ///< each stores to a line of its own, and loads the other's
};

/// The time in which a line goes from one CPU to another: half of a round trip.
struct Transfer {
  std::uint32_t a = 0, b = 0;
  std::uint32_t home = kNoNode; ///< the node whose memory holds the line
  Reading ns;
  bool operator==(const Transfer &) const = default;
};

enum class PageKind : std::uint8_t { Small, Huge };

/// The time of a load from memory whose address the load before it gave.
struct MemoryLatency {
  std::uint32_t cpu = 0, node = 0;
  PageKind pages = PageKind::Small;
  bool loaded = false; ///< all other CPUs read from the node meanwhile
  Reading ns;
  bool operator==(const MemoryLatency &) const = default;
};

/// What threads do with arrays: read one, write one, or STREAM's triad, a[i] = b[i] + s * c[i].
enum class Streaming : std::uint8_t { Read, Write, Triad };

/// Bytes that threads read and write in a second, without what caches load for writes.
struct Bandwidth {
  Streaming streaming = Streaming::Triad;
  std::uint32_t threads = 1;        ///< each pinned to a CPU of its own
  std::uint32_t cpu_node = kNoNode; ///< whose CPUs these are; kNoNode = all nodes'
  /// Whose memory it is; kNoNode = each thread uses that of its own node.
  std::uint32_t memory_node = kNoNode;
  PageKind pages = PageKind::Small;
  Reading gb_per_s; ///< 1e9 bytes
  bool operator==(const Bandwidth &) const = default;
};

/// A division of the measured CPUs into groups, within which lines take much less time than between
/// them.
struct GroupLevel {
  std::vector<std::vector<std::uint32_t>> groups; ///< of CPU numbers, in the order of the map
  double within_ns = 0;  ///< mean time between the two farthest parts that make one of the groups
  double between_ns = 0; ///< mean time between the two nearest groups
  /// The part of the machine that the kernel tells of and that divides the CPUs in the same way;
  /// empty if there is none.
  std::string_view known_as;
};

struct MachineMap {
  std::string cpu_model, arch, kernel; ///< empty = not known
  std::string governor;                ///< of frequencies; empty = not known
  std::optional<bool> virtual_machine; ///< empty = not known
  std::uint32_t line_size = 0;         ///< bytes
  std::uint64_t l3_bytes = 0;          ///< of one L3; 0 = not known
  Topology topology;
  std::vector<std::uint32_t> cpus;  ///< that were measured, neighbours together
  std::vector<std::uint32_t> nodes; ///< with memory that may be used
  Handover handover = Handover::Exchange;
  std::uint64_t seed = 0;
  double seconds = 0; ///< that the measurement took
  std::vector<Transfer> transfers;
  std::vector<MemoryLatency> latencies;
  std::vector<Bandwidth> bandwidths;
  std::optional<StorageTimes> storage; ///< empty = not asked for
  std::uint64_t left_out = 0; ///< cells for which there was no time; they are among the others
  /// What cannot be known here: one sentence each, without a full stop.
  std::vector<std::string> notes;
};

/// Whether the line is on a third node, with neither of the CPUs.
[[nodiscard]] bool hasThirdHome(const MachineMap &map, const Transfer &transfer);

/// Median and quartiles over the cells of each distance whose line is at home with one of the CPUs,
/// those that were disturbed only where there are no others. Where there is only one, its own
/// quartiles.
[[nodiscard]] MachinePrices pricesOf(const MachineMap &map);

/// The same of the cells whose line is on a third node.
[[nodiscard]] MachinePrices thirdHomePricesOf(const MachineMap &map);

} // namespace fsfind
