#include "c2c-ingest/process/Threads.h"

#include "c2c-ingest/base/KernelList.h"
#include "c2c-ingest/process/MachineNodes.h"
#include "c2c-ingest/process/ProcText.h"

#include <fmt/format.h>

#include <set>
#include <unistd.h>

namespace fsfind::process {

namespace {

std::vector<std::uint32_t> allowedNodes(std::string_view status,
                                        const std::vector<MemoryNode> &nodes) {
  std::set<std::uint32_t> allowed;
  for (const std::uint32_t cpu : kernelNumbers(fieldOf(status, "Cpus_allowed_list")))
    if (const std::uint32_t node = nodeOf(nodes, cpu); node != CpuParts::kNone)
      allowed.insert(node);
  return {allowed.begin(), allowed.end()};
}

} // namespace

std::vector<PlacedThread> readThreads(const ProcFiles &files,
                                      const std::vector<MemoryNode> &nodes) {
  const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  std::vector<PlacedThread> threads;
  for (const std::uint32_t tid : files.numbers("task")) {
    const std::string folder = fmt::format("task/{}/", tid);
    const auto text = files.read(folder + "stat");
    const auto stat = text ? parseTaskStat(*text) : std::nullopt;
    if (!stat)
      continue;
    PlacedThread thread;
    thread.tid = tid;
    thread.name = stat->name;
    thread.cpu = stat->cpu;
    thread.node = nodeOf(nodes, stat->cpu);
    thread.cpu_seconds = static_cast<double>(stat->user_ticks + stat->system_ticks) / ticks;
    if (const auto status = files.read(folder + "status"))
      thread.allowed = allowedNodes(*status, nodes);
    threads.push_back(std::move(thread));
  }
  return threads;
}

} // namespace fsfind::process
