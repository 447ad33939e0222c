#include "c2c-ingest/timing/TimeMachine.h"

#include "c2c-ingest/timing/MemoryTimes.h"
#include "c2c-ingest/timing/Storage.h"
#include "c2c-ingest/timing/System.h"
#include "c2c-ingest/timing/TransferTimes.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::timing {

namespace {

using Clock = std::chrono::steady_clock;

/// Of the time, if memory is measured, too.
constexpr double kTransferShare = 0.4;
/// Of the time, for transfers and memory, if storage is measured, too.
constexpr double kWithoutStorage = 0.7;

std::chrono::nanoseconds partOf(std::chrono::nanoseconds time, double share) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time * share);
}

void describe(const Hardware &hardware, const SystemFacts &facts, MachineMap &map) {
  map.kernel = facts.kernel;
  map.arch = facts.arch;
  map.cpu_model = hardware.cpu_model;
  map.governor = facts.governor;
  map.virtual_machine = facts.virtual_machine;
  map.line_size = hardware.line_size;
  map.l3_bytes = hardware.l3_bytes;
  map.topology = hardware.topology;
  map.cpus = hardware.cpus;
  for (const NodeParts &node : hardware.nodes)
    map.nodes.push_back(node.node);
}

/// Others' work takes time from what is measured. Empty if there was little.
std::string loadNote(double running, std::size_t cpus) {
  constexpr double kMuch = 0.25; // of all CPUs
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
    notes.emplace_back("the system does not tell which node holds a page: homes are not known");
  if (map.virtual_machine == true)
    notes.emplace_back(
        "a virtual machine: the hypervisor may move CPUs meanwhile, and which of them "
        "share a core, an L3 or a socket is what it says");
  return notes;
}

} // namespace

Expected<MachineMap> timeMachine(const TimingRequest &request, const Hardware &hardware) {
  const SystemFacts facts = systemFacts(hardware);
  MachineMap map;
  describe(hardware, facts, map);
  map.handover = request.handover;
  map.seed = request.seed;
  if (std::string busy = loadNote(facts.running, hardware.cpus.size()); !busy.empty())
    map.notes.push_back(std::move(busy));
  std::unique_ptr<Storage> storage;
  if (!request.storage.empty()) {
    FSFIND_TRY(storage, Storage::open(request.storage));
  }
  const Clock::time_point start = Clock::now();
  const auto caches = storage ? partOf(request.time, kWithoutStorage) : request.time;
  const auto transfers = partOf(caches, request.scope == Scope::All ? kTransferShare : 1);
  bool wanted = true;
  TimingRequest watched = request;
  watched.progress = [&](std::string_view stage, double done) {
    return wanted = wanted && request.progress(stage, done);
  };
  if (request.scope != Scope::Memory)
    FSFIND_CHECK(timeTransfers(watched, hardware, start + transfers, map));
  if (request.scope != Scope::Transfers && wanted)
    FSFIND_CHECK(timeMemory(watched, hardware, start + caches, map));
  if (storage && wanted)
    FSFIND_CHECK(storage->time(watched, hardware, start + request.time, map));
  map.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::vector<std::string> limits = limitsOf(hardware, map);
  for (std::string &limit : limits)
    map.notes.push_back(std::move(limit));
  return map;
}

} // namespace fsfind::timing
