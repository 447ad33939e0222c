#pragma once

#include <cstdint>

/// How the library that is loaded into simulated programs tells the plugin of their allocations and
/// of frames on their stacks: by a system call that no kernel has. QEMU answers it with an error,
/// which nobody looks at.
namespace fsfind::record {

inline constexpr std::int64_t kAllocationCall = 0x66736661; // "fsfa"

/// The call's first argument; then two or three more.
enum class AllocationEvent : std::uint64_t {
  Loaded,   ///< the library lies from this address to that; its own accesses are not simulated
  Taken,    ///< address, size, return address of the call
  Returned, ///< address
  /// A function starts a thread, or has waited for the end of one: its stack pointer behind the
  /// return address of the call, that return address, its frame pointer.
  StackSeen,
};

} // namespace fsfind::record
