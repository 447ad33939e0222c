#include "rules/remedy/source/MadeObjects.h"

#include <vector>

namespace fsfind {

std::optional<RecordIndex> innermostRecord(const Facts &facts, TypeIndex type) {
  const FactType *at = &facts.type(type);
  while (at->element && at->kind != TypeClass::Pointer)
    at = &facts.type(*at->element);
  return at->record;
}

MadeObjects::MadeObjects(const Facts &facts) {
  std::vector<std::pair<TypeIndex, SeenAllocation>> allocations;
  std::vector<std::pair<RecordIndex, const FactAllocation *>> of_records;
  std::vector<std::pair<VariableIndex, const FactAllocation *>> by_target;
  std::vector<std::pair<FactPlace, SeenAllocation>> by_place, by_line;
  std::size_t number = 0;
  for (std::size_t i = 0; i < facts.functions.size(); ++i)
    for (const FactAllocation &one : facts.functions[i].allocations) {
      const SeenAllocation seen{FunctionIndex(i), number++, &one};
      if (one.element) {
        allocations.emplace_back(*one.element, seen);
        if (const auto record = innermostRecord(facts, *one.element))
          of_records.emplace_back(*record, &one);
      }
      if (one.target.variable)
        by_target.emplace_back(*one.target.variable, &one);
      by_place.emplace_back(one.place, seen);
      by_line.emplace_back(FactPlace{one.place.file, one.place.line, 0}, seen);
      add(facts, one);
    }
  std::vector<std::pair<TypeIndex, const FactVariable *>> variables;
  for (const FactVariable &variable : facts.variables) {
    variables.emplace_back(variable.type, &variable);
    if (const auto record = innermostRecord(facts, variable.type))
      in_variables_.insert(*record);
  }
  allocations_ = Grouped(std::move(allocations));
  variables_ = Grouped(std::move(variables));
  of_records_ = Grouped(std::move(of_records));
  by_target_ = Grouped(std::move(by_target));
  by_place_ = Grouped(std::move(by_place));
  by_line_ = Grouped(std::move(by_line));
}

void MadeObjects::add(const Facts &facts, const FactAllocation &allocation) {
  if (allocation.moves && allocation.element)
    resized_.insert(*allocation.element);
  any_resized_ |= allocation.moves && !allocation.element;
  if (allocation.kind == AllocationKind::Container) {
    if (allocation.target.variable)
      containers_.insert(facts.variable(*allocation.target.variable).place);
    for (const FactStep &step : allocation.target.steps)
      if (step.kind == StepKind::Member)
        containers_.insert(facts.record(step.record).members[step.member].place);
  }
  if (!allocation.call.above.known())
    return;
  const FactAllocatorCall *&first = first_calls_[{allocation.kind, allocation.call.name.file}];
  if (!first || allocation.call.above < first->above)
    first = &allocation.call;
}

const FactAllocatorCall *MadeObjects::firstCall(AllocationKind kind, FileIndex file) const {
  const auto found = first_calls_.find({kind, file});
  return found == first_calls_.end() ? nullptr : found->second;
}

} // namespace fsfind
