#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/NameParts.h"

#include <llvm/ADT/StringSwitch.h>

/// The part of KnownNames about functions that lock, fence, operate atomically or change
/// containers.
namespace fsfind::analyzer {

LockStep lockStepOf(llvm::StringRef function) {
  const std::string lower = lastPart(function).lower();
  const llvm::StringRef low = lower;
  if (hasAny(low, {"init", "destroy", "create", "free", "attr", "islocked", "is_locked"}))
    return LockStep::None;
  if (hasAny(low, {"unlock", "unset_lock", "release", "leave"}) || low == "sem_post")
    return LockStep::Release;
  if (hasAny(low, {"lock", "acquire", "enter"}) || low == "sem_wait")
    return LockStep::Acquire;
  return LockStep::None;
}

std::optional<Op> atomicOpOf(llvm::StringRef function) {
  const std::string lower = lastPart(function).lower();
  const llvm::StringRef low = lower;
  if (hasAny(low, {"fence", "synchronize", "is_lock_free", "barrier", "_mb"}))
    return std::nullopt;
  const bool known = low.starts_with("__sync_") || low.starts_with("__atomic_") ||
                     low.starts_with("interlocked") || low.contains("atomic_") ||
                     low.starts_with("atomic") || low.starts_with("osatomic") ||
                     low.starts_with("uatomic");
  if (!known && !(low.starts_with("ck_pr_") && !low.contains("stall")))
    return std::nullopt;
  if (hasAny(low, {"fetch", "add", "inc", "dec", "sub", "exchange", "cas", "cmp", "swap", "or",
                   "and", "faa"}) &&
      !low.contains("store") && !endsWithAny(low, {"_load", "_read", "load_n"}))
    return Op::ReadModifyWrite;
  if (hasAny(low, {"load", "read", "get"}))
    return Op::Read;
  if (hasAny(low, {"store", "set", "init", "write", "clear", "release"}))
    return Op::Write;
  return Op::ReadModifyWrite;
}

Accumulation accumulationOf(llvm::StringRef function) {
  const std::string lower = lastPart(function).lower();
  const llvm::StringRef low = lower;
  if (low.starts_with("operator"))
    return llvm::StringSwitch<Accumulation>(low)
        .Cases("operator++", "operator--", "operator+=", "operator-=", Accumulation::Sum)
        .Case("operator|=", Accumulation::Or)
        .Case("operator&=", Accumulation::And)
        .Case("operator^=", Accumulation::Xor)
        .Default(Accumulation::None);
  if (hasAny(low, {"test", "xchg", "exchange", "swap", "cas", "cmp", "compare", "unless", "nand",
                   "release", "acquire", "acq_rel"}))
    return Accumulation::None;
  llvm::SmallVector<llvm::StringRef, 8> words;
  low.split(words, '_', -1, false);
  // `__sync_fetch_and_or`: its "and" joins the words for what it does.
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == "and" && i > 0 && (words[i - 1] == "fetch" || words[i + 1] == "fetch")) {
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
  const auto has = [&](std::initializer_list<llvm::StringRef> list) {
    return llvm::any_of(words, [&](llvm::StringRef word) { return listed(word, list); });
  };
  if (has({"if", "not", "lock"})) // `atomic_dec_and_lock`, `atomic_inc_not_zero`
    return Accumulation::None;
  if (has({"add", "sub", "inc", "dec", "increment", "decrement"}) ||
      (low.starts_with("interlocked") && hasAny(low, {"increment", "decrement"})) ||
      (low.starts_with("osatomic") && hasAny(low, {"increment", "decrement", "add"})))
    return Accumulation::Sum;
  if (has({"or"}))
    return Accumulation::Or;
  if (has({"and"}))
    return Accumulation::And;
  return has({"xor"}) ? Accumulation::Xor : Accumulation::None;
}

bool changesContainer(llvm::StringRef method) {
  return listed(method, {"push", "pop", "push_back", "push_front", "pop_back", "pop_front",
                         "emplace", "emplace_back", "emplace_front", "insert", "erase", "append"});
}

bool isCompareAndSwap(llvm::StringRef function) {
  const std::string low = lastPart(function).lower();
  return hasAny(low, {"compare_exchange", "compareexchange", "compare_and_swap", "compareandswap",
                      "cmpxchg", "cmpset", "atomic_cas"});
}

std::optional<Op> atomicMethodOf(llvm::StringRef method) {
  if (method.starts_with("operator"))
    return listed(method, {"operator++", "operator--",
                           "operator+=", "operator-=", "operator&=", "operator|=", "operator^="})
               ? Op::ReadModifyWrite
           : method == "operator="           ? std::optional(Op::Write)
           : method.starts_with("operator ") ? std::optional(Op::Read)
                                             : std::nullopt;
  return llvm::StringSwitch<std::optional<Op>>(method)
      .Cases("load", "test", "wait", "get", "read", Op::Read)
      .Cases("store", "clear", "set", Op::Write)
      .Cases("is_lock_free", "notify_one", "notify_all", std::nullopt)
      .Default(Op::ReadModifyWrite);
}

bool isFence(llvm::StringRef function) {
  const llvm::StringRef name = lastPart(function);
  return hasAny(name, {"atomic_thread_fence", "sync_synchronize", "_smp_", "smp_mb", "smp_wmb",
                       "smp_rmb", "mem_barrier", "memory_barrier", "MemoryBarrier", "_mm_mfence",
                       "_mm_sfence", "fence_acq", "fence_rel"}) ||
         listed(name, {"rte_mb", "rte_wmb", "rte_rmb", "mb", "rmb", "wmb", "barrier"});
}

bool endsProcess(llvm::StringRef function) {
  return listed(lastPart(function),
                {"abort", "exit", "_exit", "_Exit", "quick_exit", "terminate", "err", "errx",
                 "verr", "verrx", "__assert_fail", "__assert_rtn", "__assert",
                 "__assert_perror_fail", "__builtin_trap", "__builtin_unreachable",
                 "__builtin_abort", "__builtin_exit"});
}

bool cancelsThread(llvm::StringRef function) {
  return listed(lastPart(function), {"pthread_cancel", "TerminateThread"});
}

bool detachesThread(llvm::StringRef function) {
  const llvm::StringRef name = lastPart(function);
  return listed(name, {"pthread_detach", "pthread_attr_setdetachstate", "thrd_detach"}) ||
         listed(function, {"std::thread::detach", "std::jthread::detach", "boost::thread::detach"});
}

namespace {

std::optional<KnownWait> standardWaitOf(llvm::StringRef function) {
  if (function == "std::this_thread::sleep_for")
    return KnownWait{.time = 0, .form = TimeForm::Duration};
  if (function == "std::this_thread::sleep_until")
    return KnownWait{.form = TimeForm::Duration};
  const bool waits = listed(lastPart(function), {"wait", "wait_for", "wait_until"}) ||
                     function == "std::getline" || function == "std::thread::join";
  return waits && !function.contains("barrier") ? std::optional(KnownWait{}) : std::nullopt;
}

} // namespace

std::optional<KnownWait> waitOf(llvm::StringRef function) {
  if (function.starts_with("std::"))
    return standardWaitOf(function);
  using W = std::optional<KnownWait>;
  constexpr auto pause = [](int time, std::uint32_t unit) {
    return KnownWait{.time = time, .form = TimeForm::Count, .unit = unit};
  };
  constexpr std::uint32_t ms = 1000, second = 1000 * ms;
  return llvm::StringSwitch<W>(function)
      .Case("sleep", pause(0, second))
      .Cases("usleep", "g_usleep", pause(0, 1))
      .Cases("Sleep", "SDL_Delay", "uv_sleep", pause(0, ms))
      .Cases("nanosleep", "thrd_sleep", KnownWait{.time = 0, .form = TimeForm::Timespec})
      .Case("clock_nanosleep", KnownWait{.form = TimeForm::Timespec})
      .Case("poll", KnownWait{.time = 2, .unit = ms, .events = 1})
      .Cases("epoll_wait", "epoll_pwait", KnownWait{.time = 3, .unit = ms})
      .Cases("WaitForSingleObject", "WaitForSingleObjectEx", KnownWait{.time = 1, .unit = ms})
      .Cases("read", "readv", "recv", "recvfrom", "recvmsg", "recvmmsg", "accept", "accept4",
             KnownWait{})
      .Cases("ppoll", "select", "pselect", "epoll_pwait2", "kevent", "io_getevents",
             "io_uring_wait_cqe", "io_uring_wait_cqes", KnownWait{})
      .Cases("pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_wait",
             "cnd_timedwait", "sem_wait", "sem_timedwait", "sem_clockwait", KnownWait{})
      .Cases("pause", "sigwait", "sigwaitinfo", "sigtimedwait", "sigsuspend", "wait", "waitpid",
             "pthread_join", "thrd_join", KnownWait{})
      .Cases("mq_receive", "mq_timedreceive", "msgrcv", "fgets", "getline", "fsync", "fdatasync",
             KnownWait{})
      .Cases("WaitForMultipleObjects", "GetQueuedCompletionStatus", "SleepConditionVariableCS",
             "SleepConditionVariableSRW", KnownWait{})
      .Default(std::nullopt);
}

CalleeMeaning meaningOf(std::string function, const ExtractOptions &options) {
  CalleeMeaning meaning;
  meaning.starter = starterOf(function, {}, options);
  meaning.atomic = atomicOpOf(function);
  meaning.lock = lockStepOf(function);
  meaning.bulk = bulkTargetOf(function);
  meaning.wait = waitOf(function);
  meaning.fence = isFence(function);
  meaning.swaps = isCompareAndSwap(function);
  meaning.binds_node = isNodeBinding(function);
  meaning.thread_id = isThreadIdFunction(function, options);
  meaning.name = std::move(function);
  return meaning;
}

} // namespace fsfind::analyzer
