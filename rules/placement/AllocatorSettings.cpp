#include "rules/placement/AllocatorSettings.h"

#include "rules/model/NumberText.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace fsfind {

namespace {

std::size_t cpusOf(const Placement &placement) {
  std::size_t cpus = 0;
  for (const MemoryNode &node : placement.nodes)
    cpus += node.cpus.size();
  return cpus;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

void describeGlibc(AllocatorAdvice &advice, const Placement &placement) {
  // By default there are at most eight arenas for each CPU, of 64 bits; more threads share.
  const std::size_t arenas = std::size_t{8} * cpusOf(placement);
  advice.leaves = "blocks that one thread allocates for others, and large ones, which mmap(2) "
                  "gives and who fills them places; glibc has no setting for NUMA";
  if (placement.threads.size() <= arenas) {
    advice.leaves += fmt::format(", and each of {} has an arena of its own already",
                                 counted(placement.threads.size(), "thread"));
    return;
  }
  advice.setting =
      fmt::format("GLIBC_TUNABLES=glibc.malloc.arena_max={}", placement.threads.size());
  advice.changes = "with an arena for each thread, small blocks that a thread allocates come from "
                   "pages that it touched first";
}

void describeJemalloc(AllocatorAdvice &advice, const PlacedAllocator &allocator,
                      const Placement &placement) {
  // A prefix of the functions is also one of the variable, in capitals (INSTALL.md,
  // --with-jemalloc-prefix).
  advice.setting =
      fmt::format("{}MALLOC_CONF=percpu_arena:percpu,narenas:{}", upper(allocator.prefix),
                  std::max<std::size_t>(1, cpusOf(placement)));
  advice.changes = "threads allocate from an arena of the CPU on which they run, so that freed "
                   "memory is used again on its node; narenas must be the number of all CPUs, also "
                   "under taskset and numactl, or jemalloc may abort";
  advice.leaves = "pages that one thread fills for others: jemalloc binds nothing to nodes, first "
                  "touch decides";
}

void describeTcmalloc(AllocatorAdvice &advice, const Placement &placement) {
  advice.setting = "TCMALLOC_NUMA_AWARE=advisory-binding";
  advice.changes = "threads allocate from memory of their own node; the program must be linked "
                   "with the target tcmalloc_numa_aware, else the variable does nothing";
  advice.leaves = "blocks that one thread allocates for others";
  constexpr std::size_t kPartitions = 2;
  if (placement.nodes.size() > kPartitions)
    advice.leaves += "; there are two partitions, so that of more than two nodes some share one";
}

void describeGperftools(AllocatorAdvice &advice) {
  advice.leaves =
      "gperftools' tcmalloc knows no nodes, and its central lists hand freed memory to "
      "threads of any: spread memory with numactl, or use an allocator that knows nodes";
}

void describeMimalloc(AllocatorAdvice &advice, const Placement &placement) {
  advice.setting = fmt::format("MIMALLOC_USE_NUMA_NODES={}", placement.nodes.size());
  advice.changes = "it takes memory of a thread's own node anyway; the variable tells how many "
                   "nodes it heeds, where it cannot see them all, as in containers. "
                   "MIMALLOC_RESERVE_HUGE_OS_PAGES=N spreads N pages of 1 GiB over the nodes, and "
                   "MIMALLOC_RESERVE_HUGE_OS_PAGES_AT=NODE puts them on one";
  advice.leaves = "blocks that one thread fills for others: no variable binds those";
}

} // namespace

std::string_view allocatorText(AllocatorKind kind) {
  constexpr std::array<std::string_view, 5> kTexts = {"glibc's malloc", "jemalloc", "tcmalloc",
                                                      "gperftools' tcmalloc", "mimalloc"};
  return kTexts[static_cast<std::size_t>(kind)];
}

AllocatorAdvice settingsOf(const PlacedAllocator &allocator, const Placement &placement) {
  AllocatorAdvice advice;
  advice.kind = allocator.kind;
  advice.module = allocator.module;
  switch (allocator.kind) {
  case AllocatorKind::Glibc:
    describeGlibc(advice, placement);
    break;
  case AllocatorKind::Jemalloc:
    describeJemalloc(advice, allocator, placement);
    break;
  case AllocatorKind::Tcmalloc:
    describeTcmalloc(advice, placement);
    break;
  case AllocatorKind::Gperftools:
    describeGperftools(advice);
    break;
  case AllocatorKind::Mimalloc:
    describeMimalloc(advice, placement);
    break;
  }
  return advice;
}

} // namespace fsfind
