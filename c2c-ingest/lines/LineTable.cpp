#include "c2c-ingest/lines/LineTable.h"

#include "c2c-ingest/lines/LineKey.h"
#include "rules/judge/Contention.h"

#include <tsl/robin_map.h>

#include <algorithm>
#include <tuple>

// Two passes over the cells. The first keeps a few bytes per line, enough to tell which lines are
// worth a second look; the second gives counters and accesses to those alone. So memory grows with
// the contention in a recording, not with the memory the program touched.

namespace fsfind::lines {

namespace {

struct LineKey {
  std::uint64_t address = 0; ///< as perf keys it: relative to the file for mapped files
  std::uint32_t group = 0;
  bool operator==(const LineKey &) const = default;
};
struct LineKeyHash {
  std::size_t operator()(const LineKey &key) const { return mixHash(key.address, key.group); }
};

/// What the first pass remembers of a line.
struct LineBrief {
  StoreEvidence evidence;
  bool contended = false;
};

constexpr std::uint32_t kDropped = UINT32_MAX;

class LineBuilder {
public:
  LineBuilder(std::vector<Cell> cells, const perf::AddressSpaces &spaces, std::uint32_t line_size,
              NameTables &names, Profile &profile)
      : cells_(std::move(cells)), spaces_(spaces), groups_(spaces), line_size_(line_size),
        names_(names), profile_(profile) {}

  void build() {
    surveyLines();
    countTotals();
    const std::vector<std::uint32_t> order = chooseLines();
    const std::vector<std::uint32_t> first_cell = sortCellsByLine(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      addLine(keys_[order[i]],
              {cells_by_line_.data() + first_cell[i], cells_by_line_.data() + first_cell[i + 1]});
  }

private:
  struct CellRange {
    const std::uint32_t *first, *last;
    [[nodiscard]] const std::uint32_t *begin() const { return first; }
    [[nodiscard]] const std::uint32_t *end() const { return last; }
  };

  LineKey keyOf(const CellKey &key) {
    const std::uint64_t relative = key.data_mapping == perf::kNoMapping
                                       ? key.address
                                       : spaces_.mapping(key.data_mapping).relative(key.address);
    return {relative & ~std::uint64_t{line_size_ - 1}, groups_.of(key)};
  }

  [[nodiscard]] std::uint32_t offsetInLine(std::uint64_t address) const {
    return static_cast<std::uint32_t>(address & (line_size_ - 1));
  }

  void surveyLines() {
    line_of_cell_.reserve(cells_.size());
    tsl::robin_map<LineKey, std::uint32_t, LineKeyHash> lines;
    for (const Cell &cell : cells_) {
      decode::DecodedSource &source = sources_.of(cell.key);
      source.samples += cell.count;
      profile_.cost += cell.cost;
      const auto [entry, fresh] =
          lines.try_emplace(keyOf(cell.key), static_cast<std::uint32_t>(keys_.size()));
      if (fresh) {
        keys_.push_back(entry->first);
        briefs_.emplace_back();
      }
      line_of_cell_.push_back(entry->second);
      survey(briefs_[entry->second], cell, source);
    }
    profile_.line_count = keys_.size();
  }

  void survey(LineBrief &brief, const Cell &cell, const decode::DecodedSource &source) {
    brief.contended |= source.contended || source.counters.isShared();
    if (!source.kind || cell.key.address == 0)
      return;
    // More samples of one kind than this cannot change the answer.
    constexpr std::uint64_t kEnough = 4 * kMinStoreLoadPairs;
    for (std::uint64_t i = std::min(cell.count, kEnough); i != 0; --i)
      brief.evidence.add(cell.key.tid, offsetInLine(cell.key.address), *source.kind);
  }

  void countTotals() {
    for (const decode::DecodedSource &source : sources_.all()) {
      profile_.totals.add(source.counters, source.samples);
      profile_.classes[static_cast<std::size_t>(source.sample_class)] += source.samples;
      profile_.samples += source.samples;
    }
  }

  /// Numbers of the lines to keep, in perf's order; `place_of_line_` becomes their inverse.
  std::vector<std::uint32_t> chooseLines() {
    std::vector<std::uint32_t> order;
    for (std::uint32_t line = 0; line < keys_.size(); ++line)
      if (briefs_[line].contended || briefs_[line].evidence.possible())
        order.push_back(line);
    const std::vector<std::uint32_t> ranks = groups_.ranks();
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tuple(ranks[keys_[a].group], keys_[a].address) <
             std::tuple(ranks[keys_[b].group], keys_[b].address);
    });
    place_of_line_.assign(keys_.size(), kDropped);
    for (std::uint32_t place = 0; place < order.size(); ++place)
      place_of_line_[order[place]] = place;
    return order;
  }

  /// Counting sort of the kept lines' cells; returns where each line's run begins.
  std::vector<std::uint32_t> sortCellsByLine(std::size_t lines) {
    std::vector<std::uint32_t> first(lines + 1, 0);
    for (std::uint32_t line : line_of_cell_)
      if (place_of_line_[line] != kDropped)
        ++first[place_of_line_[line] + 1];
    for (std::size_t i = 1; i < first.size(); ++i)
      first[i] += first[i - 1];
    cells_by_line_.resize(first.back());
    std::vector<std::uint32_t> next = first;
    for (std::uint32_t cell = 0; cell < cells_.size(); ++cell)
      if (const std::uint32_t place = place_of_line_[line_of_cell_[cell]]; place != kDropped)
        cells_by_line_[next[place]++] = cell;
    return first;
  }

