#include "rules/measured/usage/UsageTable.h"

#include <algorithm>

namespace fsfind {

namespace {

/// Counts below the usual one divided by this are noise.
constexpr std::uint64_t kNoiseParts = 20;

using Count = std::uint64_t CellUse::*;

/// The mean count of the threads that have any; 0 if none has.
std::uint64_t fairShare(const UsageTable &table, Count kind) {
  std::uint64_t total = 0, threads = 0;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    std::uint64_t sum = 0;
    for (const CellUse &use : table.row(r))
      sum += use.*kind;
    total += sum;
    threads += sum != 0;
  }
  return threads == 0 ? 0 : total / threads;
}

void removeNoiseOf(UsageTable &table, Count kind) {
  const std::uint64_t fair = fairShare(table, kind);
  for (std::size_t r = 0; r < table.rows(); ++r) {
    std::uint64_t sum = 0, most = 0;
    for (const CellUse &use : table.row(r)) {
      sum += use.*kind;
      most = std::max(most, use.*kind);
    }
    const bool whole = rare(sum, fair);
    for (std::size_t c = 0; c < table.columns(); ++c)
      if (whole || rare(table.at(r, c).*kind, most))
        table.at(r, c).*kind = 0;
  }
}

} // namespace

bool rare(std::uint64_t count, std::uint64_t usual) {
  return count * kNoiseParts < usual;
}

CellUse &CellUse::operator+=(const CellUse &other) {
  loads += other.loads;
  stores += other.stores;
  contended += other.contended;
  spanning += other.spanning;
  rare_stores += other.rare_stores;
  return *this;
}

UsageTable UsageTable::grouped(std::span<const std::uint32_t> group_of, std::size_t groups) const {
  UsageTable result(rows_, groups);
  result.writers_assumed_ = writers_assumed_;
  for (std::size_t r = 0; r < rows_; ++r)
    for (std::size_t c = 0; c < columns_; ++c)
      if (group_of[c] != kDropped)
        result.at(r, group_of[c]) += at(r, c);
  return result;
}

void UsageTable::removeNoise() {
  for (CellUse &use : uses_)
    use.rare_stores = use.stores;
  removeNoiseOf(*this, &CellUse::loads);
  removeNoiseOf(*this, &CellUse::stores);
  for (CellUse &use : uses_) {
    use.rare_stores -= use.stores;
    if (use.samples() == 0)
      use.contended = 0;
  }
}

} // namespace fsfind
