#include "rules/source/members/HandOver.h"

#include "rules/source/contention/DatumUses.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

namespace fsfind {

namespace {

/// What is accessed lies behind a member of the record, or is an element of one.
bool isBehind(const FactAccess &access, RecordIndex record) {
  const auto &steps = access.what.steps;
  const auto member = std::find_if(steps.begin(), steps.end(), [&](const FactStep &step) {
    return step.kind == StepKind::Member && step.record == record;
  });
  return member != steps.end() && std::any_of(member, steps.end(), [](const FactStep &step) {
           return step.kind != StepKind::Member;
         });
}

/// The link to the next element of a list, which locals lead to: `last->next`.
bool isLink(const Facts &facts, const FactAccess &access, RecordIndex record) {
  const auto &steps = access.what.steps;
  return !steps.empty() && steps.back().kind == StepKind::Member && steps.back().record != record &&
         facts.type(access.what.type).kind != TypeClass::Plain;
}

/// Elements that functions store, or load: by their type, or the member that links them.
using Elements = std::set<std::tuple<TypeIndex, std::optional<RecordIndex>, std::uint32_t>>;

Elements elementsOf(const Facts &facts, const Functions &functions, RecordIndex record,
                    bool stored) {
  Elements elements;
  for (const FunctionIndex function : functions)
    for (const FactAccess &access : facts.function(function).accesses) {
      if (access.op != (stored ? Op::Write : Op::Read))
        continue;
      if (isBehind(access, record))
        elements.insert({access.what.type, std::nullopt, 0});
      if (isLink(facts, access, record))
        elements.insert(
            {access.what.type, access.what.steps.back().record, access.what.steps.back().member});
    }
  return elements;
}

/// Each write of it is seen by other threads, and made without a lock.
bool isPublished(const Datum &datum) {
  return std::all_of(datum.uses.begin(), datum.uses.end(), [](const Use *use) {
    return !use->writes() ||
           (use->synchronises() && use->leaf != TypeClass::Lock && use->locks.empty());
  });
}

} // namespace

bool handsOver(const Program &program, RecordIndex record, const Datum &one, const Datum &other) {
  const Functions putting = writersOf(one), taking = writersOf(other);
  if (putting.empty() || taking.empty() || !disjoint(putting, taking) || !isPublished(one) ||
      !isPublished(other))
    return false;
  const auto passes = [&](const Functions &from, const Functions &to) {
    const auto stored = elementsOf(program.facts(), from, record, true);
    const auto loaded = elementsOf(program.facts(), to, record, false);
    return std::any_of(stored.begin(), stored.end(),
                       [&](const auto &element) { return loaded.count(element) != 0; });
  };
  return passes(putting, taking) || passes(taking, putting);
}

} // namespace fsfind