  void addLine(const LineKey &key, CellRange cells) {
    const Cell &first = cells_[*cells.first];
    Line line;
    line.address = first.key.address & ~std::uint64_t{line_size_ - 1};
    line.kernel = first.key.mode == static_cast<std::uint32_t>(perf::CpuMode::Kernel);
    line.pid = first.key.pid;
    line.mapping = spaces_.mapping(first.key.data_mapping).file.path;
    for (std::uint32_t cell : cells) {
      line.samples += cells_[cell].count;
      line.counters.add(sources_.of(cells_[cell].key).counters, cells_[cell].count);
    }
    addAccesses(line, cells);
    const bool shared = line.counters.isShared();
    if (shared) {
      ++profile_.shared_line_count;
      profile_.shared += line.counters;
    }
    const bool contended = std::any_of(line.accesses.begin(), line.accesses.end(),
                                       [](const Access &access) { return access.contended != 0; });
    // Address 0 stands for "not recorded": perf has such a line, but no memory lies there.
    if (shared || ((contended || hasStoreEvidence(line)) && key.address != 0))
      profile_.lines.push_back(std::move(line));
  }

  Access accessOf(const CellKey &key, AccessKind kind) {
    Access access;
    access.offset = offsetInLine(key.address);
    access.kind = kind;
    access.site = names_.sites({key.code_mapping, key.ip});
    access.thread = names_.threads({key.pid, key.tid});
    access.target = names_.targets({key.data_mapping, key.address});
    access.cpu = key.cpu;
    return access;
  }

  static auto identity(const Access &access) {
    return std::tuple(access.offset, access.kind, access.site, access.thread, access.target,
                      access.cpu);
  }

  static void addSamples(Access &access, const Cell &cell, const decode::DecodedSource &source) {
    access.count += cell.count;
    access.lcl_hitm += source.counters.lcl_hitm * cell.count;
    access.rmt_hitm += source.counters.rmt_hitm * cell.count;
    access.lcl_peer += source.counters.lcl_peer * cell.count;
    access.rmt_peer += source.counters.rmt_peer * cell.count;
    access.l1_miss += source.counters.st_l1miss * cell.count;
    access.latency += cell.latency;
    access.cost += cell.cost;
    if (source.contended) {
      access.contended += cell.count;
      access.hitm_latency += cell.latency;
    }
  }

  void addAccesses(Line &line, CellRange cells) {
    for (std::uint32_t index : cells) {
      const Cell &cell = cells_[index];
      const decode::DecodedSource &source = sources_.of(cell.key);
      if (!source.kind)
        continue;
      addSamples(line.accesses.emplace_back(accessOf(cell.key, *source.kind)), cell, source);
    }
    foldEqualAccesses(line.accesses);
    std::sort(line.accesses.begin(), line.accesses.end(), [](const Access &a, const Access &b) {
      return std::tuple(a.offset, b.lcl_hitm + b.rmt_hitm, b.count, identity(a)) <
             std::tuple(b.offset, a.lcl_hitm + a.rmt_hitm, a.count, identity(b));
    });
  }

  /// Cells that differ in their data source alone are one access.
  static void foldEqualAccesses(std::vector<Access> &accesses) {
    std::sort(accesses.begin(), accesses.end(),
              [](const Access &a, const Access &b) { return identity(a) < identity(b); });
    auto kept = accesses.begin();
    for (auto at = accesses.begin(); at != accesses.end(); ++at) {
      if (at == accesses.begin())
        continue;
      if (identity(*kept) != identity(*at)) {
        *++kept = *at;
        continue;
      }
      for (auto member : {&Access::count, &Access::lcl_hitm, &Access::rmt_hitm, &Access::lcl_peer,
                          &Access::rmt_peer, &Access::l1_miss, &Access::latency,
                          &Access::hitm_latency, &Access::cost, &Access::contended})
        (*kept).*member += (*at).*member;
    }
    if (!accesses.empty())
      accesses.erase(std::next(kept), accesses.end());
    accesses.shrink_to_fit();
  }

  std::vector<Cell> cells_;
  const perf::AddressSpaces &spaces_;
  LineGroups groups_;
  std::uint32_t line_size_;
  NameTables &names_;
  Profile &profile_;
  decode::SourceTable sources_;
  std::vector<LineKey> keys_;                ///< by line number
  std::vector<LineBrief> briefs_;            ///< by line number
  std::vector<std::uint32_t> line_of_cell_;  ///< by cell
  std::vector<std::uint32_t> place_of_line_; ///< by line number; kDropped
  std::vector<std::uint32_t> cells_by_line_;
};

} // namespace

void buildLines(std::vector<Cell> cells, const perf::AddressSpaces &spaces, std::uint32_t line_size,
                NameTables &names, Profile &profile) {
  LineBuilder(std::move(cells), spaces, line_size, names, profile).build();
}

} // namespace fsfind::lines
