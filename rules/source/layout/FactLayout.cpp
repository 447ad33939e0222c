#include "rules/source/layout/FactLayout.h"

#include "rules/model/LibraryNames.h"

#include <algorithm>
#include <map>

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

/// Tells which members hold no data: nameless bit-fields, and base classes that have nothing else,
/// at any depth. Each base class is looked at once.
class DataSearch {
public:
  explicit DataSearch(const Facts &facts) : facts_(facts) {}

  bool isWithoutData(const FactMember &member, int depth = 0) {
    if (member.bit_field)
      return member.name.empty();
    const FactType &type = facts_.type(member.type);
    if (!member.base || recordOf(facts_, member) == nullptr || depth == kMostNesting)
      return false;
    const auto [at, added] = without_.try_emplace(*type.record, false);
    if (!added)
      return at->second;
    const std::vector<FactMember> &members = facts_.record(*type.record).members;
    at->second = std::all_of(members.begin(), members.end(),
                             [&](const FactMember &one) { return isWithoutData(one, depth + 1); });
    return at->second;
  }

private:
  const Facts &facts_;
  std::map<RecordIndex, bool> without_; ///< of base classes; false while one is looked at
};

/// The next member's offset; the record's size if there is none.
std::uint64_t nextOffset(const FactRecord &record, const FactMember &member) {
  std::uint64_t next = record.size;
  for (const FactMember &other : record.members)
    if (other.offset > member.offset)
      next = std::min(next, other.offset);
  return next;
}

/// Where the member ends at the latest: a bit-field with the unit of its type that holds it.
std::uint64_t endOf(const FactMember &member) {
  return member.bit_field && member.size != 0
             ? member.offset / member.size * member.size + member.size
             : member.offset + member.size;
}

/// Bytes of the member. A bit-field ends at the next member, or with its unit.
std::uint64_t sizeOf(const FactRecord &record, const FactMember &member) {
  if (!member.bit_field || member.size == 0)
    return member.size;
  const std::uint64_t end = std::min(endOf(member), nextOffset(record, member));
  return end > member.offset ? end - member.offset : 1;
}

class Members {
public:
  Members(const Facts &facts, TypeLayout &layout) : facts_(facts), layout_(layout), data_(facts) {}

  /// `record` begins at `offset`; `base`: as a base class, whose own virtual bases lie elsewhere.
  void add(const FactRecord &record, const std::string &prefix, std::uint64_t offset, int depth,
           bool base = false) {
    const std::size_t first = layout_.members.size();
    for (const FactMember &member : record.members) {
      if (data_.isWithoutData(member))
        continue;
      if (layout_.members.size() == kMostMembers || steps_ == kMostSteps) {
        layout_.cut = true;
        return;
      }
      addMember(record, member, prefix, offset, depth);
    }
    if (!base)
      addVirtualBases(record, offset, first);
  }

private:
  /// Padding at the end is less than the alignment (Itanium C++ ABI, 2.4): what is more belongs to
  /// virtual bases. `first`: the record's first member in the layout. The size of a base class in
  /// facts is that of whole objects, with virtual bases: its members tell where it ends.
  void addVirtualBases(const FactRecord &record, std::uint64_t offset, std::size_t first) {
    std::uint64_t end = 0;
    for (const FactMember &member : record.members)
      if (!member.base)
        end = std::max(end, offset + endOf(member));
    for (std::size_t i = first; i < layout_.members.size(); ++i)
      end = std::max(end, layout_.members[i].offset + layout_.members[i].size);
    const std::uint64_t whole = offset + record.size;
    if (end != 0 && !record.is_union && whole >= end + std::max<std::uint64_t>(record.align, 1))
      layout_.unknown.push_back({end, whole - end});
  }

  /// Where the author packs, a bit-field may reach from its unit into one more byte.
  void addRestOfBits(const FactRecord &record, const FactMember &member, std::uint64_t offset) {
    if (!record.packed && record.align >= member.size)
      return;
    const std::uint64_t end = sizeOf(record, member);
    const std::uint64_t most =
        std::min(nextOffset(record, member) - member.offset, member.size + 1);
    if (end < most)
      layout_.unknown.push_back({offset + end, most - end});
  }

  void addMember(const FactRecord &record, const FactMember &member, const std::string &prefix,
                 std::uint64_t begin, int depth) {
    const std::uint64_t offset = begin + member.offset;
    const FactRecord *inner = recordOf(facts_, member);
    const std::string own = member.base ? "" : member.name;
    if (inner != nullptr && depth < kMostNesting && isOpen(facts_, *inner)) {
      ++steps_;
      add(*inner, own.empty() ? prefix : prefix + own + ".", offset, depth + 1, member.base);
      return;
    }
    const std::string &type = facts_.type(member.type).text;
    layout_.members.push_back({prefix + (own.empty() ? type : own), type, offset,
                               sizeOf(record, member),
                               member.bit_field ? std::optional<std::uint64_t>(0) : std::nullopt});
    if (member.bit_field)
      addRestOfBits(record, member, offset);
  }

  const Facts &facts_;
  TypeLayout &layout_;
  DataSearch data_;
  std::size_t steps_ = 0; ///< records opened
};

/// The record's own members, for other orders of them; none if some share bytes.
RecordMembers partsOf(const Facts &facts, const FactRecord &record) {
  RecordMembers parts;
  DataSearch data(facts);
  std::uint64_t end = 0;
  for (const FactMember &member : record.members) {
    if (data.isWithoutData(member))
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
