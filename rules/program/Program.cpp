#include "rules/program/Program.h"

#include "rules/model/DisplayName.h"
#include "rules/model/LineSize.h"
#include "rules/program/Locks.h"
#include "rules/program/Uses.h"

#include <algorithm>

namespace fsfind {

namespace {

std::uint32_t chosenLine(const Facts &facts, const CheckOptions &options) {
  if (options.line_size != 0)
    return options.line_size;
  std::uint32_t line = 0;
  for (const FactUnit &unit : facts.units)
    if (isLineSize(unit.line_size)) // facts that a stranger wrote may have others
      line = std::max(line, unit.line_size);
  return line == 0 ? kDefaultLineSize : line;
}

} // namespace

ArrayId arrayOf(const Designator &what) {
  ArrayId array;
  array.variable = what.variable;
  for (const FactStep &step : what.steps)
    if (step.kind == StepKind::Member)
      array = {.variable = {}, .record = step.record, .member = step.member};
  return array;
}

Program::Program(const Facts &facts, const CheckOptions &options)
    : facts_(facts), line_size_(chosenLine(facts, options)), roles_(facts),
      bindings_(facts, roles_), locks_(facts, roles_), threads_(facts, roles_, bindings_),
      uses_(collectUses(facts, roles_, bindings_, locks_)) {
  for (const FactFunction &function : facts.functions)
    for (const FactAllocation &allocation : function.allocations)
      if (const ArrayId array = arrayOf(allocation.target); array.known())
        allocations_[array].push_back(&allocation);
}

std::span<const FactAllocation *const> Program::allocations(const ArrayId &array) const {
  const auto found = allocations_.find(array);
  if (found == allocations_.end())
    return {};
  return found->second;
}

std::uint64_t Program::alignment(const ArrayId &array) const {
  std::uint64_t least = 0;
  for (const FactAllocation *allocation : allocations(array)) {
    if (allocation->alignment == 0)
      return 0;
    least = least == 0 ? allocation->alignment : std::min(least, allocation->alignment);
  }
  return least;
}

std::string Program::nameOf(const ArrayId &array) const {
  if (array.variable)
    return facts_.variable(*array.variable).name;
  if (!array.record)
    return {};
  const FactRecord &record = facts_.record(*array.record);
  return memberName(record, record.members[array.member]);
}

Place Program::placeOf(const ArrayId &array) const {
  if (array.variable)
    return facts_.place(facts_.variable(*array.variable).place);
  if (!array.record)
    return {};
  return facts_.place(facts_.record(*array.record).members[array.member].place);
}

RecordInfo Program::recordInfo(RecordIndex at) const {
  const FactRecord &record = facts_.record(at);
  return {.name = record.name,
          .declared = facts_.place(record.place),
          .size = record.size,
          .align = record.declared_align};
}

std::string Program::whoUses(const Use &use, RoleIndex role) const {
  if (isStarted(role))
    return roles_.role(role).name;
  FunctionIndex at = use.author;
  while (facts_.function(at).kind != FunctionKind::Function && facts_.function(at).parent)
    at = *facts_.function(at).parent;
  return facts_.function(at).name;
}

} // namespace fsfind
