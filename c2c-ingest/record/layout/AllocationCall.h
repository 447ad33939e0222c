#pragma once

#include <cstdint>

/// How the library that is loaded into simulated programs tells the plugin of their allocations and
/// of frames on their stacks.
namespace fsfind::record {

/// A system call that no kernel has. QEMU answers it with an error, which nobody looks at. Its
/// arguments are those of a Telling, in their order.
inline constexpr std::int64_t kAllocationCall = 0x66736661; // "fsfa"

enum class AllocationEvent : std::uint64_t {
  /// The library lies from this address to that; its own accesses are not simulated. The address of
  /// its bell.
  Loaded,
  Taken,    ///< address, size, address of the CallSight
  Returned, ///< address
  /// A function starts a thread, or has waited for the end of one: its stack pointer behind the
  /// return address of the call, that return address, its frame pointer.
  StackSeen,
  /// The caller is about to start a thread: the function that it starts in, that function's
  /// argument.
  ThreadStarts,
};

/// The call that a library stands in front of.
struct CallSight {
  std::uint64_t returns = 0; ///< its return address
  std::uint64_t pointer = 0; ///< the caller's stack pointer behind it
  std::uint64_t frame = 0;   ///< what the caller has in the frame pointer's register
};

/// What the library tells once its code is known to the plugin: without a system call, which takes
/// QEMU as long as hundreds of instructions. One instruction of the library, its bell, stores to
/// the first word, and the plugin is called for that store.
struct Telling {
  std::uint64_t rung = 0;
  AllocationEvent event = AllocationEvent::Loaded;
  std::uint64_t first = 0, second = 0, third = 0;
};

} // namespace fsfind::record
