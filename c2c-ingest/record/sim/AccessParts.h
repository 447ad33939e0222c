#pragma once

#include <cstdint>

namespace fsfind::record::sim {

/// QEMU does wide loads and stores, of vector registers and register pairs, in parts of eight
/// bytes. Hardware samples such an access once, at its first byte, which this class finds. One
/// object for each thread and kind of access (load, store).
class AccessParts {
public:
  /// The first address of the access to which the part at `address` belongs.
  std::uint64_t begin(std::uint64_t ip, std::uint64_t address) {
    if (ip != ip_ || address != last_ + kPart)
      begin_ = address;
    ip_ = ip;
    last_ = address;
    return begin_;
  }
  /// To be called when a block of code begins: the next access does not continue the last one.
  void reset() { ip_ = kNoInstruction; }

private:
  static constexpr std::uint64_t kPart = 8;
  static constexpr std::uint64_t kNoInstruction = ~std::uint64_t{0};
  std::uint64_t ip_ = kNoInstruction, begin_ = 0, last_ = 0;
};

} // namespace fsfind::record::sim
