#include "c2c-ingest/lines/LineTable.h"

#include "c2c-ingest/base/Parallel.h"
#include "rules/model/OwnerTimeline.h"
#include "rules/model/StoreEvidence.h"

#include <algorithm>
#include <deque>
#include <span>
#include <tuple>
#include <utility>

// Cells are grouped by line. Each line's cells are sorted, so that those of one access are
// neighbours, and added up, in parallel. Then sites, targets and threads of all accesses are
// entered in one sequential pass, since all lines share the name tables. At last each line's
// accesses are put into the order of a report, again in parallel.

namespace fsfind::lines {

namespace {

struct CellsByLine {
  std::vector<const Cell *> cells;
  std::vector<std::uint32_t> first; ///< index of each line's first cell; one entry more than lines

  [[nodiscard]] std::size_t lineCount() const { return first.size() - 1; }
  [[nodiscard]] std::span<const Cell *const> of(std::size_t line) const {
    return std::span(cells).subspan(first[line], first[line + 1] - first[line]);
  }
};

/// A counting sort, with each part's counts by a worker of its own.
CellsByLine groupByLine(const CellParts &parts, unsigned workers) {
  using Counts = std::vector<std::uint32_t>;
  std::vector<Counts> next(parts.size()); // by part and line
  ingest::parallelForEach(parts.size(), workers, [&](unsigned, std::size_t part) {
    for (const Cell &cell : parts[part]) {
      if (cell.line >= next[part].size())
        next[part].resize(cell.line + 1);
      ++next[part][cell.line];
    }
  });
  std::size_t lines = 0;
  for (const Counts &counts : next)
    lines = std::max(lines, counts.size());
  CellsByLine grouped;
  std::uint32_t sum = 0;
  for (std::size_t line = 0; line < lines; ++line) {
    grouped.first.push_back(sum);
    for (Counts &counts : next)
      if (line < counts.size())
        sum += std::exchange(counts[line], sum);
  }
  grouped.first.push_back(sum);
  grouped.cells.resize(sum);
  ingest::parallelForEach(parts.size(), workers, [&](unsigned, std::size_t part) {
    for (const Cell &cell : parts[part])
      grouped.cells[next[part][cell.line]++] = &cell;
  });
  return grouped;
}

/// What an access refers to, before the tables have it.
struct AccessParts {
  MappedAddress site, target;
  ThreadId thread;
};

/// A line whose accesses lack site, thread and target.
struct UnnamedLine {
  Line line;
  std::vector<AccessParts> parts; ///< of each access
};

/// Adds up the cells of lines; one object for each worker.
class LineBuilder {
  /// A cell, and beside it what most cells differ in.
  struct Sorted {
    std::uint64_t address = 0, ip = 0;
    bool store = false;
    const Cell *cell = nullptr;
    FrameIndex frame = kNoFrame;

    /// Equal for the cells of one access.
    [[nodiscard]] auto identity() const {
      return std::tie(address, store, ip, cell->pid, cell->tid, cell->cpu, cell->block, frame,
                      cell->data_mapping, cell->code_mapping);
    }
  };

public:
  LineBuilder(const decode::SourceTable &sources, const LineKeys &keys,
              const perf::AddressSpaces &spaces, const FrameOf &frame_of)
      : sources_(sources), keys_(keys), spaces_(spaces), frame_of_(frame_of),
        samples_(sources.samples().size()) {}

  /// `cells` are not empty.
  UnnamedLine build(std::span<const Cell *const> cells) {
    sort(cells);
    const Cell &first = *sorted_.front().cell;
    const perf::Mapping &mapping = spaces_.mapping(first.data_mapping);
    UnnamedLine built;
    Line &line = built.line;
    line.address = keys_.lineOf(first.address);
    line.pid = first.pid;
    line.kernel = first.data_mapping != perf::kNoMapping && mapping.mode == perf::CpuMode::Kernel;
    line.mapping = mapping.file.path;
    const Sorted *previous = nullptr;
    for (const Sorted &one : sorted_) {
      const Cell &cell = *one.cell;
      if (samples_[cell.source] == 0)
        met_.push_back(cell.source);
      samples_[cell.source] += cell.count;
      if (const auto kind = sources_[cell.source].kind) {
        if (!previous || previous->identity() != one.identity()) {
          line.accesses.push_back(accessOf(cell, *kind));
          built.parts.push_back({{cell.code_mapping, cell.ip},
                                 {cell.data_mapping, cell.address, cell.block, one.frame},
                                 {cell.pid, cell.tid}});
          uses_.push_back(useOf(one, *kind));
        }
        addSamples(line.accesses.back(), cell);
        addTo(uses_.back(), cell);
        previous = &one;
      }
    }
    line.accesses.shrink_to_fit();
    const std::vector<bool> sets = settingStores(uses_);
    for (std::size_t i = 0; i < sets.size(); ++i)
      line.accesses[i].sets = sets[i];
    uses_.clear();
    takeCounters(line);
    return built;
  }

private:
  void sort(std::span<const Cell *const> cells) {
    sorted_.clear();
    for (const Cell *cell : cells)
      sorted_.push_back({cell->address, cell->ip, sources_[cell->source].kind == AccessKind::Store,
                         cell, frame_of_ ? frame_of_(*cell) : kNoFrame});
    std::sort(sorted_.begin(), sorted_.end(),
              [](const Sorted &a, const Sorted &b) { return a.identity() < b.identity(); });
  }

