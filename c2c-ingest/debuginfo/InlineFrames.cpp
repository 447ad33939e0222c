#include "c2c-ingest/debuginfo/InlineFrames.h"

#include "c2c-ingest/debuginfo/SourcePath.h"

#include <algorithm>

namespace fsfind::debuginfo {

namespace {

Place lineTablePlace(const Unit &unit, std::uint64_t svma) {
  Dwarf_Die linked = unit.skeleton ? unit.skeleton->die : unit.die;
  Dwarf_Line *row = dwarf_getsrc_die(&linked, svma);
  const char *file = row ? dwarf_linesrc(row, nullptr, nullptr) : nullptr;
  if (!file)
    return {};
  int line = 0, column = 0;
  dwarf_lineno(row, &line);
  dwarf_linecol(row, &column);
  return {sourcePath(unit, file), static_cast<std::uint32_t>(line),
          static_cast<std::uint32_t>(column)};
}

/// Inlined calls that cover an address, outermost first.
class InlinedCalls {
public:
  InlinedCalls(const Unit &unit, std::uint64_t svma) : unit_(unit), svma_(svma) {}

  std::vector<Dwarf_Die> within(Dwarf_Die function) {
    descend(function, 0);
    return std::move(calls_);
  }

private:
  void descend(Dwarf_Die parent, int depth) {
    bool found = depth > kMaxDieDepth;
    walk_.children(parent, [&](Dwarf_Die child) {
      const int tag = tagOf(child);
      if (found || (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_lexical_block) ||
          !covers(rangesOf(unit_, child), svma_))
        return;
      found = true;
      if (tag == DW_TAG_inlined_subroutine)
        calls_.push_back(child);
      descend(child, depth + 1);
    });
  }

  const Unit &unit_;
  std::uint64_t svma_;
  DieWalk walk_;
  std::vector<Dwarf_Die> calls_;
};

Place callPlace(DwarfUnits &units, Unit &unit, Dwarf_Die call) {
  const auto number = [&](unsigned name) {
    return static_cast<std::uint32_t>(constantOf(call, name).value_or(0));
  };
  return {units.fileName(unit, number(DW_AT_call_file)), number(DW_AT_call_line),
          number(DW_AT_call_column)};
}

} // namespace

std::vector<Dwarf_Die> functionsAt(DwarfUnits &units, std::uint64_t svma) {
  Unit *unit = units.unitAt(svma);
  const auto function = unit ? units.indexOf(*unit).functionAt(svma) : std::nullopt;
  if (!function)
    return {};
  std::vector<Dwarf_Die> functions = InlinedCalls(*unit, svma).within(*function);
  functions.insert(functions.begin(), *function);
  std::reverse(functions.begin(), functions.end());
  return functions;
}

std::vector<Frame> inlineFrames(DwarfUnits &units, Names &names, std::uint64_t svma) {
  Unit *unit = units.unitAt(svma);
  if (!unit)
    return {};
  Place place = lineTablePlace(*unit, svma);
  const std::vector<Dwarf_Die> functions = functionsAt(units, svma);
  if (functions.empty())
    return place.known() ? std::vector<Frame>{{"", std::move(place)}} : std::vector<Frame>{};
  std::vector<Frame> frames;
  for (const Dwarf_Die &function : functions) {
    frames.push_back({names.function(function), std::move(place)});
    place = callPlace(units, *unit, function); // of the outermost one there is none
  }
  return frames;
}

} // namespace fsfind::debuginfo
