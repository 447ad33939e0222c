#include "c2c-ingest/timing/Hardware.h"

#include "c2c-ingest/timing/windows/CpuNumbers.h"
#include "rules/model/Profile.h"

#include <windows.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <tuple>

namespace fsfind::timing {

namespace {

using Information = SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX;

/// Reads descriptions of parts of the machine: see GetLogicalProcessorInformationEx.
class Parts {
public:
  /// False if Windows does not tell.
  bool read() {
    DWORD size = 0;
    GetLogicalProcessorInformationEx(RelationAll, nullptr, &size);
    bytes_.resize(size);
    return size != 0 && GetLogicalProcessorInformationEx(RelationAll, at(0), &size) != 0;
  }

  void each(LOGICAL_PROCESSOR_RELATIONSHIP kind,
            const std::function<void(const Information &)> &visit) {
    for (std::size_t offset = 0; offset < bytes_.size() && at(offset)->Size != 0;
         offset += at(offset)->Size)
      if (at(offset)->Relationship == kind)
        visit(*at(offset));
  }

private:
  Information *at(std::size_t offset) {
    return reinterpret_cast<Information *>(bytes_.data() + offset);
  }

  std::vector<std::byte> bytes_;
};

std::vector<std::uint32_t> cpusOf(const GROUP_AFFINITY &affinity) {
  std::vector<std::uint32_t> cpus;
  for (std::uint64_t mask = affinity.Mask; mask != 0; mask &= mask - 1)
    cpus.push_back(cpuNumber(affinity.Group, static_cast<unsigned>(std::countr_zero(mask))));
  return cpus;
}

/// All CPUs that may be used: those of the process's affinity where that is a part of its group's,
/// else those of all groups, since threads may go to other groups than their process.
std::vector<std::uint32_t> allowedCpus(const std::vector<std::uint32_t> &online) {
  DWORD_PTR own = 0, system = 0;
  USHORT groups = 1;
  USHORT group = 0;
  if (GetProcessAffinityMask(GetCurrentProcess(), &own, &system) == 0 || own == system ||
      GetProcessGroupAffinity(GetCurrentProcess(), &groups, &group) == 0)
    return online;
  std::vector<std::uint32_t> cpus = cpusOf({own, group, {}});
  std::erase_if(cpus, [&](std::uint32_t cpu) {
    return std::find(online.begin(), online.end(), cpu) == online.end();
  });
  return cpus;
}

std::string registryText(const char *key, const char *value) {
  constexpr DWORD kMost = 256;
  std::string text(kMost, '\0');
  DWORD size = kMost;
  if (RegGetValueA(HKEY_LOCAL_MACHINE, key, value, RRF_RT_REG_SZ, nullptr, text.data(), &size) != 0)
    return {};
  text.resize(text.find('\0') == std::string::npos ? size : text.find('\0'));
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

class Reader {
public:
  Expected<Hardware> read(const HardwareSource &source) {
    if (!source.synthetic.empty() || !parts_.read())
      return failure({"machine", {}, "Windows does not tell the parts of the machine", ""});
    takeProcessors(RelationProcessorCore, &CpuParts::core);
    hardware_.online = online_.size();
    takeProcessors(RelationProcessorPackage, &CpuParts::socket);
    takeCaches();
    takeNodes();
    takeAllowed(source.allowed.empty() ? allowedCpus(online_) : source.allowed);
    if (hardware_.cpus.empty())
      return failure({"machine", {}, "no CPU may be used", "check the affinity of this process"});
    constexpr const char *kProcessor = "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0";
    constexpr const char *kFirmware = "HARDWARE\\DESCRIPTION\\System\\BIOS";
    hardware_.cpu_model = registryText(kProcessor, "ProcessorNameString");
    hardware_.product = registryText(kFirmware, "SystemManufacturer") + " " +
                        registryText(kFirmware, "SystemProductName");
    if (hardware_.product == " ")
      hardware_.product.clear();
    return std::move(hardware_);
  }

private:
  void number(const GROUP_AFFINITY &affinity, std::uint32_t CpuParts::*part, std::uint32_t number) {
    std::vector<CpuParts> &cpus = hardware_.topology.cpus;
    for (const std::uint32_t cpu : cpusOf(affinity)) {
      if (cpu >= cpus.size())
        cpus.resize(cpu + 1);
      cpus[cpu].*part = number;
    }
  }

  void takeProcessors(LOGICAL_PROCESSOR_RELATIONSHIP kind, std::uint32_t CpuParts::*part) {
    std::uint32_t next = 0;
    parts_.each(kind, [&](const Information &one) {
      for (WORD group = 0; group < one.Processor.GroupCount; ++group) {
        number(one.Processor.GroupMask[group], part, next);
        if (kind == RelationProcessorCore)
          for (const std::uint32_t cpu : cpusOf(one.Processor.GroupMask[group]))
            online_.push_back(cpu);
      }
      ++next;
    });
    std::sort(online_.begin(), online_.end());
  }

  void takeCaches() {
    constexpr BYTE kL1 = 1, kL2 = 2, kL3 = 3;
    std::uint32_t next = 0;
    hardware_.line_size = kDefaultLineSize;
    parts_.each(RelationCache, [&](const Information &one) {
      const CACHE_RELATIONSHIP &cache = one.Cache;
      if (cache.Level == kL1 && cache.Type != CacheInstruction && cache.LineSize != 0)
        hardware_.line_size = cache.LineSize;
      if (cache.Level == kL2)
        hardware_.l2_bytes = cache.CacheSize;
      if (cache.Level != kL3)
        return;
      hardware_.l3_bytes = cache.CacheSize;
      number(cache.GroupMask, &CpuParts::l3, next++);
    });
  }

  void takeNodes() {
    parts_.each(RelationNumaNode, [&](const Information &one) {
      number(one.NumaNode.GroupMask, &CpuParts::node, one.NumaNode.NodeNumber);
      hardware_.nodes.push_back({one.NumaNode.NodeNumber, {}});
    });
    std::sort(hardware_.nodes.begin(), hardware_.nodes.end(),
              [](const NodeParts &a, const NodeParts &b) { return a.node < b.node; });
  }

  /// The allowed CPUs, so that those next to each other share most.
  void takeAllowed(std::vector<std::uint32_t> allowed) {
    const std::vector<CpuParts> &parts = hardware_.topology.cpus;
    std::erase_if(allowed, [&](std::uint32_t cpu) { return cpu >= parts.size(); });
    const auto place = [&](std::uint32_t cpu) {
      const CpuParts &at = parts[cpu];
      return std::tuple(at.socket, at.node, at.l3, at.core, cpu);
    };
    std::sort(allowed.begin(), allowed.end(),
              [&](std::uint32_t a, std::uint32_t b) { return place(a) < place(b); });
    for (NodeParts &node : hardware_.nodes)
      for (const std::uint32_t cpu : allowed)
        if (parts[cpu].node == node.node)
          node.cpus.push_back(cpu);
    hardware_.cpus = std::move(allowed);
  }

  Parts parts_;
  std::vector<std::uint32_t> online_;
  Hardware hardware_;
};

} // namespace

Expected<Hardware> readHardware(const HardwareSource &source) {
  return Reader().read(source);
}

} // namespace fsfind::timing
