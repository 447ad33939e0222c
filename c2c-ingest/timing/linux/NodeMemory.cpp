#include "c2c-ingest/timing/NodeMemory.h"

#include "c2c-ingest/record/Host.h"
#include "c2c-ingest/timing/System.h"
#include "c2c-ingest/timing/linux/ProcFiles.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <numa.h>
#include <numaif.h>
#include <sys/mman.h>
#include <utility>

namespace fsfind::timing {

namespace {

/// Bytes; of x86-64, and of AArch64 with pages of 4 KiB. Where huge pages are larger, alignment to
/// less only wastes a part.
constexpr std::size_t kHugePage = std::size_t{2} << 20;

Error outOfMemory(std::size_t bytes) {
  constexpr std::size_t kMegabyte = 1'000'000;
  return {"machine",
          {},
          fmt::format("no {} MB of memory: {}", bytes / kMegabyte, std::strerror(errno)),
          "free some, or leave memory out: --only transfers"};
}

/// Returns whether pages not yet touched will come from the node and from no other.
bool bind(void *start, std::size_t bytes, std::uint32_t node) {
  if (numa_available() < 0)
    return false;
  bitmask *nodes = numa_allocate_nodemask();
  numa_bitmask_setbit(nodes, node);
  const bool bound = mbind(start, bytes, MPOL_BIND, nodes->maskp, nodes->size + 1, 0) == 0;
  numa_free_nodemask(nodes);
  return bound;
}

} // namespace

Expected<NodeMemory> NodeMemory::map(std::size_t bytes, std::uint32_t node, PageKind pages) {
  const std::size_t alignment = pages == PageKind::Huge ? kHugePage : 0;
  const std::size_t size = bytes + alignment;
  void *mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return failure(outOfMemory(bytes));
  auto *first = static_cast<std::byte *>(mapped);
  if (alignment != 0)
    first += (alignment - reinterpret_cast<std::uintptr_t>(first) % alignment) % alignment;
  NodeMemory memory(static_cast<std::byte *>(mapped), size, {first, bytes});
  // Advice only: what came of it is asked where it matters.
  (void)madvise(mapped, size, pages == PageKind::Huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  if (node != kNoNode && !bind(mapped, size, node))
    return failure({"machine",
                    {},
                    fmt::format("pages cannot be bound to node {}: {}", node, std::strerror(errno)),
                    "allow mbind in this container or cpuset"});
  return memory;
}

NodeMemory::~NodeMemory() {
  if (mapped_ != nullptr)
    munmap(mapped_, mapped_size_);
}

NodeMemory::NodeMemory(NodeMemory &&other) noexcept
    : mapped_(std::exchange(other.mapped_, nullptr)), mapped_size_(other.mapped_size_),
      bytes_(other.bytes_) {}

std::optional<std::uint32_t> homeOf(const void *address) {
  const auto start = reinterpret_cast<std::uintptr_t>(address) / pageSize() * pageSize();
  auto *page = reinterpret_cast<void *>(start);
  int status = -1;
  if (move_pages(0, 1, &page, nullptr, &status, 0) != 0 || status < 0)
    return std::nullopt;
  return static_cast<std::uint32_t>(status);
}

bool NodeMemory::isMostlyHuge() const {
  const std::string smaps = record::Host::thisOne().read("/proc/self/smaps").value_or("");
  return 2 * hugeBytes(smaps, reinterpret_cast<std::uintptr_t>(bytes_.data())) > bytes_.size();
}

std::optional<std::uint64_t> freeBytes(std::uint32_t node) {
  long long free = 0;
  if (numa_available() < 0 || numa_node_size64(static_cast<int>(node), &free) <= 0 || free <= 0)
    return std::nullopt;
  return static_cast<std::uint64_t>(free);
}

bool canBind(std::uint32_t node) {
  return NodeMemory::map(1, node, PageKind::Small).has_value();
}

} // namespace fsfind::timing
