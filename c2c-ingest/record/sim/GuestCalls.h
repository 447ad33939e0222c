#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fsfind::record::sim {

/// What a guest's system call means to the simulation.
enum class GuestCall : std::uint8_t {
  Other, ///< returns soon and changes nothing that the simulator tracks
  Blocks,
  Yield,
  Futex,
  Clone,
  Fork,
  Exec,
  ExecAt,
  Exit, ///< of the thread
  ExitGroup,
  Map,
  Unmap,
  Remap,
  Protect,
  Break,
  ShareMemory, ///< shmat, shmdt: changes mappings whose size the call does not tell
  Prctl,
  Close,
  DuplicateTo, ///< dup2, dup3: closes its second argument
  CloseRange,
};

/// System call numbers of the guest's kernel (arch/x86/entry/syscalls/syscall_64.tbl,
/// include/uapi/asm-generic/unistd.h). Null for an architecture that is not supported; `target` is
/// QEMU's name of it.
using GuestCallTable = GuestCall (*)(std::int64_t number);
GuestCallTable guestCallsOf(std::string_view target);

/// e_machine of the guest's programs.
std::uint16_t elfMachineOf(GuestCallTable calls);
/// True if execveat(2) with these arguments does the same as execve(2) of its path.
bool execsByPath(std::uint64_t folder, std::uint64_t flags);
/// True if clone(2) with these flags starts a thread in the same memory, not a process. QEMU turns
/// vfork into fork.
bool clonesThread(std::uint64_t flags);
/// Index of the argument of clone(2) with the address of the futex that the kernel clears and wakes
/// when the thread exits; threads that join it wait for that futex.
std::size_t exitWordArgument(GuestCallTable calls);
bool futexWaits(std::uint64_t operation);
/// What has to lie at the futex for a call to wait there, which futexWaits; none if it does not
/// depend on that.
std::optional<std::uint32_t> futexExpects(std::span<const std::uint64_t> arguments);
/// True if the operation lets some of those that wait for one futex wait for another.
bool futexRequeues(std::uint64_t operation);
/// True if the call may make the thread sleep, or wait until the others stop.
bool maySleep(GuestCall call, std::span<const std::uint64_t> arguments);
/// True if the operation only wakes threads of this process; the call returns how many.
bool futexWakesOwn(std::uint64_t operation);

} // namespace fsfind::record::sim
