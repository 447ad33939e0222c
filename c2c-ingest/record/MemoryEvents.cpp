// How sysfs shows memory sampling: on Intel and POWER a PMU has the event `mem-loads`, on AMD there
// is a device `ibs_op`, on Arm there are devices `arm_spe_N`. What a user may open depends on
// perf_event_paranoid and capabilities (Documentation/admin-guide/perf-security.rst).

#include "c2c-ingest/record/MemoryEvents.h"

#include <fmt/format.h>

#include <charconv>

namespace fsfind::record {

namespace {

constexpr const char *kDevices = "/sys/bus/event_source/devices";
constexpr const char *kParanoid = "/proc/sys/kernel/perf_event_paranoid";

HardwareLack lacks(Lack lack, std::string where, std::string what, std::string remedy) {
  return {lack, {std::move(where), {}, std::move(what), std::move(remedy)}};
}

std::optional<MemoryEvents> findDevice(const Host &host) {
  for (const std::string &device : host.list(kDevices)) {
    if (host.has(std::string(kDevices) + "/" + device + "/events/mem-loads"))
      return MemoryEvents{Sampler::Pebs, {}, device};
    if (device == "ibs_op")
      return MemoryEvents{Sampler::Ibs, {}, device};
    if (device.compare(0, 8, "arm_spe_") == 0)
      return MemoryEvents{Sampler::Spe, {}, device};
  }
  return std::nullopt;
}

bool hasWord(const std::string &text, const std::string &word) {
  return (" " + text + " ").find(" " + word + " ") != std::string::npos;
}

std::string processorName(const Host &host) {
  const std::string name = host.fact("/proc/cpuinfo", "model name");
  if (!name.empty())
    return name;
  const std::string part = host.fact("/proc/cpuinfo", "CPU part");
  return part.empty() ? "this processor" : "Arm CPU part " + part;
}

HardwareLack noDevice(const Host &host) {
  if (hasWord(host.fact("/proc/cpuinfo", "flags"), "hypervisor"))
    return lacks(Lack::PmuInGuest, kDevices,
                 "this is a virtual machine, and its hypervisor passes no memory sampling on",
                 "record on the host or on bare metal");
  return lacks(Lack::Processor, kDevices,
               "no memory sampling (PEBS, IBS or SPE) on " + processorName(host),
               "use a machine that has it and a kernel that drives it");
}

/// True if CAP_PERFMON or CAP_SYS_ADMIN is in effect.
bool isCapable(const Host &host) {
  constexpr unsigned kSysAdmin = 21, kPerfmon = 38;
  const std::string text = host.fact("/proc/self/status", "CapEff");
  std::uint64_t bits = 0;
  std::from_chars(text.data(), text.data() + text.size(), bits, 16);
  return ((bits >> kSysAdmin | bits >> kPerfmon) & 1U) != 0;
}

/// The value of perf_event_paranoid; 2, the kernel's default, if it cannot be read.
int paranoidLevel(const Host &host) {
  const std::string text = host.read(kParanoid).value_or("2");
  int level = 2;
  std::from_chars(text.data(), text.data() + text.size(), level);
  return level;
}

HardwareLack notPermitted(Lack lack, int level, int needed, const std::string &purpose) {
  return lacks(lack, kParanoid,
               fmt::format("it is {}, and {} needs {} or less", level, purpose, needed),
               fmt::format("sudo sysctl kernel.perf_event_paranoid={}, or run as root or with "
                           "CAP_PERFMON",
                           needed));
}

std::optional<HardwareLack> permissionLack(const MemoryEvents &events, int level, bool all_cpus) {
  if (all_cpus && level > 0)
    return notPermitted(Lack::WholeMachine, level, 0, "recording all CPUs");
  if (events.sampler == Sampler::Ibs && level > 1)
    return notPermitted(Lack::IbsPermission, level, 1, "AMD's IBS, which samples the kernel too,");
  if (level > 2)
    return notPermitted(Lack::Permission, level, 2, "recording your own programs");
  return std::nullopt;
}

} // namespace

std::variant<MemoryEvents, HardwareLack> findMemoryEvents(const Host &host, bool all_cpus) {
  std::optional<MemoryEvents> events = findDevice(host);
  if (!events)
    return noDevice(host);
  const bool privileged = host.superuser || isCapable(host);
  const int level = paranoidLevel(host);
  if (!privileged)
    if (std::optional<HardwareLack> lack = permissionLack(*events, level, all_cpus))
      return *lack;
  const std::optional<std::string> perf = host.findProgram("perf");
  if (!perf)
    return lacks(Lack::PerfCommand, "perf", "is not installed",
                 "apt install linux-perf (Ubuntu: linux-tools-generic)");
  events->perf = *perf;
  events->physical = privileged || level <= 1;
  return *events;
}

} // namespace fsfind::record
