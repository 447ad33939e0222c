#include "rules/model/Bytes.h"

#include <algorithm>
#include <numeric>

namespace fsfind {

void Bytes::widen(Bytes other) {
  begin = std::min(begin, other.begin);
  end = std::max(end, other.end);
}

Meeting meet(Bytes a, Bytes b, std::uint64_t align, std::uint32_t line) {
  const std::uint64_t step = std::min<std::uint64_t>(std::max<std::uint64_t>(align, 1), line);
  Meeting result{.meeting = 0, .bases = line / step};
  if (a.begin > b.begin)
    std::swap(a, b);
  const std::uint64_t last = std::max(a.end, a.begin + 1) - 1;
  for (std::uint64_t base = 0; base < line; base += step)
    if ((base + last) / line >= (base + b.begin) / line)
      ++result.meeting;
  return result;
}

Meeting meetNeighbours(Bytes used, std::uint64_t stride, std::uint64_t align, std::uint32_t line) {
  if (stride == 0)
    return {};
  const Bytes next{used.begin + stride, used.end + stride};
  // Every element begins at the base plus a multiple of the stride.
  const std::uint64_t reached = std::gcd<std::uint64_t>(stride, line);
  const std::uint64_t base = std::min<std::uint64_t>(std::max<std::uint64_t>(align, 1), line);
  return meet(used, next, std::min(base, reached), line);
}

std::uint64_t gap(Bytes a, Bytes b) {
  if (a.begin > b.begin)
    std::swap(a, b);
  return b.begin > a.end ? b.begin - a.end : 0;
}

} // namespace fsfind
