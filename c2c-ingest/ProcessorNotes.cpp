#include "c2c-ingest/ProcessorNotes.h"

#include "rules/model/NumberText.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace fsfind::ingest {

namespace {

/// Family and model of an x86 processor.
struct CpuModel {
  unsigned family = 0, model = 0;
};

/// From perf's `vendor,family,model,stepping`; 0 if the recording does not tell.
CpuModel modelOf(const std::string &cpuid) {
  CpuModel cpu;
  const std::size_t family = cpuid.find(',');
  const std::size_t model = family == std::string::npos ? family : cpuid.find(',', family + 1);
  if (model == std::string::npos)
    return {};
  const char *const end = cpuid.data() + cpuid.size();
  std::from_chars(cpuid.data() + family + 1, end, cpu.family);
  std::from_chars(cpuid.data() + model + 1, end, cpu.model);
  return cpu;
}

std::uint64_t classCount(const Profile &profile, SampleClass kind) {
  return profile.classes[static_cast<std::size_t>(kind)];
}

const perf::EventAttr *eventNamed(const perf::Recording &recording, std::string_view part) {
  const auto &events = recording.events();
  const auto found = std::find_if(events.begin(), events.end(), [&](const perf::EventAttr &event) {
    return event.name.find(part) != std::string::npos;
  });
  return found == events.end() ? nullptr : &*found;
}

/// As the kernel has it that fills in the data sources (arch/x86/events/amd/ibs.c): on Zen 3 the
/// bit that tells a modified line is not valid.
bool isZen3(const CpuModel &cpu) {
  constexpr unsigned kFamily = 0x19, kFirstEnd = 0x0f, kSecondBegin = 0x20, kSecondEnd = 0x5f;
  return cpu.family == kFamily &&
         (cpu.model <= kFirstEnd || (cpu.model >= kSecondBegin && cpu.model <= kSecondEnd));
}

/// Zen 1 and 2 and Hygon's, whose IBS has one source for all caches of the node.
bool isBeforeZen3(const CpuModel &cpu) {
  constexpr unsigned kZen = 0x17, kHygon = 0x18;
  return cpu.family == kZen || cpu.family == kHygon;
}

/// IBS tags an op whatever it is, and only loads that miss the first level have a latency.
void noteIbs(const perf::Recording &recording, Profile &profile) {
  if (!eventNamed(recording, "ibs_op"))
    return;
  const std::uint64_t other = classCount(profile, SampleClass::OtherOperation);
  profile.notes.push_back({fmt::format(
      "IBS samples instructions of every kind, not slow loads only: {} of {} samples are neither "
      "loads nor stores. Latency is known of loads that missed the L1, so shares of it are of "
      "these",
      grouped(other), grouped(profile.samples))});
  const CpuModel cpu = modelOf(recording.features().cpuid);
  if (isZen3(cpu))
    profile.notes.push_back({"Zen 3 does not tell whether another core had modified a line: there "
                             "is no HITM, and contention shows only in stores of several threads"});
  else if (isBeforeZen3(cpu))
    profile.notes.push_back({"before Zen 3 IBS tells the node that a line came from, not the CCX: "
                             "local HITM may come from any CCX of the node, and lines modified on "
                             "other nodes are not reported as HITM"});
}

/// POWER marks an instruction at random among loads or stores, and samples it when it completes.
/// Its latencies come from a counter with mantissa and exponent
/// (arch/powerpc/perf/isa207-common.c).
void noteMarkedEvents(const perf::Recording &recording, Profile &profile) {
  if (eventNamed(recording, "mem-loads") || eventNamed(recording, "mem-stores"))
    profile.notes.push_back(
        {"POWER marks loads and stores at random, fast ones too: shares of latency are of all "
         "loads, not of slow ones. Latencies are rounded, long ones coarsely"});
}

/// The threshold of Arm's SPE holds for stores, too.
void noteThreshold(const perf::Recording &recording, Profile &profile) {
  constexpr std::uint64_t kLatencyBits = 0xfff; // format/min_latency: config2:0-11
  const perf::EventAttr *event = eventNamed(recording, "arm_spe");
  if (const std::uint64_t latency = event ? event->config2 & kLatencyBits : 0; latency != 0)
    profile.notes.push_back({fmt::format("SPE left out what took fewer than {} cycles, stores as "
                                         "well as loads",
                                         latency)});
}

void notePeers(Profile &profile) {
  const std::uint64_t hitm = classCount(profile, SampleClass::LoadLocalHitm) +
                             classCount(profile, SampleClass::LoadRemoteHitm);
  const std::uint64_t peers = classCount(profile, SampleClass::LoadLocalPeer) +
                              classCount(profile, SampleClass::LoadRemotePeer);
  if (hitm == 0 && peers != 0)
    profile.notes.push_back({"peer loads got their line from another core's cache; this processor "
                             "does not tell whether that core had modified it, so they are "
                             "contention only where the line is written, too"});
}

} // namespace

bool tellsHitm(const perf::Recording &recording) {
  return !eventNamed(recording, "ibs_op") || !isZen3(modelOf(recording.features().cpuid));
}

void noteProcessor(const perf::Recording &recording, Profile &profile) {
  if (profile.source.simulated)
    return;
  switch (profile.vendor) {
  case Vendor::Amd:
    return noteIbs(recording, profile);
  case Vendor::Power:
    return noteMarkedEvents(recording, profile);
  case Vendor::Arm:
    noteThreshold(recording, profile);
    return notePeers(profile);
  case Vendor::Intel:
  case Vendor::Unknown:
    return;
  }
}

} // namespace fsfind::ingest
