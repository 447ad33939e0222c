#include "analyzer/extract/declarations/KnownNames.h"

#include "analyzer/extract/declarations/NameParts.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>

#include <algorithm>

namespace fsfind::analyzer {

namespace {

bool toldByUser(llvm::StringRef name, const std::vector<std::string> &list) {
  return llvm::any_of(list, [name](const std::string &one) {
    return name == one || (name.ends_with(one) && name.drop_back(one.size()).ends_with("::"));
  });
}

TypeClass classOfStandardName(llvm::StringRef name) {
  return llvm::StringSwitch<TypeClass>(name)
      .Cases("atomic", "atomic_flag", "__atomic_base", "atomic_ref", TypeClass::Atomic)
      .Cases("mutex", "recursive_mutex", "timed_mutex", "recursive_timed_mutex", TypeClass::Lock)
      .Cases("shared_mutex", "shared_timed_mutex", "counting_semaphore", TypeClass::Lock)
      .Cases("condition_variable", "condition_variable_any", "latch", "barrier",
             TypeClass::Condition)
      .Cases("thread", "jthread", TypeClass::Thread)
      .Cases("vector", "valarray", "span", TypeClass::Container)
      .Case("array", TypeClass::Array)
      .Cases("unique_ptr", "shared_ptr", "weak_ptr", TypeClass::Pointer)
      .Default(TypeClass::Plain);
}

/// In bytes: a larger type with such a name holds more than one lock or atomic.
constexpr std::uint64_t kLargestLock = 128, kLargestAtomic = 16;

} // namespace

TypeClass classOfName(llvm::StringRef name, bool in_std, std::uint64_t size,
                      const ExtractOptions &options) {
  if (name.empty())
    return TypeClass::Plain;
  if (toldByUser(name, options.lock_types))
    return TypeClass::Lock;
  if (in_std)
    return classOfStandardName(name);
  const std::string lower = name.lower();
  const llvm::StringRef low = lower;
  if (hasAny(low,
             {"guard", "holder", "scoped", "unique", "table", "pool", "array", "list", "attr"}))
    return TypeClass::Plain;
  if (size <= kLargestLock &&
      (endsWithAny(low, {"mutex", "mutex_t", "spinlock", "spinlock_t", "spin_lock", "spin_lock_t",
                         "rwlock", "rwlock_t", "rw_lock", "rwspinlock", "mtx_t", "futex_t"}) ||
       listed(name, {"sem_t", "LWLock", "slock_t", "omp_lock_t", "omp_nest_lock_t", "Mutex",
                     "SpinLock", "CRITICAL_SECTION", "SRWLOCK", "lock_t", "atomic_flag"})))
    return name == "atomic_flag" ? TypeClass::Atomic : TypeClass::Lock;
  if (listed(name, {"pthread_cond_t", "pthread_barrier_t", "cnd_t"}))
    return TypeClass::Condition;
  if (listed(name, {"pthread_t", "thrd_t", "thread", "Thread"}) && size <= kLargestAtomic)
    return TypeClass::Thread;
  if (size != 0 && size <= kLargestAtomic && low.contains("atomic"))
    return TypeClass::Atomic;
  if (size != 0 && listed(name, {"QVector", "fbvector", "PODVector"}))
    return TypeClass::Container;
  return TypeClass::Plain;
}

bool isPaddingName(llvm::StringRef name) {
  const std::string lower = name.ltrim('_').lower();
  const llvm::StringRef low = lower;
  return low.starts_with("pad") || low.contains("_pad") || endsWithAny(low, {"pad", "padding"}) ||
         low.starts_with("unused") || low.starts_with("cacheline_") ||
         low.starts_with("reserved") || low.starts_with("dummy") || low.starts_with("filler");
}

bool isAlignmentWord(llvm::StringRef word) {
  const std::string lower = word.lower();
  const llvm::StringRef low = lower;
  if (low.contains("unalign"))
    return false;
  return low.contains("align") && (hasAny(low, {"cache", "line", "smp"}) ||
                                   listed(low, {"aligned", "align64", "__aligned"}));
}

bool isCachelineConstant(llvm::StringRef name, const ExtractOptions &options) {
  if (toldByUser(name, options.cacheline_constants))
    return true;
  const bool identifier =
      !name.empty() && !llvm::isDigit(name.front()) &&
      llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_' || c == ':'; });
  const std::string lower = name.lower();
  return identifier && hasAny(lower, {"cache_line", "cacheline", "cache_align", "destructive",
                                      "interference", "cachealign"});
}

namespace {

std::optional<Starter> exactStarter(llvm::StringRef name) {
  using S = std::optional<Starter>;
  return llvm::StringSwitch<S>(name)
      .Case("pthread_create", Starter{2, 3, false})
      .Cases("thrd_create", "uv_thread_create", "g_thread_new", "g_thread_try_new",
             "ovs_thread_create", Starter{1, 2, false})
      .Cases("g_thread_create", "kthread_run", "kthread_create", Starter{0, 1, false})
      .Cases("rte_eal_remote_launch", "rte_eal_mp_remote_launch", Starter{0, 1, true})
      .Case("rte_thread_create", Starter{2, 3, false})
      .Cases("rte_ctrl_thread_create", "rte_thread_create_control", Starter{3, 4, false})
      .Cases("CreateThread", "_beginthreadex", Starter{2, 3, false})
      .Cases("_beginthread", "SDL_CreateThread", Starter{0, 2, false})
      .Case("clone", Starter{0, 3, false})
      .Case("uv_queue_work", Starter{2, -1, false, false})
      .Default(std::nullopt);
}

bool speaksOfStarting(llvm::StringRef low) {
  return hasAny(low, {"create", "start", "launch", "spawn", "submit", "enqueue", "post", "dispatch",
                      "schedule", "push", "add", "run", "exec", "async", "begin", "new", "fork"});
}

bool speaksOfWorkers(llvm::StringRef low) {
  return hasAny(low, {"thread", "worker", "task", "job", "pool", "async", "parallel", "lcore"});
}

bool isParallelAlgorithm(llvm::StringRef low) {
  return low.contains("parallel") && hasAny(low, {"for", "reduce", "invoke", "each", "sort",
                                                  "transform", "run", "do", "scan", "blocks"});
}

bool isExecutor(llvm::StringRef low_class) {
  return hasAny(low_class, {"thread", "pool", "executor", "task", "worker", "arena", "scheduler",
                            "service", "dispatch", "context", "strand", "runner", "job", "graph"});
}

/// Other classes with foreach methods, such as object pools, iterate on the calling thread.
bool isThreadExecutor(llvm::StringRef low_class) {
  return hasAny(low_class, {"executor", "threadpool", "thread_pool", "workerpool", "worker_pool",
                            "scheduler"});
}

bool speaksOfAll(llvm::StringRef low) {
  return hasAny(low, {"foreach", "for_each", "map"}) && !hasAny(low, {"thread", "worker"});
}

} // namespace

std::optional<Starter> starterOf(llvm::StringRef function, llvm::StringRef member_of,
                                 const ExtractOptions &options) {
  const llvm::StringRef name = lastPart(function);
  if (toldByUser(function, options.thread_starters))
    return Starter{};
  if (const auto exact = exactStarter(name))
    return exact;
  const std::string lower = name.lower(), owner = member_of.lower();
  const Starter task{-1, -1, false, false}, tasks{-1, -1, true, false};
  if (isParallelAlgorithm(lower))
    return tasks;
  if (function == "std::async")
    return Starter{};
  if (hasAny(lower, {"destroy", "join", "cancel", "key_create", "atexit", "cleanup", "callback"}))
    return std::nullopt;
  if (speaksOfAll(lower) && isThreadExecutor(owner))
    return tasks;
  if (!member_of.empty())
    return isExecutor(owner) && speaksOfStarting(lower) ? std::optional(task) : std::nullopt;
  return speaksOfWorkers(lower) && speaksOfStarting(lower) ? std::optional(task) : std::nullopt;
}

bool isThreadIdFunction(llvm::StringRef function, const ExtractOptions &options) {
  if (toldByUser(function, options.thread_ids))
    return true;
  const std::string lower = lastPart(function).lower();
  const llvm::StringRef low = lower;
  if (listed(low, {"omp_get_thread_num", "rte_lcore_id", "rte_lcore_index", "sched_getcpu",
                   "smp_processor_id", "pthread_self", "thrd_current", "gettid", "getcpu",
                   "get_cpu", "my_thread_id", "kmp_get_thread_num"}) ||
      function == "std::this_thread::get_id")
    return true;
  if (hasAny(low,
             {"num_", "count", "max", "nr_", "total", "set", "valid", "create", "names", "numa"}) ||
      low.starts_with("num"))
    return low == "get_thread_num" || low == "thread_num";
  if (endsWithAny(low, {"current_cpu", "this_cpu", "current_core", "current_worker", "cur_cpu",
                        "my_cpu", "my_core", "current_lcore", "current_shard", "cpu_number",
                        "threadnum", "thread_number", "threadnumber"}))
    return true;
  return hasAny(low, {"thread", "worker", "lcore", "cpu", "core", "processor"}) &&
         endsWithAny(low, {"id", "index", "idx", "_num", "rank", "ordinal", "slot", "threadno"});
}

namespace {

std::optional<Allocator> exactAllocator(llvm::StringRef name) {
  using A = std::optional<Allocator>;
  constexpr std::uint64_t page = 4096, line = 64;
  return llvm::StringSwitch<A>(name)
      .Cases("malloc", "alloca", "valloc", Allocator{})
      .Case("calloc", Allocator{AllocationKind::Calloc, 1, 0, 16})
      .Cases("operator new", "operator new[]", Allocator{})
      .Cases("realloc", "xrealloc", Allocator{AllocationKind::Malloc, 1, -1, 16})
      .Cases("aligned_alloc", "memalign", "std::aligned_alloc",
             Allocator{AllocationKind::Aligned, 1, -1, 0})
      .Case("posix_memalign", Allocator{AllocationKind::Aligned, 2, -1, 0})
      .Cases("_mm_malloc", "_aligned_malloc", Allocator{AllocationKind::Aligned, 0, -1, 0})
      .Cases("mmap", "mmap64", Allocator{AllocationKind::Map, 1, -1, page})
      .Cases("numa_alloc_interleaved", "numa_alloc_onnode", "numa_alloc_local", "numa_alloc",
             Allocator{AllocationKind::NodeBound, 0, -1, page})
      .Cases("rte_zmalloc", "rte_zmalloc_socket", Allocator{AllocationKind::Calloc, 1, -1, line})
      .Cases("rte_malloc", "rte_malloc_socket", Allocator{AllocationKind::Malloc, 1, -1, line})
      .Cases("rte_calloc", "rte_calloc_socket", Allocator{AllocationKind::Calloc, 2, 1, line})
      .Default(std::nullopt);
}

} // namespace

std::optional<Allocator> allocatorOf(llvm::StringRef function) {
  const llvm::StringRef name = lastPart(function);
  if (const auto exact = exactAllocator(name))
    return exact;
  const std::string lower = name.lower();
  const llvm::StringRef low = lower;
  if (!low.contains("alloc") || hasAny(low, {"free", "dealloc", "allocat", "size", "init"}))
    return std::nullopt;
  Allocator found;
  found.alignment = 0; // a project's own allocator: its guarantee is not known
  if (hasAny(low, {"align", "cacheline"}))
    found.kind = AllocationKind::Aligned;
  else if (hasAny(low, {"calloc", "zalloc", "alloc0", "zmalloc"}))
    found.kind = AllocationKind::Calloc;
  if (low.contains("cache"))
    found.alignment = kDefaultLineSize;
  return found;
}

int bulkTargetOf(llvm::StringRef function) {
  const llvm::StringRef name = lastPart(function);
  if (function.starts_with("std::") || !function.contains("::"))
    return llvm::StringSwitch<int>(name)
        .Cases("memset", "memcpy", "memmove", "bzero", "__builtin_memset", "__builtin_memcpy", 0)
        .Cases("fill", "fill_n", "iota", "generate", "generate_n", "uninitialized_fill",
               "uninitialized_fill_n", "uninitialized_value_construct", "fread", 0)
        .Cases("copy", "transform", "uninitialized_copy", 2)
        .Cases("read", "recv", "pread", "getrandom", 1)
        .Default(-1);
  return -1;
}

bool isNodeBinding(llvm::StringRef function) {
  const llvm::StringRef name = lastPart(function);
  return listed(name, {"mbind", "set_mempolicy", "numa_set_interleave_mask", "numa_tonode_memory",
                       "numa_interleave_memory", "numa_tonodemask_memory", "numa_setlocal_memory",
                       "hwloc_set_area_membind", "numa_set_membind", "move_pages"});
}

bool isThreadMethod(llvm::StringRef method, llvm::StringRef base) {
  const std::string low = base.lower();
  return listed(method, {"run", "Run", "execute", "Execute", "Main", "main", "operator()", "svc",
                         "ThreadMain", "threadMain", "runTask", "body"}) &&
         hasAny(low, {"thread", "runnable", "task", "worker", "job"}) && !hasAny(low, {"test"});
}

} // namespace fsfind::analyzer
