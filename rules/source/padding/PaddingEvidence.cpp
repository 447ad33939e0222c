#include "rules/source/padding/PaddingEvidence.h"

#include "rules/model/NameHints.h"
#include "rules/program/Parts.h"

#include <algorithm>
#include <cstddef>

namespace fsfind {

namespace {

constexpr int kNesting = 4;

std::vector<std::string> names(const Program &program, const std::set<RoleIndex> &roles) {
  std::vector<std::string> result;
  for (const RoleIndex role : roles)
    result.push_back(program.roles().role(role).name);
  return result;
}

/// The record has padding or an alignment. No rule asks for the users of others, so they are not
/// kept.
bool mayPart(const FactRecord &record) {
  return record.declared_align != 0 || record.align > alignof(std::max_align_t) ||
         !record.lost_alignment.empty() ||
         std::any_of(record.members.begin(), record.members.end(), [](const FactMember &member) {
           return member.padding || member.declared_align != 0;
         });
}

} // namespace

PaddingEvidence::PaddingEvidence(const Program &program)
    : program_(program), facts_(program.facts()), parting_(facts_.records.size()) {
  std::transform(facts_.records.begin(), facts_.records.end(), parting_.begin(), mayPart);
  for (const Use &use : program.uses())
    addUse(use);
  addArrays();
}

void PaddingEvidence::addUse(const Use &use) {
  for (const Selection &selection : use.selections)
    if (selection.type && facts_.type(*selection.type).record) {
      in_arrays_.insert(*facts_.type(*selection.type).record);
      if (selection.by == Selector::Thread || selection.by == Selector::Name)
        selected_.insert(*facts_.type(*selection.type).record);
    }
  if (!use.frame || use.setup)
    return;
  if (use.frame->in_array)
    in_arrays_.insert(use.frame->record);
  if (use.writes() && use.access->atomic)
    atomic_.insert(use.frame->record);
  if (!parting_[use.frame->record.value()])
    return;
  addUsers(use);
  if (std::any_of(use.roles.begin(), use.roles.end(),
                  [](const Execution &execution) { return execution.role != kMainRole; })) {
    const auto [hot, fresh] = hot_.try_emplace(use.frame->record, use.frame->bytes);
    if (!fresh)
      hot->second.widen(use.frame->bytes);
  }
}

void PaddingEvidence::addUsers(const Use &use) {
  const auto &members = facts_.record(use.frame->record).members;
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    if (!use.frame->bytes.overlaps({members[i].offset, members[i].offset + members[i].size}))
      continue;
    Users &users = users_[{use.frame->record, i}];
    for (const Execution &execution : use.roles)
      (use.writes() ? users.writers : users.readers).insert(execution.role);
    if (use.writes())
      users.authors.insert(use.author);
  }
}

void PaddingEvidence::addArrays() {
  const auto add = [&](TypeIndex at) {
    const FactType &type = facts_.type(at);
    const bool array = type.kind == TypeClass::Array || type.kind == TypeClass::Container;
    if (array && type.element && facts_.type(*type.element).record)
      in_arrays_.insert(*facts_.type(*type.element).record);
  };
  for (const FactVariable &variable : facts_.variables)
    add(variable.type);
  for (const FactRecord &record : facts_.records)
    for (const FactMember &member : record.members)
      add(member.type);
  for (const FactFunction &function : facts_.functions)
    for (const FactAllocation &allocation : function.allocations)
      if (allocation.element && facts_.type(*allocation.element).record)
        addAllocation(allocation, facts_.type(*allocation.element));
}

void PaddingEvidence::addAllocation(const FactAllocation &allocation, const FactType &element) {
  const auto known = allocated_.find(*element.record);
  if (known == allocated_.end())
    allocated_.emplace(*element.record, allocation.alignment);
  else // one allocation of unknown alignment makes it unknown
    known->second = std::min(known->second, allocation.alignment);
  const bool one = allocation.bytes == element.size || allocation.count.empty();
  if (!one && allocation.count.find_first_of("*0123456789") != std::string::npos)
    in_arrays_.insert(*element.record);
}

Bytes PaddingEvidence::hotBytes(RecordIndex record) const {
  const auto found = hot_.find(record);
  return found == hot_.end() ? usedBytes(facts_.record(record)) : found->second;
}

std::uint64_t PaddingEvidence::allocatedAlign(RecordIndex record) const {
  const auto found = allocated_.find(record);
  return found == allocated_.end() ? 0 : found->second;
}

const PaddingEvidence::Users *PaddingEvidence::users(RecordIndex record,
                                                     std::uint32_t member) const {
  const auto found = users_.find({record, member});
  return found == users_.end() ? nullptr : &found->second;
}

bool PaddingEvidence::writtenByThreads(RecordIndex record) const {
  std::set<RoleIndex> writers;
  for (auto at = users_.lower_bound({record, 0}); at != users_.end() && at->first.first == record;
       ++at)
    writers.insert(at->second.writers.begin(), at->second.writers.end());
  return writers.size() > 1 || std::any_of(writers.begin(), writers.end(), [&](RoleIndex role) {
           return program_.roles().role(role).many;
         });
}

