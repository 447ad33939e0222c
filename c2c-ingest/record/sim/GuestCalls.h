#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fsfind::record::sim {

/// What a guest's system call means to the simulation.
enum class GuestCall : std::uint8_t {
  Other, ///< returns soon and changes nothing that the recording knows
  Blocks,
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
};

/// System call numbers of the guest's kernel (arch/x86/entry/syscalls/syscall_64.tbl,
/// include/uapi/asm-generic/unistd.h). Null for an architecture that is not supported; `target` is
/// QEMU's name of it.
using GuestCallTable = GuestCall (*)(std::int64_t number);
GuestCallTable guestCallsOf(std::string_view target);

/// e_machine of the guest's programs.
std::uint16_t elfMachineOf(GuestCallTable calls);
/// execveat(2) that means what execve(2) of its path would.
bool execsByPath(std::uint64_t folder, std::uint64_t flags);
/// A thread that shares its parent's memory, rather than a process. QEMU makes vfork a fork.
bool clonesThread(std::uint64_t flags);
/// Which argument of clone(2), counted from 0, tells the word that is cleared and woken when the
/// thread exits: those who join it wait there.
std::size_t exitWordArgument(GuestCallTable calls);
bool futexWaits(std::uint64_t operation);
/// Wakes threads of this process, as many as the call's result tells.
bool futexWakesOwn(std::uint64_t operation);

} // namespace fsfind::record::sim
