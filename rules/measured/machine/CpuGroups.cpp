#include "rules/measured/machine/CpuGroups.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

namespace fsfind {

namespace {

using Groups = std::vector<std::vector<std::uint32_t>>;

/// Between groups lines take at least so many times as long as within them. Distances that
/// hardware has differ by more; what repeated measurements of one distance differ by is less.
constexpr double kJump = 1.3;
constexpr std::size_t kFewestCpus = 3;
/// The time that joining takes grows with the third power.
constexpr std::size_t kMostCpus = 1024;

/// Sums of the times between two sets of CPUs, which average to their distance.
struct Link {
  double sum = 0;
  std::size_t pairs = 0;
  [[nodiscard]] double mean() const {
    return pairs == 0 ? std::numeric_limits<double>::infinity() : sum / static_cast<double>(pairs);
  }
  void add(const Link &other) {
    sum += other.sum;
    pairs += other.pairs;
  }
};

/// Groups that become fewer: each step joins the two that are nearest to each other.
class Joining {
public:
  explicit Joining(const MachineMap &map) : links_(map.cpus.size()), alive_(map.cpus.size(), true) {
    std::map<std::uint32_t, std::size_t> place;
    for (const std::uint32_t cpu : map.cpus) {
      place.emplace(cpu, groups_.size());
      groups_.push_back({groups_.size()});
    }
    for (std::vector<Link> &row : links_)
      row.resize(groups_.size());
    for (const Transfer &transfer : map.transfers) {
      const auto a = place.find(transfer.a), b = place.find(transfer.b);
      if (a == place.end() || b == place.end() || a == b || transfer.ns.value.count == 0)
        continue;
      const Link link{transfer.ns.value.median, 1};
      links_[a->second][b->second].add(link);
      links_[b->second][a->second].add(link);
    }
  }

  /// The mean time between the two nearest groups; infinite if none of it was measured.
  [[nodiscard]] double nearest() {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < groups_.size(); ++a)
      for (std::size_t b = a + 1; alive_[a] && b < groups_.size(); ++b)
        if (alive_[b] && links_[a][b].mean() < least) {
          least = links_[a][b].mean();
          next_ = {a, b};
        }
    return least;
  }

  /// Joins the two groups that nearest() found.
  void join() {
    const auto [kept, gone] = next_;
    groups_[kept].insert(groups_[kept].end(), groups_[gone].begin(), groups_[gone].end());
    alive_[gone] = false;
    for (std::size_t other = 0; other < groups_.size(); ++other) {
      links_[kept][other].add(links_[gone][other]);
      links_[other][kept] = links_[kept][other];
    }
  }

  [[nodiscard]] Groups groups(const MachineMap &map) const {
    Groups groups;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (!alive_[i])
        continue;
      std::vector<std::size_t> places = groups_[i];
      std::sort(places.begin(), places.end());
      std::vector<std::uint32_t> &cpus = groups.emplace_back();
      for (const std::size_t place : places)
        cpus.push_back(map.cpus[place]);
    }
    return groups;
  }

private:
  std::vector<std::vector<std::size_t>> groups_; ///< of places in MachineMap::cpus
  std::vector<std::vector<Link>> links_;         ///< by group and group
  std::vector<bool> alive_;
  std::pair<std::size_t, std::size_t> next_;
};

/// The measured CPUs by a part of the machine; empty where it is not known of one of them.
Groups knownGroups(const MachineMap &map, std::uint32_t CpuParts::*part) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_part;
  for (const std::uint32_t cpu : map.cpus) {
    if (cpu >= map.topology.cpus.size() || map.topology.cpus[cpu].*part == CpuParts::kNone)
      return {};
    by_part[map.topology.cpus[cpu].*part].push_back(cpu);
  }
  Groups groups;
  for (auto &[number, cpus] : by_part)
    groups.push_back(std::move(cpus));
  return groups;
}

bool sameGroups(Groups a, Groups b) {
  for (Groups *groups : {&a, &b}) {
    for (std::vector<std::uint32_t> &cpus : *groups)
      std::sort(cpus.begin(), cpus.end());
    std::sort(groups->begin(), groups->end());
  }
  return a == b;
}

std::string_view knownAs(const MachineMap &map, const Groups &groups) {
  constexpr std::array<std::pair<std::uint32_t CpuParts::*, std::string_view>, 5> kParts = {
      {{&CpuParts::core, "cores"},
       {&CpuParts::l3, "L3 caches"},
       {&CpuParts::socket, "sockets"},
       {&CpuParts::die, "dies"},
       {&CpuParts::node, "nodes"}}};
  for (const auto &[part, name] : kParts)
    if (sameGroups(groups, knownGroups(map, part)))
      return name;
  return {};
}

} // namespace

std::vector<GroupLevel> cpuGroups(const MachineMap &map) {
  std::vector<GroupLevel> levels;
  if (map.cpus.size() < kFewestCpus || map.cpus.size() > kMostCpus)
    return levels;
  Joining joining(map);
  double before = 0;
  for (std::size_t left = map.cpus.size(); left > 1; --left) {
    const double next = joining.nearest();
    if (next == std::numeric_limits<double>::infinity())
      break;
    if (before > 0 && next >= kJump * before) {
      const Groups groups = joining.groups(map);
      levels.push_back({groups, before, next, knownAs(map, groups)});
    }
    before = std::max(before, next);
    joining.join();
  }
  return levels;
}

} // namespace fsfind
