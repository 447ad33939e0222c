#include "cli/report/html/PageReport.h"

#include <algorithm>
#include <tuple>

namespace fsfind::report {

namespace {

/// Shortens to `most` elements; returns how many were removed.
template <class T> std::size_t cut(std::vector<T> &elements, std::size_t most) {
  const std::size_t size = elements.size();
  elements.resize(std::min(size, most));
  return size - elements.size();
}

bool tellsMore(const Access &a, const Access &b) {
  return std::tie(a.contended, a.count) > std::tie(b.contended, b.count);
}

/// The line with those accesses only that tell most, in their order.
Line withAccesses(const Line &line, std::size_t most) {
  std::vector<const Access *> best;
  for (const Access &access : line.accesses)
    best.push_back(&access);
  std::stable_sort(best.begin(), best.end(),
                   [](const Access *a, const Access *b) { return tellsMore(*a, *b); });
  best.resize(most);
  std::sort(best.begin(), best.end());
  Line reduced = line;
  reduced.accesses.clear();
  for (const Access *access : best)
    reduced.accesses.push_back(*access);
  return reduced;
}

} // namespace

PageReport::PageReport(const Report &whole, const PageLimits &limits) : report_(whole) {
  lines_left_out_ = cut(report_.lines, limits.lines);
  findings_left_out_ = cut(report_.findings, limits.findings);
  reduced_.reserve(report_.lines.size()); // pointers to its elements stay valid
  std::size_t left = limits.accesses;
  for (RankedLine &ranked : report_.lines) {
    reduceLine(ranked, std::min(left, limits.accesses_of_line));
    left -= ranked.line->accesses.size();
  }
}

void PageReport::reduceLine(RankedLine &ranked, std::size_t most) {
  const std::size_t size = ranked.line->accesses.size();
  if (size <= most)
    return;
  accesses_[ranked.rank] = size;
  reduced_.push_back(withAccesses(*ranked.line, most));
  ranked.line = &reduced_.back();
}

} // namespace fsfind::report
