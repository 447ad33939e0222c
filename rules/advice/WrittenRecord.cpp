#include "rules/advice/WrittenRecord.h"

#include <algorithm>

namespace fsfind {

namespace {

constexpr int kNesting = 8; ///< how deep a record is looked for in others

/// Copied or filled as bytes: perhaps written to a file, a wire or a hash.
bool isHandledAsBytes(const Facts &facts, const WrittenRecord &target) {
  return std::any_of(facts.functions.begin(), facts.functions.end(), [&](const FactFunction &one) {
    return std::any_of(one.accesses.begin(), one.accesses.end(), [&](const FactAccess &access) {
      return access.bulk && target.is(access.what.type);
    });
  });
}

bool newAligns(const Facts &facts) {
  return std::all_of(facts.units.begin(), facts.units.end(),
                     [](const FactUnit &unit) { return unit.aligned_new; });
}

bool honoursAlignment(const FactAllocation &allocation, bool new_aligns, std::uint32_t line_size) {
  switch (allocation.kind) {
  case AllocationKind::New:
  case AllocationKind::Container:
    return new_aligns;
  case AllocationKind::Map: // perhaps another process maps it too
    return false;
  default:
    return allocation.alignment >= line_size;
  }
}

} // namespace

WrittenRecord::WrittenRecord(const Facts &facts, const Place &declared) : facts_(facts) {
  const auto file = std::find_if(facts.files.begin(), facts.files.end(),
                                 [&](const FactFile &one) { return one.path == declared.file; });
  if (!declared.known() || file == facts.files.end())
    return;
  const FactPlace place{FileIndex(static_cast<std::size_t>(file - facts.files.begin())),
                        declared.line, declared.column};
  for (std::size_t i = 0; i < facts.records.size(); ++i)
    if (facts.records[i].place == place)
      instances_.insert(RecordIndex(i));
}

bool WrittenRecord::alignable() const {
  return known() && std::all_of(instances_.begin(), instances_.end(),
                                [&](RecordIndex at) { return facts_.record(at).alignable; });
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

bool WrittenRecord::isIn(TypeIndex type) const {
  return isIn(type, kNesting);
}

bool WrittenRecord::isIn(TypeIndex index, int depth) const {
  const FactType &type = facts_.type(index);
  if (depth == 0)
    return false;
  if (type.kind == TypeClass::Array && type.element)
    return isIn(*type.element, depth - 1);
  if (!type.record)
    return false;
  if (instances_.count(*type.record))
    return true;
  const auto &members = facts_.record(*type.record).members;
  return type.kind == TypeClass::Record &&
         std::any_of(members.begin(), members.end(),
                     [&](const FactMember &member) { return isIn(member.type, depth - 1); });
}

std::uint64_t WrittenRecord::countIn(TypeIndex index, int depth) const {
  const FactType &type = facts_.type(index);
  if (is(index))
    return 1;
  if (depth == 0)
    return 0;
  if (type.kind == TypeClass::Array && type.element)
    return type.elements * countIn(*type.element, depth - 1);
  std::uint64_t count = 0;
  if (type.kind == TypeClass::Record && type.record)
    for (const FactMember &member : facts_.record(*type.record).members)
      count += countIn(member.type, depth - 1);
  return count;
}

std::uint64_t WrittenRecord::count() const {
  for (const FactFunction &function : facts_.functions)
    for (const FactAllocation &allocation : function.allocations)
      if (allocation.element && isIn(*allocation.element))
        return 0;
  std::uint64_t count = 0;
  for (const FactVariable &variable : facts_.variables) {
    if (!isIn(variable.type))
      continue;
    const bool lasting = variable.storage == Storage::Global || variable.storage == Storage::Static;
    const std::uint64_t held = countIn(variable.type, kNesting);
    if (!lasting || !variable.defined || held == 0)
      return 0;
    count += held;
  }
  return count;
}

const FactAllocation *unalignedAllocation(const Facts &facts, const WrittenRecord &record,
                                          std::uint32_t line_size) {
  const bool new_aligns = newAligns(facts);
  for (const FactFunction &function : facts.functions)
    for (const FactAllocation &allocation : function.allocations)
      if (allocation.element && record.isIn(*allocation.element) &&
          !honoursAlignment(allocation, new_aligns, line_size))
        return &allocation;
  return nullptr;
}

std::string alignmentObstacle(const Facts &facts, const WrittenRecord &record,
                              std::uint32_t line_size) {
  if (!record.alignable())
    return "its layout may be promised to others";
  if (isHandledAsBytes(facts, record))
    return "it is copied or filled as bytes";
  if (const FactAllocation *by = unalignedAllocation(facts, record, line_size))
    return by->how + " does not honour alignment";
  // Where the language's own allocation does not see to alignment, only variables prove it.
  if (!newAligns(facts) &&
      std::none_of(facts.variables.begin(), facts.variables.end(),
                   [&](const FactVariable &variable) { return record.isIn(variable.type); }))
    return "nothing shows how its objects are allocated";
  return {};
}

std::optional<bool> isCplusplus(const Facts &facts, std::string_view file) {
  const bool first = !facts.units.empty() && facts.units.front().cplusplus;
  if (std::all_of(facts.units.begin(), facts.units.end(),
                  [first](const FactUnit &unit) { return unit.cplusplus == first; }))
    return first;
  const std::string_view ending = file.substr(std::min(file.rfind('.'), file.size()));
  if (ending == ".c")
    return false;
  return ending == ".h" ? std::nullopt : std::optional(true);
}

std::string alignmentText(const Facts &facts, const std::string &constant, bool cplusplus,
                          std::uint32_t line_size) {
  const bool usual = std::all_of(facts.units.begin(), facts.units.end(),
                                 [&](const FactUnit &unit) { return unit.line_size == line_size; });
  const bool together = constant.find("constructive") != std::string::npos;
  const std::string size =
      usual && !together && !constant.empty() ? constant : std::to_string(line_size);
  return (cplusplus ? "alignas(" : "_Alignas(") + size + ") ";
}

} // namespace fsfind
