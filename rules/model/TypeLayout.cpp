#include "rules/model/TypeLayout.h"

#include <algorithm>

namespace fsfind {

std::vector<LayoutHole> holesOf(const TypeLayout &layout) {
  std::vector<LayoutHole> holes;
  std::uint64_t covered = 0; // all bytes below have a member or are in a hole
  for (const LaidOutMember &member : layout.members) {
    if (member.offset > covered)
      holes.push_back({covered, member.offset - covered});
    covered = std::max(covered, member.offset + member.size);
  }
  if (covered < layout.size && !layout.cut)
    holes.push_back({covered, layout.size - covered});
  return holes;
}

} // namespace fsfind
