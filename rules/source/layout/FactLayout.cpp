#include "rules/source/layout/FactLayout.h"

#include "rules/model/LibraryNames.h"

#include <algorithm>

namespace fsfind {

namespace {

/// Members of larger records are left out from there on.
constexpr std::size_t kMostMembers = 4096;
constexpr int kMostNesting = 32;
/// Records that are opened for one layout.
constexpr std::size_t kMostSteps = 4096;

/// The record that the member is an object of; null if it is none, or one whose kind alone matters
/// (locks, containers).
const FactRecord *recordOf(const Facts &facts, const FactMember &member) {
  const FactType &type = facts.type(member.type);
  return type.kind == TypeClass::Record && type.record ? &facts.record(*type.record) : nullptr;
}

/// Whether the record's own members are shown: they are no internals of a library.
bool isOpen(const Facts &facts, const FactRecord &record) {
  return !isCxxLibraryName(record.name) &&
         std::any_of(record.members.begin(), record.members.end(), [&](const FactMember &member) {
           return !isReservedMember(member.name, facts.place(member.place));
         });
}

/// It takes no bytes: an empty base class, or `int : 0`.
bool isNothing(const Facts &facts, const FactMember &member) {
  if (member.bit_field && member.name.empty())
    return true;
  const FactRecord *record = member.base ? recordOf(facts, member) : nullptr;
  return record != nullptr && std::all_of(record->members.begin(), record->members.end(),
                                          [](const FactMember &one) { return one.base; });
}

/// Bytes of the record's member at `at`. A bit-field ends at the next member, or with the unit of
/// its type that holds it.
std::uint64_t sizeOf(const FactRecord &record, std::size_t at) {
  const FactMember &member = record.members[at];
  if (!member.bit_field || member.size == 0)
    return member.size;
  std::uint64_t end =
      std::min(record.size, member.offset / member.size * member.size + member.size);
  for (const FactMember &other : record.members)
    if (other.offset > member.offset)
      end = std::min(end, other.offset);
  return end > member.offset ? end - member.offset : 1;
}

class Members {
public:
  Members(const Facts &facts, TypeLayout &layout) : facts_(facts), layout_(layout) {}

  void add(const FactRecord &record, const std::string &prefix, std::uint64_t offset, int depth) {
    for (std::size_t at = 0; at < record.members.size(); ++at) {
      if (isNothing(facts_, record.members[at]))
        continue;
      if (layout_.members.size() == kMostMembers || steps_ == kMostSteps) {
        layout_.cut = true;
        return;
      }
      addMember(record, at, prefix, offset, depth);
    }
  }

private:
  void addMember(const FactRecord &record, std::size_t at, const std::string &prefix,
                 std::uint64_t begin, int depth) {
    const FactMember &member = record.members[at];
    const std::uint64_t offset = begin + member.offset;
    const FactRecord *inner = recordOf(facts_, member);
    const std::string own = member.base ? "" : member.name;
    if (inner != nullptr && depth < kMostNesting && isOpen(facts_, *inner)) {
      ++steps_;
      add(*inner, own.empty() ? prefix : prefix + own + ".", offset, depth + 1);
      return;
    }
    const std::string &type = facts_.type(member.type).text;
    layout_.members.push_back({prefix + (own.empty() ? type : own), type, offset,
                               sizeOf(record, at),
                               member.bit_field ? std::optional<std::uint64_t>(0) : std::nullopt});
  }

  const Facts &facts_;
  TypeLayout &layout_;
  std::size_t steps_ = 0; ///< records opened
};

/// The record's own members, for other orders of them; none if some share bytes.
RecordMembers partsOf(const Facts &facts, const FactRecord &record) {
  RecordMembers parts;
  std::uint64_t end = 0;
  for (const FactMember &member : record.members) {
    if (isNothing(facts, member))
      continue;
    if (member.bit_field || member.offset < end)
      return {};
    end = member.offset + member.size;
    const FactType &type = facts.type(member.type);
    parts.push_back({isImplicit(member) ? "" : member.name,
                     member.name == kVtablePointer ? kVtablePointer : type.text, member.offset,
                     member.size, std::max({type.align, member.declared_align, std::uint64_t{1}})});
  }
  return parts;
}

/// A template's own key, or one within it, has `@ST>`, `@UT>`, `@SP>` or `@UP>` (clang's USRs).
bool isTemplate(const std::string &key) {
  const auto has = [&](std::string_view mark) { return key.find(mark) != std::string::npos; };
  return has("@ST>") || has("@UT>") || has("@SP>") || has("@UP>");
}

} // namespace

bool hasLayout(const FactRecord &record) {
  return (record.size != 0 || !record.members.empty()) && !isTemplate(record.key);
}

TypeLayout layoutOf(const Facts &facts, RecordIndex index) {
  const FactRecord &record = facts.record(index);
  TypeLayout layout;
  layout.name = record.name;
  layout.kind = record.is_union ? "union" : "record";
  layout.declared = facts.place(record.place);
  layout.size = record.size;
  layout.align = std::max<std::uint64_t>(record.align, 1);
  Members(facts, layout).add(record, "", 0, 0);
  std::stable_sort(
      layout.members.begin(), layout.members.end(),
      [](const LaidOutMember &a, const LaidOutMember &b) { return a.offset < b.offset; });
  if (!record.is_union)
    layout.parts = partsOf(facts, record);
  return layout;
}

} // namespace fsfind
