#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fsfind::record::sim {

/// Reads the guest's memory by way of the kernel, so that no address it names can do harm.
class GuestMemory {
public:
  GuestMemory() = default;
  /// `base`: where QEMU placed the guest's address 0.
  explicit GuestMemory(std::uint64_t base) : base_(base) {}

  /// The NUL-terminated text at `address`; nothing if it ends in no memory or takes more than
  /// `most` bytes.
  [[nodiscard]] std::optional<std::string> text(std::uint64_t address, std::size_t most) const;
  /// The texts of an array of addresses that a 0 ends, as argv is; a null array has none. Nothing
  /// if any is not to be had, or all together take more than `most` bytes.
  [[nodiscard]] std::optional<std::vector<std::string>> texts(std::uint64_t address,
                                                              std::size_t most) const;

private:
  [[nodiscard]] bool read(std::uint64_t address, void *to, std::size_t size) const;

  std::uint64_t base_ = 0;
};

} // namespace fsfind::record::sim
