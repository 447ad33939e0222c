#pragma once

#include <cstdint>

namespace fsfind::record::sim {

/// QEMU does wide loads and stores, of vector registers and register pairs, in parts of eight
/// bytes. Hardware samples such an access once, at its first byte; so the parts are told apart from
/// accesses of their own. One for each thread and kind of access.
class AccessParts {
public:
  /// Where the access that has this part begins.
  std::uint64_t begin(std::uint64_t ip, std::uint64_t address) {
    if (ip != ip_ || address != last_ + kPart)
      begin_ = address;
    ip_ = ip;
    last_ = address;
    return begin_;
  }
  /// What follows are other executions of instructions.
  void reset() { ip_ = kNoInstruction; }

private:
  static constexpr std::uint64_t kPart = 8;
  static constexpr std::uint64_t kNoInstruction = ~std::uint64_t{0};
  std::uint64_t ip_ = kNoInstruction, begin_ = 0, last_ = 0;
};

} // namespace fsfind::record::sim
