// Tells true, false and mixed sharing apart by samples. Samples are few: "this thread never touches
// that cell" is believed only if at least three samples would be expected there if the thread used
// the cells as the other does (a Poisson variable of mean three is zero in 5 % of cases).
#include "rules/measured/usage/Significance.h"
#include "rules/measured/usage/UsageTable.h"

#include <algorithm>
#include <map>
#include <string>

namespace fsfind {

namespace {

/// HITM loads of a cell that nobody writes are caused by writes beside it. Fewer than two, or less
/// than a twentieth of the line's, may be strays.
constexpr std::uint64_t kMinDisturbed = 2;
constexpr std::uint64_t kDisturbedPart = 20;

/// Every pair of footprints is compared, so their number is limited; only crafted recordings have
/// more.
constexpr std::size_t kMostFootprints = 512;

std::uint64_t samplesOf(std::span<const CellUse> uses) {
  std::uint64_t samples = 0;
  for (const CellUse &use : uses)
    samples += use.samples();
  return samples;
}

/// Uses of cells, one row for all threads that use the same cells in the same way: more samples for
/// each comparison, and fewer pairs.
using Footprints = std::vector<std::vector<CellUse>>;

Footprints footprints(const UsageTable &table) {
  std::map<std::string, std::vector<CellUse>> by_cells;
  std::string cells(table.columns(), '0');
  for (std::size_t r = 0; r < table.rows(); ++r) {
    bool used = false;
    for (std::size_t c = 0; c < table.columns(); ++c) {
      const CellUse &use = table.at(r, c);
      cells[c] = table.writes(use) ? 'w' : use.samples() != 0 ? 'r' : '-';
      used |= use.samples() != 0;
    }
    if (!used)
      continue;
    auto &sum = by_cells.try_emplace(cells, table.columns()).first->second;
    for (std::size_t c = 0; c < table.columns(); ++c)
      sum[c] += table.at(r, c);
  }
  Footprints result;
  for (auto &[key, sum] : by_cells)
    result.push_back(std::move(sum));
  if (result.size() > kMostFootprints) {
    std::stable_sort(result.begin(), result.end(),
                     [](const auto &a, const auto &b) { return samplesOf(a) > samplesOf(b); });
    result.resize(kMostFootprints);
  }
  return result;
}

/// The samples of one thread (`own`) on cells where another (`other`) has none.
struct Apart {
  double expected = 0; ///< samples of `other` there if it used cells as `own` does
  bool written = false;
};

/// `measure` returns the samples of a cell to compare. A wide access that also covers cells of the
/// other thread meets it there, so it does not count as apart.
template <class Measure>
Apart apart(const UsageTable &table, std::span<const CellUse> own, std::span<const CellUse> other,
            Measure measure) {
  double there = 0, all = 0, others = 0;
  bool reaches_over = false;
  for (std::size_t c = 0; c < own.size(); ++c) {
    all += static_cast<double>(measure(own[c]));
    others += static_cast<double>(measure(other[c]));
    reaches_over |= own[c].spanning != 0 && measure(other[c]) != 0;
  }
  Apart result;
  for (std::size_t c = 0; c < own.size(); ++c) {
    const std::uint64_t wide = reaches_over ? own[c].spanning : 0;
    if (measure(other[c]) != 0 || measure(own[c]) <= wide)
      continue;
    there += static_cast<double>(measure(own[c]) - wide);
    result.written |= table.writes(own[c]);
  }
  result.expected = all > 0 ? others * there / all : 0;
  return result;
}

bool writesAny(const UsageTable &table, std::span<const CellUse> uses) {
  return std::any_of(uses.begin(), uses.end(),
                     [&](const CellUse &use) { return table.writes(use); });
}

/// Whether `own` uses cells that `other` never touches, and a write by one of them disturbs the
/// other.
bool hasOwnCells(const UsageTable &table, std::span<const CellUse> own,
                 std::span<const CellUse> other) {
  const Apart part = apart(table, own, other, [](const CellUse &use) { return use.samples(); });
  return part.expected >= kBelievableAbsence && (part.written || writesAny(table, other));
}

bool writeApart(const UsageTable &table, std::span<const CellUse> a, std::span<const CellUse> b) {
  const auto written = [&](const CellUse &use) {
    return table.writes(use) ? use.stores + (table.writersAssumed() ? use.loads : 0) : 0;
  };
  return apart(table, a, b, written).expected >= kBelievableAbsence &&
         apart(table, b, a, written).expected >= kBelievableAbsence;
}

template <class Test> bool anyPair(const UsageTable &table, Test test) {
  const Footprints all = footprints(table);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j)
      if (test(all[i], all[j]))
        return true;
  return false;
}

bool pairsApart(const UsageTable &table) {
  return anyPair(table, [&](const auto &a, const auto &b) {
    return hasOwnCells(table, a, b) || hasOwnCells(table, b, a) || writeApart(table, a, b);
  });
}

struct ColumnSums {
  std::size_t users = 0, writers = 0;
  std::uint64_t contended = 0;
};

std::vector<ColumnSums> columnSums(const UsageTable &table) {
  std::vector<ColumnSums> sums(table.columns());
  for (std::size_t r = 0; r < table.rows(); ++r)
    for (std::size_t c = 0; c < table.columns(); ++c) {
      const CellUse &use = table.at(r, c);
      sums[c].users += use.samples() != 0;
      sums[c].writers += table.writes(use);
      sums[c].contended += use.contended;
    }
  return sums;
}

bool disturbsUnwritten(const std::vector<ColumnSums> &columns) {
  std::uint64_t unwritten = 0, all = 0;
  for (const ColumnSums &column : columns) {
    all += column.contended;
    unwritten += column.writers == 0 ? column.contended : 0;
  }
  return unwritten >= kMinDisturbed && unwritten * kDisturbedPart >= all;
}

std::size_t usedRows(const UsageTable &table) {
  std::size_t used = 0;
  for (std::size_t r = 0; r < table.rows(); ++r)
    used += std::any_of(table.row(r).begin(), table.row(r).end(),
                        [](const CellUse &use) { return use.samples() != 0; });
  return used;
}

} // namespace

std::optional<Sharing> UsageTable::sharing() const {
  if (usedRows(*this) < 2)
    return std::nullopt;
  const std::vector<ColumnSums> columns = columnSums(*this);
  const auto any = [&](auto &&test) { return std::any_of(columns.begin(), columns.end(), test); };
  if (!any([](const ColumnSums &column) { return column.writers != 0; }))
    return std::nullopt;
  if (!any([](const ColumnSums &column) { return column.writers != 0 && column.users >= 2; }))
    return Sharing::False;
  return disturbsUnwritten(columns) || pairsApart(*this) ? Sharing::Mixed : Sharing::True;
}

bool UsageTable::writesApart() const {
  return anyPair(*this, [&](const auto &a, const auto &b) { return writeApart(*this, a, b); });
}

} // namespace fsfind
