#include "rules/remedy/source/WrittenRecord.h"

#include "rules/remedy/source/WrittenAlignment.h"

#include <algorithm>
#include <map>
#include <utility>

namespace fsfind {

namespace {

constexpr int kNesting = 8; ///< how deep a record is looked for in others

using Counts = std::map<TypeIndex, std::uint64_t>;

/// How many of what `parts` counts objects of other types have in them.
Counts countsIn(const FactLookup &lookup, const Counts &parts) {
  Counts counts;
  for (const auto &[part, count] : parts) {
    for (const auto &[_, array] : lookup.holders.ofElements(part))
      if (const FactType &type = lookup.facts.type(array); type.kind == TypeClass::Array)
        counts[array] += type.elements * count;
    for (const auto &[_, holding] : lookup.holders.ofMembers(part))
      for (const auto &[record, whole] : lookup.holders.typesOf(holding.record))
        if (lookup.facts.type(whole).kind == TypeClass::Record)
          counts[whole] += holding.members * count;
  }
  return counts;
}

} // namespace

WrittenRecord::WrittenRecord(const FactLookup &lookup, const Place &declared) : lookup_(lookup) {
  const FactPlace place = lookup.declared.place(declared);
  if (place.known())
    for (const auto &[_, record] : lookup.declared.records().of(place))
      instances_.insert(record);
}

bool WrittenRecord::alignable() const {
  return known() && std::all_of(instances_.begin(), instances_.end(), [&](RecordIndex at) {
           const FactRecord &record = facts().record(at);
           return record.alignable && !isForUnseenCode(lookup_, record);
         });
}

FactOrderUses WrittenRecord::orderUses() const {
  FactOrderUses all;
  for (const RecordIndex at : instances_) {
    const FactOrderUses &one = facts().record(at).order_uses;
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
    const auto &members = facts().record(at).members;
    return member < members.size() && members[member].ordered;
  });
}

std::set<TypeIndex> WrittenRecord::findWholes() const {
  std::set<TypeIndex> wholes;
  std::vector<TypeIndex> open;
  const auto add = [&](TypeIndex type, std::vector<TypeIndex> &to) {
    if (wholes.insert(type).second)
      to.push_back(type);
  };
  for (const RecordIndex record : instances_)
    for (const auto &[_, type] : lookup_.holders.typesOf(record))
      if (facts().type(type).kind != TypeClass::Array)
        add(type, open);
  for (int depth = 1; !open.empty() && depth < kNesting; ++depth) {
    std::vector<TypeIndex> next;
    for (const TypeIndex part : open) {
      for (const auto &[_, type] : lookup_.holders.ofElements(part))
        if (facts().type(type).kind == TypeClass::Array)
          add(type, next);
      for (const auto &[_, holding] : lookup_.holders.ofMembers(part))
        for (const auto &[record, type] : lookup_.holders.typesOf(holding.record))
          if (facts().type(type).kind == TypeClass::Record)
            add(type, next);
    }
    open = std::move(next);
  }
  return wholes;
}

const std::set<TypeIndex> &WrittenRecord::wholes() const {
  if (!wholes_)
    wholes_ = findWholes();
  return *wholes_;
}

std::set<RecordIndex> WrittenRecord::holders() const {
  std::set<RecordIndex> all;
  for (const TypeIndex part : wholes())
    for (const auto &[_, holding] : lookup_.holders.ofMembers(part))
      all.insert(holding.record);
  return all;
}

std::vector<const FactRecord *> WrittenRecord::withHolders() const {
  std::set<RecordIndex> records = holders();
  records.insert(instances_.begin(), instances_.end());
  std::vector<const FactRecord *> all;
  for (const RecordIndex record : records)
    all.push_back(&facts().record(record));
  return all;
}

bool WrittenRecord::isInUnion() const {
  const std::set<RecordIndex> all = holders();
  return std::any_of(all.begin(), all.end(), [&](RecordIndex at) {
    const FactRecord &record = facts().record(at);
    return record.is_union && !record.name.starts_with("std::");
  });
}

bool WrittenRecord::isBase() const {
  return std::any_of(instances_.begin(), instances_.end(), [&](RecordIndex record) {
    const auto types = lookup_.holders.typesOf(record);
    return std::any_of(types.begin(), types.end(), [&](const auto &of_record) {
      const auto holdings = lookup_.holders.ofMembers(of_record.second);
      return std::any_of(holdings.begin(), holdings.end(),
                         [](const auto &one) { return one.second.base; });
    });
  });
}

std::vector<const FactAllocation *> WrittenRecord::allocations() const {
  std::vector<std::pair<std::size_t, const FactAllocation *>> found;
  for (const TypeIndex type : wholes())
    for (const auto &[_, one] : lookup_.made.allocations(type))
      found.emplace_back(one.number, one.allocation);
  std::sort(found.begin(), found.end());
  std::vector<const FactAllocation *> all;
  for (const auto &[_, allocation] : found)
    all.push_back(allocation);
  return all;
}

bool WrittenRecord::isInVariables() const {
  const auto has_variables = [&](TypeIndex type) { return !lookup_.made.variables(type).empty(); };
  return std::any_of(wholes().begin(), wholes().end(), [&](TypeIndex type) {
    const auto elements = lookup_.holders.ofElements(type);
    return has_variables(type) ||
           std::any_of(elements.begin(), elements.end(), [&](const auto &one) {
             return facts().type(one.second).kind == TypeClass::Container &&
                    has_variables(one.second);
           });
  });
}

std::uint64_t WrittenRecord::count() const {
  if (!allocations().empty())
    return 0;
  Counts records;
  for (const RecordIndex record : instances_)
    for (const auto &[_, type] : lookup_.holders.typesOf(record))
      records[type] = 1;
  Counts counts = records;
  for (int depth = 0; depth < kNesting; ++depth) {
    counts = countsIn(lookup_, counts);
    for (const auto &[type, one] : records)
      counts[type] = one;
  }
  std::uint64_t count = 0;
  for (const TypeIndex type : wholes())
    for (const auto &[_, variable] : lookup_.made.variables(type)) {
      const bool lasting =
          variable->storage == Storage::Global || variable->storage == Storage::Static;
      const auto held = counts.find(type);
      if (!lasting || !variable->defined || held == counts.end() || held->second == 0)
        return 0;
      count += held->second;
    }
  return count;
}

} // namespace fsfind
