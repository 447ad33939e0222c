#include "c2c-ingest/perf/MachineParts.h"

#include "c2c-ingest/base/KernelList.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

namespace fsfind::perf {

namespace {

class TopologyBuilder {
public:
  Topology build(const Features &features) {
    takePlaces(features.cpus);
    // Core numbers may repeat in every die; sibling lists say which CPUs share a core.
    takeGroups(&CpuParts::core, features.thread_siblings);
    takeGroups(&CpuParts::l3, l3Lists(features.caches));
    for (const perf::NumaNode &node : features.numa_nodes)
      takeGroup(&CpuParts::node, node.cpus, node.node);
    return std::move(topology_);
  }

private:
  using Die = std::pair<std::int32_t, std::int32_t>;
  using Core = std::tuple<std::int32_t, std::int32_t, std::int32_t>;

  void takePlaces(const std::vector<perf::CpuPlace> &places) {
    topology_.cpus.resize(std::min<std::size_t>(places.size(), kMostCpus));
    std::map<Die, std::uint32_t> dies;
    std::map<Core, std::uint32_t> cores;
    const auto numbered = [](auto &numbers, const auto &key) {
      return numbers.try_emplace(key, static_cast<std::uint32_t>(numbers.size())).first->second;
    };
    for (std::size_t cpu = 0; cpu < topology_.cpus.size(); ++cpu) {
      const perf::CpuPlace &place = places[cpu];
      CpuParts &parts = topology_.cpus[cpu];
      if (place.socket < 0) // offline, or virtual
        continue;
      parts.socket = static_cast<std::uint32_t>(place.socket);
      if (place.die >= 0)
        parts.die = numbered(dies, Die{place.socket, place.die});
      if (place.core >= 0)
        parts.core = numbered(cores, Core{place.socket, place.die, place.core});
    }
  }

  static std::vector<std::string> l3Lists(const std::vector<perf::CacheLevel> &caches) {
    constexpr std::uint32_t kLevel = 3;
    std::vector<std::string> lists;
    for (const perf::CacheLevel &cache : caches)
      if (cache.level == kLevel)
        lists.push_back(cache.cpus);
    return lists;
  }

  void takeGroups(std::uint32_t CpuParts::*part, const std::vector<std::string> &lists) {
    if (lists.empty())
      return;
    for (CpuParts &cpu : topology_.cpus)
      cpu.*part = CpuParts::kNone;
    for (std::size_t i = 0; i < lists.size(); ++i)
      takeGroup(part, lists[i], static_cast<std::uint32_t>(i));
  }

  void takeGroup(std::uint32_t CpuParts::*part, std::string_view list, std::uint32_t number) {
    for (const NumberRange &range : kernelRanges(list)) {
      const std::uint32_t size = range.last - range.first + 1;
      if (size > budget_)
        return;
      budget_ -= size;
      if (range.last >= topology_.cpus.size())
        topology_.cpus.resize(range.last + 1);
      for (std::uint32_t cpu = range.first; cpu <= range.last; ++cpu)
        topology_.cpus[cpu].*part = number;
    }
  }

  Topology topology_;
  /// CPUs that lists may still name: real lists name each CPU once or twice, damaged ones may name
  /// all of them in every list.
  std::uint32_t budget_ = 8 * kMostCpus;
};

} // namespace

Topology machineTopology(const Features &features) {
  return TopologyBuilder().build(features);
}

double nominalFrequency(const std::string &cpu_description) {
  constexpr double kGiga = 1e9;
  const std::size_t at = cpu_description.find("@ ");
  if (at == std::string::npos || !cpu_description.ends_with("GHz"))
    return 0;
  double value = 0;
  const char *const end = cpu_description.data() + cpu_description.size();
  const auto read = std::from_chars(cpu_description.data() + at + 2, end, value);
  return read.ec == std::errc() && value > 0 ? value * kGiga : 0;
}

} // namespace fsfind::perf
