#include "rules/remedy/source/WrittenRecord.h"

#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/WrittenAlignment.h"

#include <algorithm>

namespace fsfind {

namespace {

constexpr int kNesting = 8; ///< how deep a record is looked for in others

} // namespace

WrittenRecord::WrittenRecord(const Facts &facts, const Place &declared, const MadeObjects *made)
    : facts_(facts), made_(made) {
  const FactPlace place = placeIn(facts, declared);
  for (std::size_t i = 0; place.known() && i < facts.records.size(); ++i)
    if (facts.records[i].place == place)
      instances_.insert(RecordIndex(i));
}

bool WrittenRecord::alignable() const {
  return known() && std::all_of(instances_.begin(), instances_.end(), [&](RecordIndex at) {
           const FactRecord &record = facts_.record(at);
           return record.alignable && !isForUnseenCode(facts_, record);
         });
}

FactOrderUses WrittenRecord::orderUses() const {
  FactOrderUses all;
  for (const RecordIndex at : instances_) {
    const FactOrderUses &one = facts_.record(at).order_uses;
    all.positions |= one.positions;
    all.offsets |= one.offsets;
    all.casts |= one.casts;
    all.bytes |= one.bytes;
    all.access |= one.access;
    all.directives |= one.directives;
  }
  return all;
}

bool WrittenRecord::isOrdered(std::size_t member) const {
  return std::any_of(instances_.begin(), instances_.end(), [&](RecordIndex at) {
    const auto &members = facts_.record(at).members;
    return member < members.size() && members[member].ordered;
  });
}

bool WrittenRecord::is(TypeIndex type) const {
  const auto &record = facts_.type(type).record;
  return record && instances_.count(*record);
}

std::vector<bool> WrittenRecord::findWholes() const {
  std::vector<bool> wholes(facts_.types.size());
  for (std::size_t i = 0; i < wholes.size(); ++i)
    wholes[i] = facts_.types[i].kind != TypeClass::Array && is(TypeIndex(i));
  const auto holds = [&](const std::vector<bool> &parts, const FactType &type) {
    if (type.kind == TypeClass::Array)
      return type.element && parts[type.element->value()];
    if (type.kind != TypeClass::Record || !type.record)
      return false;
    const auto &members = facts_.record(*type.record).members;
    return std::any_of(members.begin(), members.end(),
                       [&](const FactMember &member) { return parts[member.type.value()]; });
  };
  bool news = !instances_.empty();
  for (int depth = 1; news && depth < kNesting; ++depth) {
    const std::vector<bool> parts = wholes;
    news = false;
    for (std::size_t i = 0; i < wholes.size(); ++i)
      if (!parts[i] && holds(parts, facts_.types[i]))
        wholes[i] = news = true;
  }
  return wholes;
}

bool WrittenRecord::isIn(TypeIndex whole) const {
  if (!wholes_)
    wholes_ = findWholes();
  return (*wholes_)[whole.value()];
}

bool WrittenRecord::isIn(RecordIndex record) const {
  const std::vector<FactMember> &members = facts_.record(record).members;
  return is(record) || std::any_of(members.begin(), members.end(),
                                   [this](const FactMember &member) { return isIn(member.type); });
}

bool WrittenRecord::isInUnion() const {
  return std::any_of(facts_.records.begin(), facts_.records.end(), [&](const FactRecord &record) {
    return record.is_union && !record.name.starts_with("std::") &&
           std::any_of(record.members.begin(), record.members.end(),
                       [&](const FactMember &member) { return isIn(member.type); });
  });
}

bool WrittenRecord::isBase() const {
  return std::any_of(facts_.records.begin(), facts_.records.end(), [&](const FactRecord &record) {
    return std::any_of(record.members.begin(), record.members.end(),
                       [&](const FactMember &member) { return member.base && is(member.type); });
  });
}

std::uint64_t WrittenRecord::countIn(TypeIndex index, int depth, Counts &counts) const {
  if (is(index))
    return 1;
  if (depth == 0)
    return 0;
  const auto [known, fresh] = counts.try_emplace({index.value(), depth}, 0);
  if (!fresh)
    return known->second;
  const FactType &type = facts_.type(index);
  std::uint64_t count = 0;
  if (type.kind == TypeClass::Array && type.element)
    count = type.elements * countIn(*type.element, depth - 1, counts);
  else if (type.kind == TypeClass::Record && type.record)
    for (const FactMember &member : facts_.record(*type.record).members)
      count += countIn(member.type, depth - 1, counts);
  return counts[{index.value(), depth}] = count;
}

std::vector<const FactAllocation *> WrittenRecord::allocations() const {
  return ofMade([this](const MadeObjects &made) {
    return made.allocations([this](TypeIndex type) { return isIn(type); });
  });
}

bool WrittenRecord::isInVariables() const {
  const auto holds = [this](TypeIndex type) {
    const FactType &fact = facts_.type(type);
    return isIn(type) || (fact.kind == TypeClass::Container && fact.element && isIn(*fact.element));
  };
  return ofMade([&](const MadeObjects &made) { return !made.variables(holds).empty(); });
}

std::uint64_t WrittenRecord::count() const {
  if (!allocations().empty())
    return 0;
  std::uint64_t count = 0;
  Counts counts;
  for (const FactVariable *variable : ofMade([this](const MadeObjects &made) {
         return made.variables([this](TypeIndex type) { return isIn(type); });
       })) {
    const bool lasting =
        variable->storage == Storage::Global || variable->storage == Storage::Static;
    const std::uint64_t held = countIn(variable->type, kNesting, counts);
    if (!lasting || !variable->defined || held == 0)
      return 0;
    count += held;
  }
  return count;
}

} // namespace fsfind
