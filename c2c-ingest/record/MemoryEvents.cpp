// How sysfs shows memory sampling: on Intel and POWER a PMU has the events `mem-loads` and, but for
// Nehalem and Westmere, `mem-stores` (arch/x86/events/intel/core.c, arch/powerpc/perf); on AMD
// there is a device `ibs_op`, on Arm there are devices `arm_spe_N`. What a user may open depends on
// perf_event_paranoid and capabilities (Documentation/admin-guide/perf-security.rst), and on what
// the kernel's driver demands (arch/x86/events/amd/ibs.c, drivers/perf/arm_spe_pmu.c).

#include "c2c-ingest/record/MemoryEvents.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace fsfind::record {

namespace {

constexpr const char *kDevices = "/sys/bus/event_source/devices";
constexpr const char *kParanoid = "/proc/sys/kernel/perf_event_paranoid";
constexpr const char *kRelease = "/proc/sys/kernel/osrelease";

HardwareLack lacks(Lack lack, std::string where, std::string what, std::string remedy) {
  return {lack, {std::move(where), {}, std::move(what), std::move(remedy)}};
}

/// `/proc/cpuinfo` of POWER has lines `cpu : POWER9 (…)`; no other processor's has that key.
bool isPower(const Host &host) {
  return host.fact("/proc/cpuinfo", "cpu").starts_with("POWER");
}

std::optional<MemoryEvents> findDevice(const Host &host) {
  for (const std::string &device : host.list(kDevices)) {
    MemoryEvents events;
    events.device = device;
    const std::string folder = std::string(kDevices) + "/" + device;
    if (host.has(folder + "/events/mem-loads")) {
      events.sampler = isPower(host) ? Sampler::Marked : Sampler::Pebs;
      events.stores = host.has(folder + "/events/mem-stores");
    } else if (device == "ibs_op")
      events.sampler = Sampler::Ibs;
    else if (device.starts_with("arm_spe_"))
      events.sampler = Sampler::Spe;
    else
      continue;
    return events;
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
  if (isPower(host))
    return host.fact("/proc/cpuinfo", "cpu");
  const std::string part = host.fact("/proc/cpuinfo", "CPU part");
  return part.empty() ? "this processor" : "Arm CPU part " + part;
}

HardwareLack noDevice(const Host &host) {
  if (hasWord(host.fact("/proc/cpuinfo", "flags"), "hypervisor"))
    return lacks(Lack::PmuInGuest, kDevices,
                 "this is a virtual machine, and its hypervisor passes no memory sampling on",
                 "record on the host or on bare metal");
  return lacks(Lack::Processor, kDevices,
               "no memory sampling (PEBS, IBS, SPE or marked events) on " + processorName(host),
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

HardwareLack notPermitted(Lack lack, int level, int needed, const std::string &purpose) {
  return {lack, paranoidError(level, needed, purpose)};
}

std::optional<HardwareLack> permissionLack(const MemoryEvents &events, int level, bool all_cpus) {
  if (all_cpus && level > 0)
    return notPermitted(Lack::WholeMachine, level, 0, "recording all CPUs");
  if (events.sampler == Sampler::Ibs && level > 1 && !events.user_only)
    return notPermitted(Lack::IbsPermission, level, 1,
                        "IBS, which samples the kernel too on this Linux,");
  if (level > 2)
    return notPermitted(Lack::Permission, level, 2, "recording your own programs");
  return std::nullopt;
}

/// True if the running Linux is `major.minor` or later, or does not tell.
bool isLinuxFrom(const Host &host, int major, int minor) {
  const std::string text = host.read(kRelease).value_or("");
  const char *const end = text.data() + text.size();
  std::pair<int, int> running;
  const auto [dot, error] = std::from_chars(text.data(), end, running.first);
  if (error != std::errc() || dot == end || *dot != '.' ||
      std::from_chars(dot + 1, end, running.second).ec != std::errc())
    return true;
  return running >= std::pair(major, minor);
}

/// Before Linux 6.2 the driver of IBS had no context of tasks, and refused to sample one.
std::optional<HardwareLack> taskLack(const Host &host, const MemoryEvents &events, bool all_cpus) {
  if (events.sampler != Sampler::Ibs || all_cpus || isLinuxFrom(host, 6, 2))
    return std::nullopt;
  return lacks(Lack::IbsOfCpus, kRelease, "IBS samples whole CPUs, not programs, before Linux 6.2",
               "record the whole machine with -a as root, or use Linux 6.2 or later");
}

/// Whether physical addresses may be recorded. perf_event_open(2) asks for a level of 1; the driver
/// of SPE asked for the capability before Linux 6.13.
bool mayHavePhysical(const Host &host, const MemoryEvents &events, bool privileged, int level) {
  if (privileged)
    return true;
  return level <= 1 && (events.sampler != Sampler::Spe || isLinuxFrom(host, 6, 13));
}

} // namespace

int paranoidLevel(const Host &host) {
  const std::string text = host.read(kParanoid).value_or("2");
  int level = 2;
  std::from_chars(text.data(), text.data() + text.size(), level);
  return level;
}

Error paranoidError(int level, int needed, const std::string &purpose) {
  return {kParanoid,
          {},
          fmt::format("it is {}, and {} needs {} or less", level, purpose, needed),
          fmt::format("sudo sysctl kernel.perf_event_paranoid={}, or run as root or with "
                      "CAP_PERFMON",
                      needed)};
}

std::variant<MemoryEvents, HardwareLack> findMemoryEvents(const Host &host, bool all_cpus) {
  std::optional<MemoryEvents> events = findDevice(host);
  if (!events)
    return noDevice(host);
  if (std::optional<HardwareLack> lack = taskLack(host, *events, all_cpus))
    return *lack;
  const bool privileged = host.superuser || isCapable(host);
  const int level = paranoidLevel(host);
  events->user_only = events->sampler == Sampler::Ibs && !privileged && level > 1 &&
                      host.has(std::string(kDevices) + "/ibs_op/format/swfilt");
  if (!privileged)
    if (std::optional<HardwareLack> lack = permissionLack(*events, level, all_cpus))
      return *lack;
  const std::optional<std::string> perf = host.findProgram("perf");
  if (!perf)
    return lacks(Lack::PerfCommand, "perf", "is not installed",
                 "apt install linux-perf (Ubuntu: linux-tools-generic)");
  events->perf = *perf;
  events->physical = mayHavePhysical(host, *events, privileged, level);
  return *events;
}

} // namespace fsfind::record
