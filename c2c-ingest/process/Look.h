#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/process/PageQuery.h"
#include "c2c-ingest/process/ProcessMemory.h"
#include "rules/model/Placement.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

/// Looks where the pages of a running process are.
namespace fsfind::process {

struct LookRequest {
  std::uint32_t pid = 0;
  debuginfo::SearchOptions search;
  PageLimits limits;
  /// The kernel's files that need a walk over all page tables are read for at most so long, and the
  /// program's variables are searched for pointers to blocks for as long again.
  std::chrono::duration<double> time = std::chrono::seconds(2);
  /// Pages of objects that the look would not find by itself, when the process's threads are known;
  /// empty: there are none.
  std::function<std::vector<RecordedPages>(const Placement &)> recorded = {};
  // For tests:
  std::string root;    ///< put before /proc and /sys
  PageQuery pages;     ///< empty: kernelPages(pid)
  MemoryReader memory; ///< empty: processMemory(pid)
};

/// Fails if there is no such process, if it has no memory (a zombie, a thread of the kernel), ends
/// meanwhile, or may not be read. What else cannot be read is told by a note. The process runs on;
/// while its page tables are read, its calls of mmap(2) wait.
[[nodiscard]] Expected<Placement> lookAt(const LookRequest &request);

} // namespace fsfind::process
