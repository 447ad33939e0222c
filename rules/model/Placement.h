#pragma once

#include "rules/model/Profile.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Where the pages of a running process are, as `fsfind placement` sees them at one moment.
namespace fsfind {

/// Bytes, pages or loads by NUMA node.
using ByNode = std::map<std::uint32_t, std::uint64_t>;

[[nodiscard]] inline std::uint64_t sumOf(const ByNode &nodes) {
  std::uint64_t sum = 0;
  for (const auto &[node, count] : nodes)
    sum += count;
  return sum;
}

/// What a mapping of a process is used for.
enum class RegionKind : std::uint8_t {
  File,      ///< a mapped file, with private pages of it that were written
  Variables, ///< behind a program's or library's data: its variables that begin as zero (.bss)
  Heap,      ///< `[heap]`: what brk(2) gave
  Arena,     ///< of glibc's malloc, for threads beyond the first
  Stack,     ///< of a thread
  Anonymous, ///< other private memory: large blocks of the heap, other allocators' memory
  Shared,    ///< memory between processes: shmem, memfd, System V
  Kernel,    ///< the kernel's own: vdso, vvar
};

/// One mapping (VMA) with present pages, policy or both.
struct PlacedRegion {
  std::uint64_t begin = 0, end = 0;
  RegionKind kind = RegionKind::Anonymous;
  std::string file;               ///< path or pseudo path; empty if there is none
  std::string policy = "default"; ///< as the kernel writes it: `interleave:0-1`
  bool writable = false, executable = false;
  std::uint64_t page_bytes = 0; ///< of its pages, not counting transparent huge ones
  ByNode bytes;                 ///< present pages that this process maps, in bytes
  /// Bytes in transparent huge pages; empty if that was not read.
  std::optional<std::uint64_t> huge_bytes;
};

/// Pages of an object, or those of them that were asked for.
struct PlacedPages {
  std::uint64_t pages = 0; ///< that the object has a part of
  std::uint64_t asked = 0; ///< spread evenly over the object
  ByNode nodes;            ///< of the pages asked for, those that are on a node
  /// Of the pages asked for: not present, never written or swapped out (-ENOENT); and without a
  /// page of their own, as the zero page (-EFAULT) or those of devices.
  std::uint64_t absent = 0, without = 0;

  bool operator==(const PlacedPages &) const = default;
};

/// A variable, or a block of the heap, with at least a page of its own.
struct PlacedObject {
  Object object;      ///< `size` is that of all elements
  std::string module; ///< the ELF file whose debug info or symbols name it
  /// The block's end is not known: `size` reaches to the next known block or the mapping's end.
  bool open_ended = false;
  /// It is known only by a recording's loads: its pages, and its size, are those that were seen.
  bool recorded = false;
  std::string policy = "default"; ///< of the mapping where it begins
  std::uint64_t huge_bytes = 0;   ///< of it that can be in transparent huge pages
  PlacedPages pages;
};

/// Pages of an object that a recording shows loads of.
struct RecordedPages {
  Object object;
  std::vector<std::uint64_t> pages; ///< an address in each, ascending
};

/// A thread, and where it ran last.
struct PlacedThread {
  std::uint32_t tid = 0;
  std::string name;
  std::uint32_t cpu = kNoCpu;           ///< where it ran last, or runs
  std::uint32_t node = CpuParts::kNone; ///< of that CPU
  double cpu_seconds = 0;               ///< that it has run since it was started
  /// Nodes of the CPUs that it may run on, ascending; empty = not known.
  std::vector<std::uint32_t> allowed;
};

/// A NUMA node of the machine.
struct MemoryNode {
  std::uint32_t node = 0;
  std::vector<std::uint32_t> cpus;
  std::uint64_t bytes = 0, free_bytes = 0; ///< 0 = not known
};

enum class AllocatorKind : std::uint8_t {
  Glibc,
  Jemalloc,
  Tcmalloc,   ///< Google's
  Gperftools, ///< the tcmalloc of gperftools
  Mimalloc,
};

/// A heap allocator that is in the process, known by its symbols.
struct PlacedAllocator {
  AllocatorKind kind = AllocatorKind::Glibc;
  std::string module; ///< the ELF file that has it
  std::string symbol; ///< by which it is known
  std::string prefix; ///< of its public functions, as jemalloc can be built: `_rjem_`
};

/// What it took to look.
struct LookCost {
  double numa_maps_seconds = 0, smaps_seconds = 0, move_pages_seconds = 0;
  std::uint64_t pages_asked = 0;
  bool operator==(const LookCost &) const = default;
};

/// What a recording tells of the loads of one object from memory.
struct ObjectTraffic {
  Object object;
  std::uint64_t local = 0, remote = 0; ///< loads from memory, estimated for lines left out
  ByNode loads_of;                     ///< the same, by node of the loading CPU
  std::uint64_t threads = 0;           ///< that load it
  /// The first stores that were seen, by most lines: the code, and the thread's name.
  Place filled;
  std::string filled_by;
  /// Index of the object among Placement::objects that it is; empty if it is none.
  std::optional<std::size_t> here;
};

struct RecordedTraffic {
  std::string path;
  bool same_process = false; ///< its addresses are those of the process
  std::uint64_t local = 0, remote = 0;
  std::vector<ObjectTraffic> objects; ///< most remote loads first
};

/// One look at a process.
struct Placement {
  std::uint32_t pid = 0;
  std::string name;                            ///< of its first thread
  std::vector<std::string> command;            ///< empty if it is not known
  double seconds = 0;                          ///< that it has run
  std::vector<MemoryNode> nodes;               ///< ascending
  std::optional<std::uint32_t> balancing;      ///< kernel.numa_balancing; empty = not known
  std::optional<std::uint64_t> pages_migrated; ///< of the process, by it; empty = not known
  std::string huge_pages;                      ///< of THP: `always`, `madvise`, `never`; or empty
  std::vector<PlacedRegion> regions;           ///< by address
  std::vector<PlacedObject> objects; ///< largest first, then those that only a recording shows
  std::vector<PlacedThread> threads; ///< by number
  std::vector<PlacedAllocator> allocators;
  std::optional<RecordedTraffic> traffic;
  LookCost cost;
  /// What could not be read, or is told by halves: one sentence each, without a full stop.
  std::vector<std::string> notes;
};

} // namespace fsfind