bool PaddingEvidence::contend(RecordIndex record, std::uint32_t a, std::uint32_t b) const {
  const FactRecord &fact = facts_.record(record);
  const FactMember &one = fact.members[a], &other = fact.members[b];
  if (isShared(one.type) && isShared(other.type) &&
      areComplementary(facts_.words, one.name, other.name))
    return true;
  const Users *of_one = users(record, a), *of_other = users(record, b);
  if (!of_one || !of_other)
    return false;
  const auto against = [&](const std::set<RoleIndex> &writers, const std::set<RoleIndex> &others) {
    return std::any_of(writers.begin(), writers.end(), [&](RoleIndex writer) {
      return std::any_of(others.begin(), others.end(), [&](RoleIndex user) {
        return writer != user && program_.roles().concurrent(writer, user);
      });
    });
  };
  return against(of_one->writers, of_other->writers) ||
         against(of_one->writers, of_other->readers) || against(of_other->writers, of_one->readers);
}

/// Every function that writes one of the two writes the other too.
bool PaddingEvidence::areTogether(const Users &one, const Users &other) {
  return !one.authors.empty() && !other.authors.empty() &&
         (isWithin(one.authors, other.authors) || isWithin(other.authors, one.authors));
}

bool PaddingEvidence::writtenApart(RecordIndex record, std::uint32_t a, std::uint32_t b) const {
  const auto &members = facts_.record(record).members;
  const Users *of_one = users(record, a), *of_other = users(record, b);
  if (of_one && of_other && areTogether(*of_one, *of_other))
    return false;
  if (isShared(members[a].type) && isShared(members[b].type))
    return contend(record, a, b);
  return of_one && of_other && !of_one->writers.empty() && !of_other->writers.empty() &&
         of_one->writers != of_other->writers && contend(record, a, b);
}

bool PaddingEvidence::partsElements(RecordIndex record, std::uint32_t member) const {
  const auto &members = facts_.record(record).members;
  return members[member].offset == 0 && inArrays(record) &&
         (member + 1 == members.size() ||
          !areComplementary(facts_.words, members[member].name, members[member + 1].name));
}

bool PaddingEvidence::isShared(TypeIndex whole) const {
  return anyPart(facts_, whole, kNesting, [](const FactType &type) {
    return type.kind == TypeClass::Atomic || type.kind == TypeClass::Lock ||
           type.kind == TypeClass::Condition || type.is_volatile;
  });
}

bool PaddingEvidence::hasSharedMember(RecordIndex record) const {
  const auto &members = facts_.record(record).members;
  return atomic_.contains(record) ||
         std::any_of(members.begin(), members.end(),
                     [&](const FactMember &member) { return isShared(member.type); });
}

std::vector<FindingMember> PaddingEvidence::members(RecordIndex record) const {
  std::vector<FindingMember> found;
  const auto &members = facts_.record(record).members;
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    const Users *of = users(record, i);
    if (members[i].padding || (!of && !isShared(members[i].type)))
      continue;
    FindingMember member{.path = members[i].name,
                         .declared = facts_.place(members[i].place),
                         .offset = members[i].offset,
                         .size = members[i].size,
                         .readers = {},
                         .writers = {}};
    if (of) {
      member.readers = names(program_, of->readers);
      member.writers = names(program_, of->writers);
    }
    found.push_back(std::move(member));
  }
  return found;
}

Bytes usedBytes(const FactRecord &record) {
  std::optional<Bytes> used;
  for (const FactMember &member : record.members) {
    if (member.padding || member.size == 0)
      continue;
    const Bytes bytes{member.offset, member.offset + member.size};
    if (used)
      used->widen(bytes);
    else
      used = bytes;
  }
  return used.value_or(Bytes{0, record.size});
}

bool isAligning(const Facts &facts, const FactAllocation &allocation) {
  switch (allocation.kind) {
  case AllocationKind::Malloc:
  case AllocationKind::Calloc:
    return allocation.alignment == 0;
  case AllocationKind::New:
  case AllocationKind::Container:
    return std::any_of(facts.units.begin(), facts.units.end(),
                       [](const FactUnit &unit) { return unit.aligned_new; });
  case AllocationKind::Aligned:
  case AllocationKind::Map:
  case AllocationKind::NodeBound:
    return true;
  }
  return true;
}

bool isForVectors(const Facts &facts, const FactRecord &record) {
  return std::all_of(record.members.begin(), record.members.end(), [&](const FactMember &member) {
    const FactType *type = &facts.type(member.type);
    while (type->kind == TypeClass::Array && type->element)
      type = &facts.type(*type->element);
    const auto has = [&](std::string_view word) {
      return type->text.find(word) != std::string::npos;
    };
    const bool number = has("float") || has("double") || has("__m") || has("vec");
    return member.padding || (type->kind == TypeClass::Plain && number);
  });
}

} // namespace fsfind
