#include "rules/remedy/source/AccumulatedData.h"

#include <algorithm>
#include <functional>

namespace fsfind {

namespace {

bool changesInLoop(const FactAccess &access) {
  return access.accumulates != Accumulation::None && access.loop_depth > 0 && access.same_object;
}

} // namespace

FactPlace declarationOf(const Facts &facts, const Designator &what) {
  const auto member =
      std::find_if(what.steps.rbegin(), what.steps.rend(),
                   [](const FactStep &step) { return step.kind == StepKind::Member; });
  if (member != what.steps.rend())
    return facts.record(member->record).members[member->member].place;
  return what.variable ? facts.variable(*what.variable).place : FactPlace{};
}

std::size_t AccumulatedData::Hash::operator()(const FactPlace &place) const {
  constexpr unsigned kLineBits = 32, kColumnBits = 12; // columns beyond them are rare
  return std::hash<std::uint64_t>()(std::uint64_t{place.file.value()} << kLineBits ^
                                    std::uint64_t{place.line} << kColumnBits ^ place.column);
}

AccumulatedData::AccumulatedData(const Facts &facts) {
  for (const FactFunction &function : facts.functions)
    for (const FactAccess &access : function.accesses)
      if (changesInLoop(access))
        first_.try_emplace(declarationOf(facts, access.what), &access);
}

const FactAccess *AccumulatedData::firstChange(FactPlace declared) const {
  const auto found = first_.find(declared);
  return found == first_.end() ? nullptr : found->second;
}

} // namespace fsfind
