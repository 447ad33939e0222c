#include "rules/model/StoreEvidence.h"

#include <vector>

namespace fsfind {

namespace {

struct ThreadCounts {
  std::uint32_t thread = 0;
  std::uint64_t loads = 0, stores = 0;
};

/// One entry for each thread, summed over the line.
std::vector<ThreadCounts> countsByThread(const Line &line) {
  std::vector<ThreadCounts> counts;
  counts.reserve(line.accesses.size());
  for (const Access &access : line.accesses) {
    const bool store = access.kind == AccessKind::Store;
    counts.push_back({access.thread.value(), store ? 0 : access.count, store ? access.count : 0});
  }
  std::sort(counts.begin(), counts.end(),
            [](const auto &a, const auto &b) { return a.thread < b.thread; });
  std::size_t last = 0;
  for (std::size_t i = 1; i < counts.size(); ++i) {
    if (counts[i].thread != counts[last].thread) {
      counts[++last] = counts[i];
      continue;
    }
    counts[last].loads += counts[i].loads;
    counts[last].stores += counts[i].stores;
  }
  counts.resize(std::min(counts.size(), last + 1));
  return counts;
}

bool storesAtSeveralOffsets(const Line &line) {
  const Access *first = nullptr;
  for (const Access &access : line.accesses) {
    if (access.kind != AccessKind::Store)
      continue;
    if (first != nullptr && first->offset != access.offset)
      return true;
    first = &access;
  }
  return false;
}

} // namespace

bool hasStoreEvidence(const Line &line) {
  const std::vector<ThreadCounts> counts = countsByThread(line);
  std::uint64_t loads = 0, stores = 0, most_stores = 0, most_samples = 0;
  for (const ThreadCounts &one : counts) {
    loads += one.loads;
    stores += one.stores;
    most_stores = std::max(most_stores, one.stores);
    most_samples = std::max(most_samples, one.loads + one.stores);
  }
  // Sizes of the largest matchings of samples by different threads (Hall's theorem).
  const std::uint64_t store_pairs = std::min(stores / 2, stores - most_stores);
  const std::uint64_t load_pairs = std::min({stores, loads, loads + stores - most_samples});
  return load_pairs >= kMinStoreLoadPairs ||
         (store_pairs >= kMinStorePairs && storesAtSeveralOffsets(line));
}

} // namespace fsfind
