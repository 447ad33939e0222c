#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fsfind::record::sim {

/// Reads the guest's memory with process_vm_readv(2), which returns an error for a bad address.
class GuestMemory {
public:
  GuestMemory() = default;
  /// `base`: where QEMU placed the guest's address 0.
  explicit GuestMemory(std::uint64_t base) : base_(base) {}

  [[nodiscard]] std::uint64_t base() const { return base_; }

  /// The NUL-terminated text at `address`; nothing if it runs into unmapped memory or is longer
  /// than `most` bytes.
  [[nodiscard]] std::optional<std::string> text(std::uint64_t address, std::size_t most) const;
  /// The texts of a zero-terminated array of addresses such as argv; none for a null array. Nothing
  /// if one cannot be read, or texts and addresses take more than `most` bytes.
  [[nodiscard]] std::optional<std::vector<std::string>> texts(std::uint64_t address,
                                                              std::size_t most) const;

  /// The words from `address` on, as many as can be read, at most `most`.
  [[nodiscard]] std::vector<std::uint64_t> words(std::uint64_t address, std::size_t most) const;

  /// The same for an aligned address, the byte before which is known to be mapped: without a copy,
  /// and at most to the end of the first page that begins there or behind.
  [[nodiscard]] std::span<const std::uint64_t> wordsInPlace(std::uint64_t address,
                                                            std::size_t most);
  /// To be called when the guest unmaps or protects memory.
  void forgetPages() { readable_.fill(0); }

  /// What lies at an address that is known to be mapped.
  template <class T> [[nodiscard]] const T *at(std::uint64_t address) const {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): an address of the guest
    return reinterpret_cast<const T *>(base_ + address);
  }

  /// What the guest has just loaded: of more than 8 bytes the first ones.
  [[nodiscard]] std::uint64_t loaded(std::uint64_t address, unsigned size_shift) const {
    std::uint64_t value = 0;
    std::memcpy(&value, at<std::byte>(address),
                std::min<std::size_t>(sizeof(value), std::size_t{1} << size_shift));
    return value;
  }

private:
  [[nodiscard]] bool read(std::uint64_t address, void *to, std::size_t size) const;

  std::uint64_t base_ = 0;
  std::array<std::uint64_t, 64> readable_{}; ///< pages that are, by a hash; 0: none
};

} // namespace fsfind::record::sim
