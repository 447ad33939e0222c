#pragma once

#include "rules/model/Expected.h"
#include "rules/model/MachineMap.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace fsfind::timing {

/// Pages of this process only, on one NUMA node.
class NodeMemory {
public:
  /// Nothing is touched yet. `node` = kNoNode: wherever pages are touched first. Fails if there is
  /// no memory, or if the system does not let this process bind pages (mbind(2)).
  [[nodiscard]] static Expected<NodeMemory> map(std::size_t bytes, std::uint32_t node,
                                                PageKind pages);
  ~NodeMemory();
  NodeMemory(NodeMemory &&other) noexcept;
  NodeMemory &operator=(NodeMemory &&) = delete;
  NodeMemory(const NodeMemory &) = delete;
  NodeMemory &operator=(const NodeMemory &) = delete;

  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }

  /// Whether most of it has huge pages; so where they were asked for and the system gave them.
  /// Asked when the memory has been touched.
  [[nodiscard]] bool isMostlyHuge() const;

private:
  NodeMemory(std::byte *mapped, std::size_t mapped_size, std::span<std::byte> bytes)
      : mapped_(mapped), mapped_size_(mapped_size), bytes_(bytes) {}

  std::byte *mapped_;
  std::size_t mapped_size_;
  std::span<std::byte> bytes_; ///< the part that starts where a huge page can
};

/// The node that holds the page of an address, which was touched (move_pages(2)); empty if the
/// system does not tell.
[[nodiscard]] std::optional<std::uint32_t> homeOf(const void *address);

/// Bytes that are free on the node; empty if the system does not tell.
[[nodiscard]] std::optional<std::uint64_t> freeBytes(std::uint32_t node);

/// Whether this process may bind pages to the node.
[[nodiscard]] bool canBind(std::uint32_t node);

} // namespace fsfind::timing
