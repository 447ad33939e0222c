#include "rules/model/TypeLayout.h"

#include <algorithm>

namespace fsfind {

namespace {

/// Adds the bytes from `begin` to `end`, which no member has. `unknown` is sorted.
void addHoles(std::uint64_t begin, std::uint64_t end, const std::vector<ByteRange> &unknown,
              std::vector<LayoutHole> &holes) {
  for (const ByteRange &range : unknown) {
    const std::uint64_t first = std::max(begin, range.offset);
    const std::uint64_t last = std::min(end, range.offset + range.size);
    if (first >= last)
      continue;
    if (begin < first)
      holes.push_back({begin, first - begin});
    holes.push_back({first, last - first, false});
    begin = last;
  }
  if (begin < end)
    holes.push_back({begin, end - begin});
}

} // namespace

bool isSameType(const TypeLayout &a, const TypeLayout &b) {
  return a.name == b.name && a.declared == b.declared && a.size == b.size;
}

std::vector<LayoutHole> holesOf(const TypeLayout &layout) {
  std::vector<ByteRange> unknown = layout.unknown;
  std::sort(unknown.begin(), unknown.end(),
            [](const ByteRange &a, const ByteRange &b) { return a.offset < b.offset; });
  std::vector<LayoutHole> holes;
  std::uint64_t covered = 0; // all bytes below have a member or are in a hole
  for (const LaidOutMember &member : layout.members) {
    addHoles(covered, member.offset, unknown, holes);
    covered = std::max(covered, member.offset + member.size);
  }
  if (!layout.cut)
    addHoles(covered, layout.size, unknown, holes);
  return holes;
}

} // namespace fsfind
