#include "c2c-ingest/timing/System.h"

#include "c2c-ingest/record/Host.h"
#include "c2c-ingest/timing/linux/ProcFiles.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <memory>
#include <sched.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace fsfind::timing {

namespace {

struct FreeCpuSet {
  void operator()(cpu_set_t *set) const { CPU_FREE(set); }
};

/// A file's only line; empty if it cannot be read.
std::string lineOf(const record::Host &host, const std::string &path) {
  const std::string text = host.read(path).value_or("");
  return text.substr(0, text.find('\n'));
}

/// Of x86, the processor tells (CPUID leaf 1, ECX bit 31), which the kernel shows as a flag;
/// elsewhere the names that hypervisors give their machines.
std::optional<bool> isVirtual(const record::Host &host, const Hardware &hardware) {
  const std::string flags = host.fact("/proc/cpuinfo", "flags");
  if (!flags.empty())
    return (" " + flags + " ").find(" hypervisor ") != std::string::npos;
  constexpr const char *kProducts[] = {"QEMU", "KVM", "VMware", "Virtual", "Amazon EC2", "Google"};
  for (const char *product : kProducts)
    if (hardware.product.find(product) != std::string::npos)
      return true;
  return std::nullopt;
}

} // namespace

SystemFacts systemFacts(const Hardware &hardware) {
  const record::Host host = record::Host::thisOne();
  SystemFacts facts;
  utsname name{};
  if (uname(&name) == 0) {
    facts.kernel = name.release;
    facts.arch = name.machine;
  }
  facts.governor =
      lineOf(host, fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor",
                               hardware.cpus.front()));
  facts.virtual_machine = isVirtual(host, hardware);
  std::istringstream(host.read("/proc/loadavg").value_or("")) >> facts.running; // proc(5)
  return facts;
}

std::uint64_t stolenFrom(std::span<const std::uint32_t> cpus) {
  return stolenTicks(record::Host::thisOne().read("/proc/stat").value_or(""), cpus);
}

std::string pinTo(std::uint32_t cpu) {
  const std::unique_ptr<cpu_set_t, FreeCpuSet> set(CPU_ALLOC(cpu + 1));
  if (!set)
    return std::strerror(ENOMEM);
  const std::size_t size = CPU_ALLOC_SIZE(cpu + 1);
  CPU_ZERO_S(size, set.get());
  CPU_SET_S(cpu, size, set.get());
  return sched_setaffinity(0, size, set.get()) == 0 ? "" : std::strerror(errno);
}

ThreadUse threadUse() {
  ThreadUse use;
  // The times of getrusage() are those of the last tick of the scheduler; this clock's are not.
  timespec ran{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ran) == 0)
    use.cpu = std::chrono::seconds(ran.tv_sec) + std::chrono::nanoseconds(ran.tv_nsec);
  rusage usage{};
  if (getrusage(RUSAGE_THREAD, &usage) == 0)
    use.preemptions = static_cast<std::uint64_t>(usage.ru_nivcsw);
  return use;
}

std::size_t pageSize() {
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

const char *hugePageSetting() {
  return "transparent_hugepage";
}

} // namespace fsfind::timing
