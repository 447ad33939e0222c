#include "c2c-ingest/timing/TimeMachine.h"

#include "c2c-ingest/timing/MemoryTimes.h"
#include "c2c-ingest/timing/TransferTimes.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <sys/utsname.h>

namespace fsfind::timing {

namespace {

using Clock = std::chrono::steady_clock;

/// Of the time, if memory is measured, too.
constexpr double kTransferShare = 0.4;

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

void describe(const Hardware &hardware, const record::Host &host, MachineMap &map) {
  utsname name{};
  if (uname(&name) == 0) {
    map.kernel = name.release;
    map.arch = name.machine;
  }
  map.cpu_model = hardware.cpu_model;
  map.governor = lineOf(host, fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor",
                                          hardware.cpus.front()));
  map.virtual_machine = isVirtual(host, hardware);
  map.line_size = hardware.line_size;
  map.l3_bytes = hardware.l3_bytes;
  map.topology = hardware.topology;
  map.cpus = hardware.cpus;
  for (const NodeParts &node : hardware.nodes)
    map.nodes.push_back(node.node);
}

/// Others' work takes time from what is measured. Empty if there is little.
std::string loadNote(const record::Host &host, std::size_t cpus) {
  constexpr double kMuch = 0.25; // of all CPUs
  double running = 0;            // in the mean of the last minute: proc(5)
  std::istringstream(host.read("/proc/loadavg").value_or("")) >> running;
  if (running <= kMuch * static_cast<double>(cpus))
    return {};
  return fmt::format(
      "the machine was busy before ({:.1f} tasks ran): measure again when it is quiet", running);
}

/// What cannot be known of this machine, or by this process.
std::vector<std::string> limitsOf(const Hardware &hardware, const MachineMap &map) {
  std::vector<std::string> notes;
  if (hardware.cpus.size() < hardware.online)
    notes.push_back(fmt::format(
        "{} of {} CPUs may be used here (affinity, cpuset): the others are not measured",
        hardware.cpus.size(), hardware.online));
  if (hardware.cpus.size() == 1)
    notes.emplace_back("one CPU: what a transfer takes cannot be measured");
  if (hardware.nodes.size() == 1)
    notes.emplace_back("one node: what remote memory costs cannot be measured");
  else if (std::any_of(map.transfers.begin(), map.transfers.end(),
                       [](const Transfer &transfer) { return transfer.home == kNoNode; }))
    notes.emplace_back("the kernel does not tell which node holds a page: homes are not known");
  if (map.virtual_machine == true)
    notes.emplace_back(
        "a virtual machine: the hypervisor may move CPUs meanwhile, and which of them "
        "share a core, an L3 or a socket is what it says");
  return notes;
}

} // namespace

Expected<MachineMap> timeMachine(const TimingRequest &request, const Hardware &hardware,
                                 const record::Host &host) {
  MachineMap map;
  describe(hardware, host, map);
  map.handover = request.handover;
  map.seed = request.seed;
  if (std::string busy = loadNote(host, hardware.cpus.size()); !busy.empty())
    map.notes.push_back(std::move(busy));
  const Clock::time_point start = Clock::now();
  const auto share = request.scope == Scope::All ? kTransferShare : 1;
  const auto transfers = std::chrono::duration_cast<std::chrono::nanoseconds>(request.time * share);
  bool wanted = true;
  TimingRequest watched = request;
  watched.progress = [&](std::string_view stage, double done) {
    return wanted = wanted && request.progress(stage, done);
  };
  if (request.scope != Scope::Memory)
    FSFIND_CHECK(timeTransfers(watched, hardware, host, start + transfers, map));
  if (request.scope != Scope::Transfers && wanted)
    FSFIND_CHECK(timeMemory(watched, hardware, host, start + request.time, map));
  map.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::vector<std::string> limits = limitsOf(hardware, map);
  for (std::string &limit : limits)
    map.notes.push_back(std::move(limit));
  return map;
}

} // namespace fsfind::timing
