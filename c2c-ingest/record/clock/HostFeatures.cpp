// Layouts: tools/perf/Documentation/perf.data-file-format.txt. Sources: proc_cpuinfo(5) and
// Documentation/ABI/testing/sysfs-devices-system-cpu, stable/sysfs-devices-node.

#include "c2c-ingest/record/clock/HostFeatures.h"

#include "c2c-ingest/base/KernelList.h"
#include "c2c-ingest/perf/FeatureDecoders.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sys/utsname.h>

namespace fsfind::record::clock {

namespace {

constexpr const char *kCpus = "/sys/devices/system/cpu/";
constexpr const char *kNodes = "/sys/devices/system/node/";
constexpr const char *kCpuInfo = "/proc/cpuinfo";
constexpr unsigned kFeatureTotalMem = 10;

/// A file's first line; empty if it cannot be read.
std::string lineOf(const Host &host, const std::string &path) {
  const std::string text = host.read(path).value_or("");
  return text.substr(0, text.find('\n'));
}

std::uint64_t numberIn(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::uint32_t small(const Host &host, const std::string &path) {
  return static_cast<std::uint32_t>(numberIn(lineOf(host, path)));
}

/// Of x86 as perf has it, `GenuineIntel,6,85,7`; of Arm the register MIDR_EL1.
std::string cpuId(const Host &host) {
  const auto fact = [&](const char *key) { return host.fact(kCpuInfo, key); };
  if (const std::string vendor = fact("vendor_id"); !vendor.empty())
    return fmt::format("{},{},{},{}", vendor, fact("cpu family"), fact("model"), fact("stepping"));
  return lineOf(host, std::string(kCpus) + "cpu0/regs/identification/midr_el1");
}

std::string cpuTopology(const Host &host, std::uint32_t cpus) {
  const auto path = [](std::uint32_t cpu, const char *name) {
    return fmt::format("{}cpu{}/topology/{}", kCpus, cpu, name);
  };
  const auto lists = [&](const char *name) {
    std::vector<std::string> all;
    for (std::uint32_t cpu = 0; cpu < cpus; ++cpu)
      if (std::string list = lineOf(host, path(cpu, name));
          !list.empty() && std::find(all.begin(), all.end(), list) == all.end())
        all.push_back(std::move(list));
    return all;
  };
  ByteSink out;
  putTexts(out, lists("core_siblings_list"));
  putTexts(out, lists("thread_siblings_list"));
  for (std::uint32_t cpu = 0; cpu < cpus; ++cpu)
    out.u32(small(host, path(cpu, "core_id"))).u32(small(host, path(cpu, "physical_package_id")));
  putTexts(out, lists("die_cpus_list"));
  for (std::uint32_t cpu = 0; cpu < cpus; ++cpu)
    out.u32(small(host, path(cpu, "die_id")));
  return out.bytes();
}

std::string numaTopology(const Host &host, const std::vector<std::uint32_t> &nodes) {
  ByteSink out;
  out.u32(static_cast<std::uint32_t>(nodes.size()));
  for (const std::uint32_t node : nodes) {
    const std::string folder = fmt::format("{}node{}/", kNodes, node);
    const auto kilobytes = [&](const char *key) {
      return numberIn(host.fact(folder + "meminfo", fmt::format("Node {} {}", node, key)));
    };
    out.u32(node).u64(kilobytes("MemTotal")).u64(kilobytes("MemFree"));
    out.text(lineOf(host, folder + "cpulist"));
  }
  return out.bytes();
}

std::string caches(const Host &host, std::uint32_t cpus) {
  std::set<std::string> seen;
  std::string entries;
  for (std::uint32_t cpu = 0; cpu < cpus; ++cpu) {
    const std::string folder = fmt::format("{}cpu{}/cache/", kCpus, cpu);
    for (const std::string &index : host.list(folder)) {
      const std::string cache = folder + index + "/";
      const std::string type = lineOf(host, cache + "type");
      if (type.empty())
        continue;
      ByteSink entry;
      for (const char *name :
           {"level", "coherency_line_size", "number_of_sets", "ways_of_associativity"})
        entry.u32(small(host, cache + name));
      entry.text(type).text(lineOf(host, cache + "size"));
      entry.text(lineOf(host, cache + "shared_cpu_list"));
      if (seen.insert(entry.bytes()).second)
        entries += entry.bytes();
    }
  }
  constexpr std::uint32_t kVersion = 1;
  return ByteSink().u32(kVersion).u32(static_cast<std::uint32_t>(seen.size())).raw(entries).bytes();
}

} // namespace

FeaturePayloads hostFeatures(const Host &host) {
  utsname name{};
  uname(&name);
  FeaturePayloads features = {{perf::kFeatureHostname, textPayload(name.nodename)},
                              {perf::kFeatureOsRelease, textPayload(name.release)},
                              {perf::kFeatureArch, textPayload(name.machine)}};
  const auto cpuList = [&](const char *which) {
    return kernelNumbers(lineOf(host, std::string(kCpus) + which));
  };
  const std::vector<std::uint32_t> present = cpuList("present"), online = cpuList("online");
  if (!present.empty() && !online.empty()) {
    const std::uint32_t cpus = present.back() + 1;
    features[perf::kFeatureNrCpus] =
        ByteSink().u32(cpus).u32(static_cast<std::uint32_t>(online.size())).bytes();
    features[perf::kFeatureCpuTopology] = cpuTopology(host, cpus);
    features[perf::kFeatureCache] = caches(host, cpus);
  }
  if (const std::string model = host.fact(kCpuInfo, "model name"); !model.empty())
    features[perf::kFeatureCpuDesc] = textPayload(model);
  if (const std::string id = cpuId(host); !id.empty())
    features[perf::kFeatureCpuId] = textPayload(id);
  features[kFeatureTotalMem] =
      ByteSink().u64(numberIn(host.fact("/proc/meminfo", "MemTotal"))).bytes();
  if (const auto nodes = kernelNumbers(lineOf(host, std::string(kNodes) + "online"));
      !nodes.empty())
    features[perf::kFeatureNumaTopology] = numaTopology(host, nodes);
  return features;
}

} // namespace fsfind::record::clock
