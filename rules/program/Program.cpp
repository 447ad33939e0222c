#include "rules/program/Program.h"

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
    line = std::max(line, unit.line_size);
  return line == 0 ? kDefaultLineSize : line;
}

} // namespace

Holder holderOf(const Designator &what) {
  Holder holder;
  holder.variable = what.variable;
  for (const FactStep &step : what.steps)
    if (step.kind == StepKind::Member)
      holder = {.variable = {}, .record = step.record, .member = step.member};
  return holder;
}

Program::Program(const Facts &facts, const CheckOptions &options)
    : facts_(facts), line_size_(chosenLine(facts, options)), roles_(facts),
      bindings_(facts, roles_), locks_(facts, roles_), threads_(facts, roles_, bindings_),
      uses_(collectUses(facts, roles_, bindings_, locks_)) {
  for (const FactFunction &function : facts.functions)
    for (const FactAllocation &allocation : function.allocations)
      if (const Holder holder = holderOf(allocation.target); holder.known())
        allocations_[holder].push_back(&allocation);
}

std::span<const FactAllocation *const> Program::allocations(const Holder &holder) const {
  const auto found = allocations_.find(holder);
  if (found == allocations_.end())
    return {};
  return found->second;
}

std::uint64_t Program::alignment(const Holder &holder) const {
  std::uint64_t least = 0;
  for (const FactAllocation *allocation : allocations(holder)) {
    if (allocation->alignment == 0)
      return 0;
    least = least == 0 ? allocation->alignment : std::min(least, allocation->alignment);
  }
  return least;
}

std::string Program::nameOf(const Holder &holder) const {
  if (holder.variable)
    return facts_.variable(*holder.variable).name;
  if (!holder.record)
    return {};
  const FactRecord &record = facts_.record(*holder.record);
  return record.name + "::" + record.members[holder.member].name;
}

Place Program::placeOf(const Holder &holder) const {
  if (holder.variable)
    return facts_.place(facts_.variable(*holder.variable).place);
  if (!holder.record)
    return {};
  return facts_.place(facts_.record(*holder.record).members[holder.member].place);
}

RecordInfo Program::recordInfo(RecordIndex at) const {
  const FactRecord &record = facts_.record(at);
  return {.name = record.name,
          .declared = facts_.place(record.place),
          .size = record.size,
          .align = record.declared_align};
}

std::string Program::whoUses(const Use &use, RoleIndex role) const {
  if (role != kMainRole && role != kUnknownRole)
    return roles_.role(role).name;
  FunctionIndex at = use.author;
  while (facts_.function(at).kind != FunctionKind::Function && facts_.function(at).parent)
    at = *facts_.function(at).parent;
  return facts_.function(at).name;
}

} // namespace fsfind
