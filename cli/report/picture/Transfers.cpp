#include "cli/report/picture/Transfers.h"

#include <algorithm>

namespace fsfind::report {

namespace {

/// A line's stores and contended loads by thread and CPU.
struct Uses {
  using Key = std::pair<std::uint32_t, std::uint32_t>; ///< thread, CPU
  std::map<Key, std::uint64_t> written, read;
};

void keepMost(std::map<Uses::Key, std::uint64_t> &uses) {
  if (uses.size() <= kMostUsers)
    return;
  std::vector<std::pair<std::uint64_t, Uses::Key>> by_count;
  for (const auto &[key, count] : uses)
    by_count.emplace_back(count, key);
  std::sort(by_count.rbegin(), by_count.rend());
  for (std::size_t i = kMostUsers; i < by_count.size(); ++i)
    uses.erase(by_count[i].second);
}

Uses usesOf(const Line &line) {
  Uses uses;
  const bool stores = std::any_of(line.accesses.begin(), line.accesses.end(), [](const Access &a) {
    return a.kind == AccessKind::Store && a.cpu != kNoCpu;
  });
  for (const Access &access : line.accesses) {
    if (access.cpu == kNoCpu)
      continue;
    const Uses::Key key = {access.thread.value(), access.cpu};
    if (!stores || access.kind == AccessKind::Store)
      uses.written[key] += access.count;
    if (access.contended != 0)
      uses.read[key] += access.contended;
  }
  keepMost(uses.written);
  keepMost(uses.read);
  return uses;
}

void addLine(const Line &line, Transfers &transfers) {
  const Uses uses = usesOf(line);
  std::map<std::uint32_t, std::uint64_t> by_cpu, by_thread;
  std::uint64_t whole = 0;
  for (const auto &[key, count] : uses.written) {
    by_thread[key.first] += count;
    by_cpu[key.second] += count;
    whole += count;
  }
  for (const auto &[reader, contended] : uses.read) {
    const auto own = by_thread.find(reader.first);
    const std::uint64_t others = whole - (own == by_thread.end() ? 0 : own->second);
    if (others == 0)
      continue;
    for (const auto &[cpu, count] : by_cpu) {
      const auto mine = uses.written.find({reader.first, cpu});
      const std::uint64_t of_others = count - (mine == uses.written.end() ? 0 : mine->second);
      if (of_others != 0)
        transfers[{cpu, reader.second}] += static_cast<double>(contended) *
                                           static_cast<double>(of_others) /
                                           static_cast<double>(others);
    }
  }
}

} // namespace

Transfers transfersOn(const std::vector<RankedLine> &lines) {
  Transfers transfers;
  for (const RankedLine &ranked : lines)
    addLine(*ranked.line, transfers);
  return transfers;
}

} // namespace fsfind::report
