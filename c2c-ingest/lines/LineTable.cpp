#include "c2c-ingest/lines/LineTable.h"

#include "c2c-ingest/base/Parallel.h"
#include "rules/model/StoreEvidence.h"

#include <algorithm>
#include <span>
#include <tuple>

// Cells are grouped by line, and each line's cells are sorted, in parallel, so that those of one
// access are neighbours. Accesses are made in one sequential pass, since all lines share the name
// tables. At last each line's accesses are put into the order of a report, again in parallel.

namespace fsfind::lines {

namespace {

struct CellsByLine {
  std::vector<Cell> cells;
  std::vector<std::uint32_t> first; ///< index of each line's first cell; one entry more than lines

  [[nodiscard]] std::size_t lineCount() const { return first.size() - 1; }
  [[nodiscard]] std::span<Cell> of(std::size_t line) {
    return std::span(cells).subspan(first[line], first[line + 1] - first[line]);
  }
};

/// A counting sort, as cells are many; those of one line are few enough to be sorted in the cache.
CellsByLine groupByLine(const CellParts &parts) {
  CellsByLine grouped;
  std::uint32_t lines = 0;
  std::size_t cells = 0;
  for (const std::vector<Cell> &part : parts) {
    cells += part.size();
    for (const Cell &cell : part)
      lines = std::max(lines, cell.line + 1);
  }
  grouped.first.assign(lines + 1, 0);
  for (const std::vector<Cell> &part : parts)
    for (const Cell &cell : part)
      ++grouped.first[cell.line + 1];
  for (std::size_t i = 1; i < grouped.first.size(); ++i)
    grouped.first[i] += grouped.first[i - 1];
  grouped.cells.resize(cells);
  std::vector<std::uint32_t> next = grouped.first;
  for (const std::vector<Cell> &part : parts)
    for (const Cell &cell : part)
      grouped.cells[next[cell.line]++] = cell;
  return grouped;
}

class LineBuilder {
public:
  LineBuilder(const decode::SourceTable &sources, const LineKeys &keys,
              const perf::AddressSpaces &spaces, NameTables &names)
      : sources_(sources), keys_(keys), spaces_(spaces), names_(names),
        samples_(sources.samples().size()) {}

  /// Sorts cells so that those of one access are neighbours; safe to call from several threads.
  void sortCells(std::span<Cell> cells) const {
    std::sort(cells.begin(), cells.end(),
              [this](const Cell &a, const Cell &b) { return identity(a) < identity(b); });
  }

  /// `cells` are sorted and not empty.
  Line build(std::span<const Cell> cells) {
    const Cell &first = cells.front();
    const perf::Mapping &mapping = spaces_.mapping(first.data_mapping);
    Line line;
    line.address = keys_.lineOf(first.address);
    line.pid = first.pid;
    line.kernel = first.data_mapping != perf::kNoMapping && mapping.mode == perf::CpuMode::Kernel;
    line.mapping = mapping.file.path;
    const Cell *previous = nullptr;
    for (const Cell &cell : cells) {
      if (samples_[cell.source] == 0)
        met_.push_back(cell.source);
      samples_[cell.source] += cell.count;
      if (const auto kind = sources_[cell.source].kind) {
        if (!previous || identity(*previous) != identity(cell))
          line.accesses.push_back(accessOf(cell, *kind));
        addSamples(line.accesses.back(), cell);
        previous = &cell;
      }
    }
    line.accesses.shrink_to_fit();
    takeCounters(line);
    return line;
  }

private:
  using Identity = std::tuple<std::uint64_t, bool, std::uint64_t, std::uint32_t, std::uint32_t,
                              std::uint32_t, BlockIndex, perf::MappingIndex, perf::MappingIndex>;
  [[nodiscard]] Identity identity(const Cell &cell) const {
    return {cell.address,     sources_[cell.source].kind == AccessKind::Store,
            cell.ip,          cell.pid,
            cell.tid,         cell.cpu,
            cell.block,       cell.data_mapping,
            cell.code_mapping};
  }

  Access accessOf(const Cell &cell, AccessKind kind) {
    Access access;
    access.offset = keys_.offset(cell.address);
    access.kind = kind;
    access.site = names_.sites({cell.code_mapping, cell.ip});
    access.thread = names_.threads({cell.pid, cell.tid});
    const MappedAddress target{cell.data_mapping, cell.address, cell.block};
    if (!(target == last_target_)) {
      last_target_ = target;
      last_target_index_ = names_.targets(target);
    }
    access.target = last_target_index_;
    access.cpu = cell.cpu;
    return access;
  }

