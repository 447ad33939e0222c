#include "c2c-ingest/record/sim/GuestCalls.h"

#include <elf.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>

namespace fsfind::record::sim {
namespace {

GuestCall callOfX86(std::int64_t number) {
  switch (number) {
  case 0:   // read
  case 7:   // poll
  case 19:  // readv
  case 23:  // select
  case 34:  // pause
  case 35:  // nanosleep
  case 42:  // connect
  case 43:  // accept
  case 45:  // recvfrom
  case 47:  // recvmsg
  case 61:  // wait4
  case 65:  // semop
  case 70:  // msgrcv
  case 73:  // flock
  case 128: // rt_sigtimedwait
  case 130: // rt_sigsuspend
  case 220: // semtimedop
  case 230: // clock_nanosleep
  case 232: // epoll_wait
  case 247: // waitid
  case 270: // pselect6
  case 271: // ppoll
  case 281: // epoll_pwait
  case 288: // accept4
  case 299: // recvmmsg
  case 441: // epoll_pwait2
    return GuestCall::Blocks;
  case 24:
    return GuestCall::Yield;
  case 3:
    return GuestCall::Close;
  case 33:  // dup2
  case 292: // dup3
    return GuestCall::DuplicateTo;
  case 436:
    return GuestCall::CloseRange;
  case 9:
    return GuestCall::Map;
  case 10:
    return GuestCall::Protect;
  case 11:
    return GuestCall::Unmap;
  case 12:
    return GuestCall::Break;
  case 25:
    return GuestCall::Remap;
  case 30: // shmat
  case 67: // shmdt
    return GuestCall::ShareMemory;
  case 56:
    return GuestCall::Clone;
  case 57: // fork
  case 58: // vfork
    return GuestCall::Fork;
  case 59:
    return GuestCall::Exec;
  case 322:
    return GuestCall::ExecAt;
  case 157:
    return GuestCall::Prctl;
  case 202:
    return GuestCall::Futex;
  case 60:
    return GuestCall::Exit;
  case 231:
    return GuestCall::ExitGroup;
  default:
    return GuestCall::Other;
  }
}

GuestCall callOfAarch64(std::int64_t number) {
  switch (number) {
  case 22:  // epoll_pwait
  case 32:  // flock
  case 63:  // read
  case 65:  // readv
  case 72:  // pselect6
  case 73:  // ppoll
  case 95:  // waitid
  case 101: // nanosleep
  case 115: // clock_nanosleep
  case 133: // rt_sigsuspend
  case 137: // rt_sigtimedwait
  case 188: // msgrcv
  case 192: // semtimedop
  case 193: // semop
  case 202: // accept
  case 203: // connect
  case 207: // recvfrom
  case 212: // recvmsg
  case 242: // accept4
  case 243: // recvmmsg
  case 260: // wait4
  case 441: // epoll_pwait2
    return GuestCall::Blocks;
  case 124:
    return GuestCall::Yield;
  case 24: // dup3
    return GuestCall::DuplicateTo;
  case 57:
    return GuestCall::Close;
  case 436:
    return GuestCall::CloseRange;
  case 93:
    return GuestCall::Exit;
  case 94:
    return GuestCall::ExitGroup;
  case 98:
    return GuestCall::Futex;
  case 167:
    return GuestCall::Prctl;
  case 196: // shmat
  case 197: // shmdt
    return GuestCall::ShareMemory;
  case 214:
    return GuestCall::Break;
  case 215:
    return GuestCall::Unmap;
  case 216:
    return GuestCall::Remap;
  case 220:
    return GuestCall::Clone;
  case 221:
    return GuestCall::Exec;
  case 281:
    return GuestCall::ExecAt;
  case 222:
    return GuestCall::Map;
  case 226:
    return GuestCall::Protect;
  default:
    return GuestCall::Other;
  }
}

} // namespace

GuestCallTable guestCallsOf(std::string_view target) {
  if (target == "x86_64")
    return callOfX86;
  if (target == "aarch64")
    return callOfAarch64;
  return nullptr;
}

std::uint16_t elfMachineOf(GuestCallTable calls) {
  return calls == callOfX86 ? EM_X86_64 : EM_AARCH64;
}

bool execsByPath(std::uint64_t folder, std::uint64_t flags) {
  return static_cast<std::int32_t>(folder) == AT_FDCWD && flags == 0;
}

std::size_t exitWordArgument(GuestCallTable calls) {
  return calls == callOfX86 ? 3 : 4;
}

bool clonesThread(std::uint64_t flags) {
  return (flags & CLONE_VM) != 0 && (flags & CLONE_VFORK) == 0;
}

bool futexWaits(std::uint64_t operation) {
  switch (operation & static_cast<std::uint64_t>(FUTEX_CMD_MASK)) {
  case FUTEX_WAIT:
  case FUTEX_WAIT_BITSET:
  case FUTEX_LOCK_PI:
  case FUTEX_LOCK_PI2:
  case FUTEX_WAIT_REQUEUE_PI:
    return true;
  default:
    return false;
  }
}

std::optional<std::uint32_t> futexExpects(std::span<const std::uint64_t> arguments) {
  switch (arguments[1] & static_cast<std::uint64_t>(FUTEX_CMD_MASK)) {
  case FUTEX_WAIT:
  case FUTEX_WAIT_BITSET:
  case FUTEX_WAIT_REQUEUE_PI:
    return static_cast<std::uint32_t>(arguments[2]);
  default:
    return std::nullopt;
  }
}

bool futexRequeues(std::uint64_t operation) {
  switch (operation & static_cast<std::uint64_t>(FUTEX_CMD_MASK)) {
  case FUTEX_REQUEUE:
  case FUTEX_CMP_REQUEUE:
  case FUTEX_CMP_REQUEUE_PI:
    return true;
  default:
    return false;
  }
}

bool maySleep(GuestCall call, std::span<const std::uint64_t> arguments) {
  switch (call) {
  case GuestCall::Blocks:
  case GuestCall::Yield:
  case GuestCall::Fork:
  case GuestCall::Exec:
  case GuestCall::ExecAt:
  case GuestCall::Exit:
  case GuestCall::ExitGroup:
    return true;
  case GuestCall::Futex:
    return futexWaits(arguments[1]);
  case GuestCall::Clone:
    return !clonesThread(arguments[0]);
  default:
    return false;
  }
}

bool futexWakesOwn(std::uint64_t operation) {
  return operation == FUTEX_WAKE_PRIVATE || operation == FUTEX_WAKE_BITSET_PRIVATE;
}

} // namespace fsfind::record::sim
