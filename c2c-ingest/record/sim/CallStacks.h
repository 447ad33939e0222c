#pragma once

#include "c2c-ingest/record/sim/StackRecord.h"

#include <cstddef>
#include <unordered_set>

namespace fsfind::record::sim {

/// The distinct stacks at calls that took blocks.
class CallStacks {
public:
  /// Valid as long as this object; null once there are too many.
  const StackRecord *keep(const StackRecord &stack) {
    if (const auto known = stacks_.find(stack); known != stacks_.end())
      return &*known;
    return stacks_.size() < kMost ? &*stacks_.insert(stack).first : nullptr;
  }

private:
  struct Hash {
    std::size_t operator()(const StackRecord &stack) const {
      std::uint64_t sum = (stack.pointer ^ stack.returns) * kFactor ^ stack.frame;
      for (const auto &[address, value] : stack.words)
        sum = (sum ^ address ^ value * 3) * kFactor;
      return static_cast<std::size_t>(sum ^ sum >> kHalf);
    }
    static constexpr std::uint64_t kFactor = 0x9e37'79b9'7f4a'7c15; // odd, of mixed bits
    static constexpr unsigned kHalf = 32;
  };
  static constexpr std::size_t kMost = 1U << 16;
  std::unordered_set<StackRecord, Hash> stacks_;
};

} // namespace fsfind::record::sim