  void addSamples(Access &access, const Cell &cell) const {
    const decode::DecodedSource &source = sources_[cell.source];
    access.count += cell.count;
    access.lcl_hitm += source.counters.lcl_hitm * cell.count;
    access.rmt_hitm += source.counters.rmt_hitm * cell.count;
    access.lcl_peer += source.counters.lcl_peer * cell.count;
    access.rmt_peer += source.counters.rmt_peer * cell.count;
    access.l1_miss += source.counters.st_l1miss * cell.count;
    access.latency += cell.latency;
    access.cost += cell.cost;
    if (source.sample_class == SampleClass::LoadLocalDram)
      access.local_dram += cell.count;
    if (source.sample_class == SampleClass::LoadRemoteDram)
      access.remote_dram += cell.count;
    if (source.contended) {
      access.contended += cell.count;
      access.hitm_latency += cell.latency;
      access.contended_cost += cell.cost;
      access.contended_squares += cell.cost_squares;
      access.took_same += source.took_same ? cell.count : 0;
      access.took_other += source.took_other ? cell.count : 0;
    }
  }

  void takeCounters(Line &line) {
    for (const std::uint32_t source : met_) {
      line.samples += samples_[source];
      line.counters.add(sources_[source].counters, samples_[source]);
      samples_[source] = 0;
    }
    met_.clear();
  }

  const decode::SourceTable &sources_;
  const LineKeys &keys_;
  const perf::AddressSpaces &spaces_;
  NameTables &names_;
  std::vector<std::uint64_t> samples_; ///< of the line being built, by source
  std::vector<std::uint32_t> met_;     ///< sources with samples on the line being built
  MappedAddress last_target_{perf::kNoMapping, UINT64_MAX};
  TargetIndex last_target_index_;
};

/// By offset, then by descending HITM and count, as Line::accesses promises.
void orderAccesses(Line &line) {
  std::stable_sort(line.accesses.begin(), line.accesses.end(),
                   [](const Access &a, const Access &b) {
                     return std::tuple(a.offset, b.lcl_hitm + b.rmt_hitm, b.count) <
                            std::tuple(b.offset, a.lcl_hitm + a.rmt_hitm, a.count);
                   });
}

bool isKept(const Line &line, bool memory_lines) {
  const bool met = std::any_of(line.accesses.begin(), line.accesses.end(),
                               [](const Access &access) { return access.contended != 0; });
  const bool memory = std::any_of(line.accesses.begin(), line.accesses.end(), [](const Access &a) {
    return a.local_dram + a.remote_dram != 0;
  });
  return line.counters.isShared() || met || hasStoreEvidence(line) || (memory && memory_lines);
}

} // namespace

void buildLines(CellParts cells, const LineHomes &homes, const LineHistories &histories,
                const decode::SourceTable &sources, const LineKeys &keys,
                const perf::AddressSpaces &spaces, const CountOptions &options, NameTables &names,
                Profile &profile) {
  const unsigned workers = ingest::workerCount(options.threads);
  CellsByLine grouped = groupByLine(cells);
  cells = {};
  LineBuilder builder(sources, keys, spaces, names);
  ingest::parallelFor(grouped.lineCount(), workers,
                      [&](std::size_t line) { builder.sortCells(grouped.of(line)); });
  for (std::size_t i = 0; i < grouped.lineCount(); ++i) {
    const auto cells_of_line = grouped.of(i);
    if (cells_of_line.empty())
      continue;
    Line &line = profile.lines.emplace_back(builder.build(cells_of_line));
    if (!homes.empty()) {
      line.home = homes[i].node;
      line.first = homes[i].first;
    }
    if (!histories.empty()) {
      line.times = histories[i].times;
      line.transfers = histories[i].transfers;
    }
  }
  grouped = {};

  std::vector<char> kept_lines(profile.lines.size());
  ingest::parallelFor(profile.lines.size(), workers, [&](std::size_t i) {
    orderAccesses(profile.lines[i]);
    kept_lines[i] = options.neighbours || isKept(profile.lines[i], profile.memory_line_step != 0);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < profile.lines.size(); ++i) {
    if (profile.lines[i].counters.isShared()) {
      ++profile.shared_line_count;
      profile.shared += profile.lines[i].counters;
    }
    if (kept_lines[i] && kept++ != i)
      profile.lines[kept - 1] = std::move(profile.lines[i]);
  }
  profile.lines.resize(kept);
}

} // namespace fsfind::lines
