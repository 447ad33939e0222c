#include "c2c-ingest/timing/TransferTimes.h"

#include "c2c-ingest/timing/NodeMemory.h"
#include "c2c-ingest/timing/PingPong.h"
#include "c2c-ingest/timing/System.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <tuple>

namespace fsfind::timing {

namespace {

std::uint32_t nodeOf(const Topology &topology, std::uint32_t cpu) {
  return cpu < topology.cpus.size() ? topology.cpus[cpu].node : kNoNode;
}

/// A node that neither CPU of a pair is on; kNoNode if there is none. Pairs take turns.
std::uint32_t thirdOf(const Hardware &hardware, std::uint32_t one, std::uint32_t other,
                      std::size_t turn) {
  std::vector<std::uint32_t> thirds;
  for (const NodeParts &parts : hardware.nodes)
    if (parts.node != one && parts.node != other)
      thirds.push_back(parts.node);
  return thirds.empty() ? kNoNode : thirds[turn % thirds.size()];
}

void addPair(const Hardware &hardware, std::uint32_t a, std::uint32_t b,
             std::vector<TransferCell> &cells) {
  const std::uint32_t home = nodeOf(hardware.topology, a), other = nodeOf(hardware.topology, b);
  cells.push_back({a, b, home});
  if (other == home)
    return;
  cells.push_back({a, b, other});
  if (const std::uint32_t third = thirdOf(hardware, home, other, a + b); third != kNoNode)
    cells.push_back({a, b, third});
}

/// Whether lines have a home that can be chosen; else pages are where they are touched first.
bool hasHomes(const Hardware &hardware) {
  return hardware.nodes.size() > 1 && canBind(hardware.nodes.front().node);
}

/// What is the same for all cells.
struct TransferTimer {
  const TimingRequest &request;
  const Hardware &hardware;
  CellTimes::Clock::time_point end;
  bool bound; ///< lines are where the cell says

  /// Sets `home` to where the line was.
  [[nodiscard]] Expected<Reading> measure(const TransferCell &cell, std::chrono::nanoseconds time,
                                          const GoOn &go_on, std::uint32_t &home) const {
    const std::array cpus = {cell.a, cell.b};
    const auto attempt = [&]() -> Expected<Attempt> {
      FSFIND_TRY(const NodeMemory page,
                 NodeMemory::map(pageSize(), bound ? cell.home : kNoNode, PageKind::Small));
      FSFIND_TRY(Attempt made,
                 bounce({cell.a, cell.b, request.handover, page.bytes(), hardware.line_size, time},
                        go_on));
      home = homeOf(page.bytes().data()).value_or(kNoNode);
      return made;
    };
    return undisturbed(attempt, [&] { return stolenFrom(cpus); }, end);
  }
};

/// By the places of the two CPUs in the list of CPUs.
void sortByPlace(const std::vector<std::uint32_t> &cpus, std::vector<Transfer> &transfers) {
  std::map<std::uint32_t, std::size_t> place;
  for (const std::uint32_t cpu : cpus)
    place.emplace(cpu, place.size());
  std::sort(transfers.begin(), transfers.end(), [&](const Transfer &x, const Transfer &y) {
    return std::tuple(place[x.a], place[x.b], x.home) < std::tuple(place[y.a], place[y.b], y.home);
  });
}

} // namespace

std::vector<TransferCell> transferCells(const Hardware &hardware, std::uint64_t seed) {
  std::array<std::vector<TransferCell>, kCpuDistanceCount> by_distance;
  for (auto a = hardware.cpus.begin(); a != hardware.cpus.end(); ++a)
    for (auto b = a + 1; b != hardware.cpus.end(); ++b)
      addPair(hardware, *a, *b,
              by_distance[static_cast<std::size_t>(hardware.topology.distance(*a, *b))]);
  std::mt19937_64 random(seed);
  std::size_t longest = 0;
  for (std::vector<TransferCell> &cells : by_distance) {
    std::shuffle(cells.begin(), cells.end(), random);
    longest = std::max(longest, cells.size());
  }
  std::vector<TransferCell> all;
  for (std::size_t i = 0; i < longest; ++i)
    for (const std::vector<TransferCell> &cells : by_distance)
      if (i < cells.size())
        all.push_back(cells[i]);
  return all;
}

Expected<void> timeTransfers(const TimingRequest &request, const Hardware &hardware,
                             CellTimes::Clock::time_point end, MachineMap &map) {
  const std::vector<TransferCell> cells = transferCells(hardware, request.seed);
  const TransferTimer timer{request, hardware, end, hasHomes(hardware)};
  CellTimes times(end, cells.size());
  bool wanted = true;
  for (std::size_t i = 0; i < cells.size() && wanted; ++i) {
    const double done = static_cast<double>(i) / static_cast<double>(cells.size());
    const GoOn go_on = [&] { return wanted = wanted && request.progress("transfers", done); };
    const std::chrono::nanoseconds time = times.next(CellTimes::Clock::now());
    Transfer transfer{cells[i].a, cells[i].b, cells[i].home, {.gap = Gap::NoTime}};
    if (time == std::chrono::nanoseconds::zero()) {
      ++map.left_out;
    } else {
      FSFIND_TRY(transfer.ns, timer.measure(cells[i], time, go_on, transfer.home));
    }
    if (go_on())
      map.transfers.push_back(transfer);
  }
  sortByPlace(map.cpus, map.transfers);
  return {};
}

} // namespace fsfind::timing
