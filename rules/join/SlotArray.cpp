#include "rules/join/SlotArray.h"

#include "rules/join/UsedData.h"
#include "rules/model/DisplayName.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/source/WrittenSlots.h"

#include <algorithm>

namespace fsfind {

namespace {

bool isCounted(const FactIndex &index) {
  return index.from == Provenance::Loop || index.from == Provenance::Constant ||
         index.from == Provenance::Whole;
}

/// Whether an index behind the first is not counted.
bool choosesWithin(const FactAccess &access) {
  bool first = true;
  for (const FactStep &step : access.what.steps) {
    if (step.kind != StepKind::Index)
      continue;
    if (!first && !isCounted(step.index))
      return true;
    first = false;
  }
  return false;
}

} // namespace

bool SlotArray::byInnerIndex(const FactLookup &lookup) const {
  if (!variable)
    return false;
  const auto all = lookup.accesses.through({lookup.facts.variable(*variable).place});
  return std::any_of(all.begin(), all.end(), [&](const SeenAccess &one) {
    const Designator &what = one.access->what;
    return what.root == Root::Variable && what.variable == variable && choosesWithin(*one.access);
  });
}

/// A measured member's path begins in its object, so a member of a record comes first.
std::optional<SlotArray> slotArrayOf(const Finding &measured, const FindingMember &member,
                                     const FactLookup &lookup, const FileMatch &files) {
  const Facts &facts = lookup.facts;
  SlotArray array;
  FactPlace place;
  if (const auto step = declarationOf(member, facts, files)) {
    const FactRecord &record = facts.record(step->record);
    array.name = memberName(record, record.members[step->member]);
    place = record.members[step->member].place;
  } else if ((array.variable = measured.rule == kRuleAdjacentGlobals
                                   ? variableOf(member, facts, files)
                                   : variableOf(measured.object, facts, files))) {
    array.name = facts.variable(*array.variable).name;
    place = facts.variable(*array.variable).place;
  }
  array.slots = slotsAt(lookup, facts.place(place));
  return array.slots ? std::optional(array) : std::nullopt;
}

std::set<std::optional<TypeIndex>> elementTypesOf(const Facts &facts, const std::string &name,
                                                  const std::string &file) {
  std::set<std::optional<TypeIndex>> elements;
  for (const FactVariable &variable : facts.variables)
    if (variable.name == name && facts.place(variable.place).file == file)
      elements.insert(facts.type(variable.type).element);
  for (const FactRecord &record : facts.records)
    for (const FactMember &member : record.members)
      if (memberName(record, member) == name && facts.place(member.place).file == file)
        elements.insert(facts.type(member.type).element);
  return elements;
}

} // namespace fsfind
