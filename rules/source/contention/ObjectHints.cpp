#include "rules/source/contention/ObjectHints.h"

#include "rules/model/NameHints.h"
#include "rules/source/contention/DatumUses.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace fsfind {

namespace {

/// The member links objects of one kind in a list.
bool isLink(const FactMember &member) {
  return member.name == "next" || member.name == "prev" ||
         member.name.find("list") != std::string::npos;
}

/// An atomic modification that unknown callers may request, of a word that is no lock, reference
/// count or link.
bool isOperation(const Use &use, const NameWords &known) {
  return use.access->op == Op::ReadModifyWrite && use.access->atomic && !use.setup &&
         !use.access->acquire_lock && !use.frame->whole_array && isOffered(use) &&
         !namesReferenceCount(known, use.frame->path) && !namesLink(known, use.frame->path);
}

bool runsOften(const Program &program, FunctionIndex function) {
  const auto reached = program.roles().of(function);
  return std::any_of(reached.begin(), reached.end(),
                     [](const Execution &execution) { return execution.hot(); });
}

} // namespace

RecordHints::RecordHints(const Program &program)
    : hints_(program.facts().records.size()), many_(program.facts().records.size()) {
  const Facts &facts = program.facts();
  noteVariables(facts);
  noteElements(facts);
  noteLinks(facts);
  noteSelected(program);
  noteAllocations(program);
  dropPromises(facts);
  for (const auto &[record, align] : promised_)
    hints_[record.value()].align = align;
  noteOperations(program);
  for (std::size_t i = 0; i < hints_.size(); ++i) {
    hints_[i].concurrent = namesQueue(facts.words, facts.records[i].name);
    hints_[i].few = hints_[i].single || !many_[i];
  }
}

void RecordHints::noteVariables(const Facts &facts) {
  for (const FactVariable &variable : facts.variables) {
    const FactType &type = facts.type(variable.type);
    if (type.record && (variable.storage == Storage::Global || variable.storage == Storage::Static))
      hints_[type.record->value()].single = true;
    promise(facts, variable.type, std::max<std::uint64_t>(variable.declared_align, type.align));
  }
}

void RecordHints::noteElements(const Facts &facts) {
  for (const FactType &type : facts.types)
    if ((type.kind == TypeClass::Array || type.kind == TypeClass::Container) && type.element)
      setMany(facts, *type.element);
}

void RecordHints::noteLinks(const Facts &facts) {
  for (std::size_t i = 0; i < facts.records.size(); ++i) {
    const auto &members = facts.records[i].members;
    many_[i] = many_[i] || std::any_of(members.begin(), members.end(), isLink);
  }
}

/// There are many of each record that is an element of a block or array.
void RecordHints::noteSelected(const Program &program) {
  for (const Use &use : program.uses())
    if (use.frame && use.frame->in_array)
      many_[use.frame->record.value()] = true;
}

void RecordHints::noteAllocations(const Program &program) {
  const Facts &facts = program.facts();
  for (std::size_t i = 0; i < facts.functions.size(); ++i)
    for (const FactAllocation &allocation : facts.functions[i].allocations) {
      if (!allocation.element)
        continue;
      notePromise(facts, allocation);
      if (allocation.loop_depth > 0 || runsOften(program, FunctionIndex{i}))
        setMany(facts, *allocation.element);
    }
}

/// The first object of a block lies where the block begins; of several, each a size further.
void RecordHints::notePromise(const Facts &facts, const FactAllocation &allocation) {
  const std::uint64_t size = facts.type(*allocation.element).size;
  const bool one = size != 0 && allocation.bytes >= size && allocation.bytes - size < size;
  const std::uint64_t both = one ? allocation.alignment : allocation.alignment | size;
  promise(facts, *allocation.element, allocation.alignment == 0 ? 0 : both & (~both + 1));
}

/// Each object of the type lies as its least aligned one does.
void RecordHints::promise(const Facts &facts, TypeIndex type, std::uint64_t align) {
  if (const auto record = facts.type(type).record) {
    const auto known = promised_.emplace(*record, align).first;
    known->second = std::min(known->second, align);
  }
}

/// Drops the promise for records that are also array elements or members: neither allocations nor
/// variables decide where these lie.
void RecordHints::dropPromises(const Facts &facts) {
  const auto drop = [&](TypeIndex at) {
    if (const auto record = facts.type(at).record)
      promised_.erase(*record);
  };
  for (const FactType &type : facts.types)
    if (type.kind == TypeClass::Array && type.element)
      drop(*type.element);
  for (const FactRecord &record : facts.records)
    for (const FactMember &member : record.members)
      drop(member.type);
}

void RecordHints::noteOperations(const Program &program) {
  std::map<RecordIndex, std::set<std::string>> words;
  for (const Use &use : program.uses())
    if (use.frame && isOperation(use, program.facts().words))
      words[use.frame->record].insert(use.frame->path);
  for (const auto &[record, paths] : words)
    hints_[record.value()].operated = paths.size() > 1;
}

void RecordHints::setMany(const Facts &facts, TypeIndex type) {
  if (const auto record = facts.type(type).record)
    many_[record->value()] = true;
}

} // namespace fsfind
