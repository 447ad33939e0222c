#pragma once

#include "rules/model/MachineMap.h"

namespace fsfind::test {

/// Times between CPUs of a composed machine, ns.
struct MachineTimes {
  double sibling = 8, l3 = 25, socket = 90, other_socket = 150;
  [[nodiscard]] double of(CpuDistance distance) const {
    return distance == CpuDistance::SmtSibling   ? sibling
           : distance == CpuDistance::SameL3     ? l3
           : distance == CpuDistance::SameSocket ? socket
                                                 : other_socket;
  }
};

/// Two sockets, each a node with two L3 caches of two cores, which have one thread or two; every
/// pair is measured.
inline MachineMap twoSockets(std::uint32_t threads = 1, const MachineTimes &times = {}) {
  constexpr std::uint32_t kCores = 8, kCoresOfL3 = 2, kCoresOfSocket = 4;
  constexpr double kQuartile = 0.02;
  MachineMap map;
  map.cpu_model = "Composed CPU";
  map.arch = "x86_64";
  map.kernel = "6.1.0";
  map.governor = "performance";
  map.virtual_machine = false;
  map.line_size = 64;
  map.l3_bytes = 16U << 20;
  map.nodes = {0, 1};
  for (std::uint32_t core = 0; core < kCores; ++core)
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
      const std::uint32_t socket = core / kCoresOfSocket;
      map.cpus.push_back(static_cast<std::uint32_t>(map.topology.cpus.size()));
      map.topology.cpus.push_back(
          {.core = core, .socket = socket, .die = socket, .l3 = core / kCoresOfL3, .node = socket});
    }
  for (const std::uint32_t a : map.cpus)
    for (std::uint32_t b = a + 1; b < map.cpus.size(); ++b) {
      const double ns = times.of(map.topology.distance(a, b));
      map.transfers.push_back({a,
                               b,
                               map.topology.cpus[a].node,
                               {{ns, ns * (1 - kQuartile), ns * (1 + kQuartile), 50}}});
    }
  return map;
}

} // namespace fsfind::test
