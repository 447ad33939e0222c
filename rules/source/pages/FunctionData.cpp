#include "rules/source/pages/FunctionData.h"

#include <algorithm>

namespace fsfind {

namespace {

template <class Map>
const typename Map::mapped_type &at(const Map &map, const typename Map::key_type &key) {
  static const typename Map::mapped_type none;
  const auto found = map.find(key);
  return found == map.end() ? none : found->second;
}

} // namespace

FunctionData::FunctionData(const FactFunction &function) {
  for (const FactAccess &access : function.accesses) {
    if (access.op != Op::Write)
      reads_[{{access.what.root, access.what.variable}, access.what.parameter}].push_back(&access);
    if (access.op == Op::Read)
      in_lines_[access.place.line].push_back(&access);
    if (access.op == Op::Write && access.stored && access.stored->root == Root::Variable &&
        access.stored->variable && access.stored->steps.empty())
      stores_[*access.stored->variable].push_back(&access);
  }
  for (const FactAllocation &one : function.allocations) {
    allocations_[{one.target.root, one.target.variable}].push_back(&one);
    by_steps_[{one.target.root, stepsOf(one.target)}].push_back(&one);
  }
}

FunctionData::Steps FunctionData::stepsOf(const Designator &what) {
  Steps steps;
  for (const FactStep &step : what.steps)
    steps.emplace_back(step.kind, step.record, step.member);
  return steps;
}

const std::vector<const FactAccess *> &FunctionData::readsLike(const Designator &what) const {
  return at(reads_, {{what.root, what.variable}, what.parameter});
}

const std::vector<const FactAccess *> &FunctionData::readsIn(std::uint32_t line) const {
  return at(in_lines_, line);
}

const std::vector<const FactAccess *> &FunctionData::storesOf(VariableIndex variable) const {
  return at(stores_, variable);
}

const std::vector<const FactAllocation *> &
FunctionData::allocationsLike(const Designator &what) const {
  return at(allocations_, {what.root, what.variable});
}

bool FunctionData::allocatesAt(const Designator &what) const {
  const auto &all = at(by_steps_, {what.root, stepsOf(what)});
  return std::any_of(all.begin(), all.end(),
                     [&](const FactAllocation *one) { return one->target.steps == what.steps; });
}

} // namespace fsfind
