#include "c2c-ingest/timing/TransferTimes.h"

#include "c2c-ingest/timing/NodeMemory.h"
#include "c2c-ingest/timing/PingPong.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <tuple>
#include <unistd.h>

namespace fsfind::timing {

namespace {

std::uint32_t nodeOf(const Topology &topology, std::uint32_t cpu) {
  return cpu < topology.cpus.size() ? topology.cpus[cpu].node : kNoNode;
}

void addPair(const Hardware &hardware, std::uint32_t a, std::uint32_t b,
             std::vector<TransferCell> &cells) {
  const std::uint32_t home = nodeOf(hardware.topology, a), other = nodeOf(hardware.topology, b);
  cells.push_back({a, b, home});
  if (other != home)
    cells.push_back({a, b, other});
}

/// Whether lines have a home that can be chosen; else pages are where they are touched first.
bool hasHomes(const Hardware &hardware) {
  return hardware.nodes.size() > 1 && canBind(hardware.nodes.front().node);
}

Expected<Reading> timeCell(const TimingRequest &request, const Hardware &hardware,
                           const record::Host &host, const TransferCell &cell,
                           std::chrono::nanoseconds time, const GoOn &go_on, bool bound,
                           std::uint32_t &home) {
  const std::array cpus = {cell.a, cell.b};
  const auto measure = [&]() -> Expected<std::vector<double>> {
    const auto page_size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    FSFIND_TRY(const NodeMemory page,
               NodeMemory::map(page_size, bound ? cell.home : kNoNode, PageKind::Small));
    FSFIND_TRY(
        std::vector<double> values,
        bounce({cell.a, cell.b, request.handover, page.bytes(), hardware.line_size, time}, go_on));
    home = homeOf(page.bytes().data()).value_or(kNoNode);
    return values;
  };
  return undisturbed(measure,
                     [&] { return stolenTicks(host.read("/proc/stat").value_or(""), cpus); });
}

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
                             const record::Host &host, CellTimes::Clock::time_point end,
                             MachineMap &map) {
  const std::vector<TransferCell> cells = transferCells(hardware, request.seed);
  const bool bound = hasHomes(hardware);
  CellTimes times(end, cells.size());
  bool wanted = true;
  for (std::size_t i = 0; i < cells.size() && wanted; ++i) {
    const double done = static_cast<double>(i) / static_cast<double>(cells.size());
    const GoOn go_on = [&] { return wanted = wanted && request.progress("transfers", done); };
    const std::chrono::nanoseconds time = times.next(CellTimes::Clock::now());
    if (time == std::chrono::nanoseconds::zero()) {
      map.left_out += cells.size() - i;
      break;
    }
    Transfer transfer{cells[i].a, cells[i].b, cells[i].home, {}};
    FSFIND_TRY(transfer.ns,
               timeCell(request, hardware, host, cells[i], time, go_on, bound, transfer.home));
    if (go_on() && transfer.ns.value.count != 0)
      map.transfers.push_back(transfer);
  }
  sortByPlace(map.cpus, map.transfers);
  return {};
}

} // namespace fsfind::timing