  Access accessOf(const Cell &cell, AccessKind kind) const {
    Access access;
    access.offset = keys_.offset(cell.address);
    access.kind = kind;
    access.cpu = cell.cpu;
    return access;
  }

  static TimedUse useOf(const Sorted &sorted, AccessKind kind) {
    constexpr unsigned kHalf = 32;
    const Cell &cell = *sorted.cell;
    TimedUse use;
    use.thread = std::uint64_t{cell.pid} << kHalf | cell.tid;
    use.place = cell.address;
    use.memory = std::uint64_t{cell.block.value()} << kHalf | sorted.frame.value();
    use.store = kind == AccessKind::Store;
    return use;
  }

  void addTo(TimedUse &use, const Cell &cell) const {
    use.samples += cell.count;
    use.times.widen(cell.times);
    if (!sources_[cell.source].contended)
      return;
    use.contended += cell.count;
    use.contended_times.widen(cell.times);
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
    access.cost_squares += cell.cost_squares;
    if (source.sample_class == SampleClass::LoadLocalDram)
      access.local_dram += cell.count;
    if (source.sample_class == SampleClass::LoadRemoteDram)
      access.remote_dram += cell.count;
    if (source.contended) {
      access.contended += cell.count;
      access.hitm_latency += cell.latency;
      access.contended_cost += cell.cost;
      access.contended_squares += cell.cost_squares;
      access.essential += source.essential ? cell.count : 0;
      access.useless += source.useless ? cell.count : 0;
      access.spins += source.spins ? cell.count : 0;
    }
    for (std::size_t i = 0; i < source.parted.size(); ++i)
      access.parted[i] += source.parted[i] * cell.count;
    access.answered_cost += source.answered ? cell.cost : 0;
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
  const FrameOf &frame_of_;
  std::vector<std::uint64_t> samples_; ///< of the line being built, by source
  std::vector<std::uint32_t> met_;     ///< sources with samples on the line being built
  std::vector<Sorted> sorted_;         ///< cells of the line being built
  std::vector<TimedUse> uses_;         ///< its accesses
};

/// Enters what accesses refer to into the tables.
class AccessNames {
public:
  explicit AccessNames(NameTables &names) : names_(names) {}

  void enter(Access &access, const AccessParts &parts) {
    access.site = names_.sites(parts.site);
    access.thread = names_.threads(parts.thread);
    if (!(parts.target == last_target_)) {
      last_target_ = parts.target;
      last_target_index_ = names_.targets(parts.target);
    }
    access.target = last_target_index_;
  }

private:
  NameTables &names_;
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

/// Null if there is none.
std::shared_ptr<const OwnerTimeline> timelineOf(const TimelineCounts &counts, NameTables &names) {
  if (counts.empty())
    return nullptr;
  auto timeline = std::make_shared<OwnerTimeline>();
  timeline->begin = counts.begin();
  timeline->span = counts.span();
  timeline->spans = counts.spans();
  timeline->more = counts.more();
  for (const TimelineCounts::Row &row : counts.rows())
    timeline->rows.push_back(
        {names.threads({row.pid, row.tid}),
         {row.cells.begin(), row.cells.begin() + static_cast<std::ptrdiff_t>(counts.spans())}});
  const auto first = [](const OwnerTimeline::Row &row) {
    return std::find_if(row.cells.begin(), row.cells.end(),
                        [](const TimelineCell &c) { return c.stores + c.contended != 0; }) -
           row.cells.begin();
  };
  std::stable_sort(timeline->rows.begin(), timeline->rows.end(), [&](const auto &a, const auto &b) {
    return std::tuple(first(a), a.thread) < std::tuple(first(b), b.thread);
  });
  return timeline;
}

} // namespace

void buildLines(CellParts cells, const LineHomes &homes, const LineHistories &histories,
                const decode::SourceTable &sources, const LineKeys &keys,
                const perf::AddressSpaces &spaces, const CountOptions &options, NameTables &names,
                Profile &profile, const FrameOf &frame_of) {
  const unsigned workers = ingest::workerCount(options.threads);
  CellsByLine grouped = groupByLine(cells, workers);
  std::deque<LineBuilder> builders;
  for (unsigned i = 0; i < workers; ++i)
    builders.emplace_back(sources, keys, spaces, frame_of);
  std::vector<UnnamedLine> unnamed(grouped.lineCount());
  ingest::parallelForEach(grouped.lineCount(), workers, [&](unsigned worker, std::size_t line) {
    if (const auto cells_of_line = grouped.of(line); !cells_of_line.empty())
      unnamed[line] = builders[worker].build(cells_of_line);
  });
  builders.clear();
  AccessNames access_names(names);
  for (std::size_t i = 0; i < unnamed.size(); ++i) {
    if (grouped.of(i).empty())
      continue;
    Line &line = profile.lines.emplace_back(std::move(unnamed[i].line));
    for (std::size_t access = 0; access < line.accesses.size(); ++access)
      access_names.enter(line.accesses[access], unnamed[i].parts[access]);
    if (!homes.empty()) {
      line.home = homes[i].node;
      line.first = homes[i].first;
    }
    if (!histories.empty()) {
      line.times = histories[i].times;
      line.transfers = histories[i].transfers;
      line.timeline = timelineOf(histories[i].timeline, names);
    }
  }
  unnamed = {};
  cells = {};

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
