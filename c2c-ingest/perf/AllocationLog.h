#pragma once

#include "c2c-ingest/perf/StackLog.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/// What the recorded program took from its allocators. Recordings by simulation may hold it, in
/// records that perf passes over.
namespace fsfind::perf {

/// A block that was handed out.
struct Allocation {
  std::uint32_t pid = 0;
  std::uint64_t address = 0;      ///< virtual, of its first byte
  std::uint64_t size = 0;         ///< bytes, as the program asked for
  std::uint64_t begin = 0;        ///< ns, of the sample clock
  std::uint64_t end = UINT64_MAX; ///< ns; UINT64_MAX = it was not given back
  std::uint64_t caller = 0;       ///< return address of the call of malloc, operator new, …
  /// At that call, without thread and time; null if the recording does not tell.
  std::shared_ptr<const StackSight> stack = {};
  /// Return addresses of the calls through which the block was handed on to the code that asked for
  /// it, from the inner to the outer one.
  std::vector<std::uint64_t> handed_on = {};
  bool operator==(const Allocation &) const = default;
};

/// By pid, address and begin. Blocks of one process do not overlap while both live.
using AllocationLog = std::vector<Allocation>;

/// Third word of an ITRACE_START record that is about an allocation ("fsfindal"). To perf such
/// records say that a thread's hardware trace begins, which means nothing without traces.
inline constexpr std::uint64_t kAllocationMark = 0x6673'6669'6e64'616c;

/// The same with the stack at the call ("fsfindac").
inline constexpr std::uint64_t kCalledAllocationMark = 0x6673'6669'6e64'6163;

/// The payload of ITRACE_START: u32 pid, tid; then, if it is about an allocation, u64
/// kAllocationMark, address, size, begin, end, caller; or kCalledAllocationMark, the same, then of
/// the stack as decodeStack has it: pointer, frame, number of words, of each word address, value.
/// None for other records.
std::optional<Allocation> decodeAllocation(Bytes payload, bool swap);

/// A log from records in any order. Several records of one block say first that it was handed out,
/// later when it was given back; a block ends at the latest where another one takes its bytes.
/// `known_until`: when the first record that is not among them happened (lastOf); nothing is known
/// of a block after that.
AllocationLog logOf(std::vector<Allocation> records, std::uint64_t known_until = UINT64_MAX);

/// When what the record tells last happened, in ns: the block was given back, or handed out.
std::uint64_t lastOf(const Allocation &record);

} // namespace fsfind::perf
