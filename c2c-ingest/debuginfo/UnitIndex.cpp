#include "c2c-ingest/debuginfo/UnitIndex.h"

#include "c2c-ingest/debuginfo/RangeList.h"

#include <algorithm>

namespace fsfind::debuginfo {

namespace {

bool isScope(int tag) {
  return isRecordTag(tag) || tag == DW_TAG_namespace || tag == DW_TAG_module ||
         tag == DW_TAG_subprogram || tag == DW_TAG_enumeration_type;
}

bool holdsScopes(int tag) {
  return isScope(tag) || tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine;
}

} // namespace

struct UnitIndex::Builder {
  UnitIndex &index;
  const Unit &unit;
  DieWalk walk;

  void visitChildren(Dwarf_Die parent, std::uint32_t scope, int depth) {
    if (depth > kMaxDieDepth)
      return;
    walk.children(parent, [&](Dwarf_Die child) {
      const int tag = tagOf(child);
      if (!holdsScopes(tag) || !dwarf_haschildren(&child)) {
        if (tag == DW_TAG_subprogram)
          addFunction(child);
        return;
      }
      if (tag == DW_TAG_subprogram)
        addFunction(child);
      visitChildren(child, isScope(tag) ? enter(child, scope) : scope, depth + 1);
    });
  }

  std::uint32_t enter(Dwarf_Die die, std::uint32_t parent) {
    Dwarf_Die next;
    const bool last = dwarf_siblingof(&die, &next) != 0;
    const void *outer_end = parent == kNoScope ? nullptr : index.scopes_[parent].end;
    index.scopes_.push_back({die, last ? outer_end : next.addr, parent});
    return static_cast<std::uint32_t>(index.scopes_.size() - 1);
  }

  void addFunction(Dwarf_Die die) {
    for (const AddressRange &range : rangesOf(unit, die))
      index.functions_.push_back({range.begin, range.end, die});
  }
};

UnitIndex::UnitIndex(const Unit &unit) {
  Builder{*this, unit, {}}.visitChildren(unit.die, kNoScope, 0);
  std::sort(functions_.begin(), functions_.end(),
            [](const FunctionRange &a, const FunctionRange &b) { return a.begin < b.begin; });
}

std::vector<Dwarf_Die> UnitIndex::scopesOf(Dwarf_Die die) const {
  auto after = std::lower_bound(
      scopes_.begin(), scopes_.end(), die.addr,
      [](const Scope &scope, const void *address) { return scope.die.addr < address; });
  std::vector<Dwarf_Die> around;
  if (after == scopes_.begin())
    return around;
  for (auto scope = static_cast<std::uint32_t>(after - scopes_.begin() - 1); scope != kNoScope;
       scope = scopes_[scope].parent)
    if (!scopes_[scope].end || die.addr < scopes_[scope].end)
      around.push_back(scopes_[scope].die);
  std::reverse(around.begin(), around.end());
  return around;
}

std::optional<Dwarf_Die> UnitIndex::functionAt(std::uint64_t svma) const {
  auto after = std::upper_bound(functions_.begin(), functions_.end(), svma,
                                [](std::uint64_t address, const FunctionRange &function) {
                                  return address < function.begin;
                                });
  // A nested function's range lies within its outer one's, which a few steps back reach.
  for (int steps = 0; steps < 8 && after != functions_.begin(); ++steps) {
    --after;
    if (svma < after->end)
      return after->die;
  }
  return {};
}

} // namespace fsfind::debuginfo
