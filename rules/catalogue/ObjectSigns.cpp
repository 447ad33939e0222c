#include "rules/catalogue/ObjectSigns.h"

#include "rules/program/Names.h"

#include <algorithm>

namespace fsfind {

namespace {

/// Linked with others of its kind.
bool isLink(const FactMember &member) {
  return member.name == "next" || member.name == "prev" ||
         member.name.find("list") != std::string::npos;
}

bool runsOften(const Program &program, FunctionIndex function) {
  const auto reached = program.roles().of(function);
  return std::any_of(reached.begin(), reached.end(), [](const Reach &reach) { return reach.hot; });
}

} // namespace

RecordSigns::RecordSigns(const Program &program)
    : signs_(program.facts().records.size()), many_(program.facts().records.size()) {
  const Facts &facts = program.facts();
  noteVariables(facts);
  noteElements(facts);
  noteLinks(facts);
  noteAllocations(program);
  for (std::size_t i = 0; i < signs_.size(); ++i) {
    signs_[i].concurrent = namesQueue(facts.records[i].name);
    signs_[i].few = signs_[i].single || !many_[i];
  }
}

void RecordSigns::noteVariables(const Facts &facts) {
  for (const FactVariable &variable : facts.variables)
    if (variable.storage == Storage::Global || variable.storage == Storage::Static)
      if (const auto record = facts.type(variable.type).record)
        signs_[record->value()].single = true;
}

void RecordSigns::noteElements(const Facts &facts) {
  for (const FactType &type : facts.types)
    if ((type.kind == TypeClass::Array || type.kind == TypeClass::Container) && type.element)
      setMany(facts, *type.element);
}

void RecordSigns::noteLinks(const Facts &facts) {
  for (std::size_t i = 0; i < facts.records.size(); ++i) {
    const auto &members = facts.records[i].members;
    many_[i] = many_[i] || std::any_of(members.begin(), members.end(), isLink);
  }
}

void RecordSigns::noteAllocations(const Program &program) {
  const Facts &facts = program.facts();
  for (std::size_t i = 0; i < facts.functions.size(); ++i)
    for (const FactAllocation &allocation : facts.functions[i].allocations)
      if (allocation.element && (allocation.loop_depth > 0 || runsOften(program, FunctionIndex{i})))
        setMany(facts, *allocation.element);
}

void RecordSigns::setMany(const Facts &facts, TypeIndex type) {
  if (const auto record = facts.type(type).record)
    many_[record->value()] = true;
}

} // namespace fsfind
