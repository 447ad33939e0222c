#include "rules/advice/AlignEdit.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace fsfind {

namespace {

constexpr int kNesting = 8; ///< how deep a record is looked for in others

/// The record as written: its instances, if it is a template, lie at one place.
class WrittenRecord {
public:
  WrittenRecord(const Facts &facts, const Place &declared) : facts_(facts) {
    const auto file = std::find(facts.files.begin(), facts.files.end(), declared.file);
    if (!declared.known() || file == facts.files.end())
      return;
    const FactPlace place{FileIndex(static_cast<std::size_t>(file - facts.files.begin())),
                          declared.line, declared.column};
    for (std::size_t i = 0; i < facts.records.size(); ++i)
      if (facts.records[i].place == place)
        instances_.insert(RecordIndex(i));
  }

  [[nodiscard]] bool known() const { return !instances_.empty(); }
  [[nodiscard]] const FactRecord &record() const { return facts_.record(*instances_.begin()); }

  [[nodiscard]] bool alignable() const {
    return known() && std::all_of(instances_.begin(), instances_.end(),
                                  [&](RecordIndex at) { return facts_.record(at).alignable; });
  }

  /// An object of the type holds the record, itself or in members and elements.
  [[nodiscard]] bool isIn(TypeIndex index, int depth = kNesting) const {
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

  [[nodiscard]] bool is(TypeIndex type) const {
    const auto &record = facts_.type(type).record;
    return record && instances_.count(*record);
  }

private:
  const Facts &facts_;
  std::set<RecordIndex> instances_;
};

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

/// Every object of the record will lie where its new alignment says. Where the language's own
/// allocation does not see to that, only variables prove it.
bool alignmentHolds(const Facts &facts, const WrittenRecord &target, std::uint32_t line_size) {
  const bool new_aligns = newAligns(facts);
  for (const FactFunction &function : facts.functions)
    for (const FactAllocation &allocation : function.allocations)
      if (allocation.element && target.isIn(*allocation.element) &&
          !honoursAlignment(allocation, new_aligns, line_size))
        return false;
  return new_aligns ||
         std::any_of(facts.variables.begin(), facts.variables.end(),
                     [&](const FactVariable &variable) { return target.isIn(variable.type); });
}

/// Language of the file: of its units, or by its name where they differ.
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

std::string size(const Facts &facts, const FactRecord &record, std::uint32_t line_size) {
  const bool usual = std::all_of(facts.units.begin(), facts.units.end(),
                                 [&](const FactUnit &unit) { return unit.line_size == line_size; });
  const bool together = record.constant.find("constructive") != std::string::npos;
  return usual && !together && !record.constant.empty() ? record.constant
                                                        : std::to_string(line_size);
}

Edit insertion(const Place &place, std::string text) {
  return {place.file, place.line, place.column, place.line, place.column, std::move(text)};
}

/// The finding's members before which others begin to write.
std::vector<const FindingMember *> firstOfOtherWriters(const Finding &finding) {
  std::vector<const FindingMember *> members, chosen;
  for (const FindingMember &member : finding.members)
    members.push_back(&member);
  std::stable_sort(members.begin(), members.end(),
                   [](const auto *a, const auto *b) { return a->offset < b->offset; });
  const auto writers = [](const FindingMember &member) {
    return std::set<std::string>(member.writers.begin(), member.writers.end());
  };
  for (std::size_t i = 1; i < members.size(); ++i)
    if (writers(*members[i]) != writers(*members[i - 1]))
      chosen.push_back(members[i]);
  if (chosen.empty())
    for (const FindingMember *member : members)
      if (member->declared == finding.location)
        chosen.push_back(member);
  return chosen;
}

const FactMember *memberAt(const Facts &facts, const FactRecord &record, const Place &declared) {
  const auto found =
      std::find_if(record.members.begin(), record.members.end(), [&](const FactMember &member) {
        return !member.base && facts.place(member.place) == declared;
      });
  return found == record.members.end() ? nullptr : &*found;
}

std::vector<Edit> alignMembers(const Facts &facts, const Finding &finding, const FactRecord &record,
                               const std::string &text) {
  std::vector<Edit> edits;
  for (const FindingMember *member : firstOfOtherWriters(finding)) {
    const FactMember *fact = memberAt(facts, record, member->declared);
    if (!fact || !fact->declaration.known() || fact->declared_align != 0)
      return {};
    edits.push_back(insertion(facts.place(fact->declaration), text));
  }
  return edits;
}

/// In C only members can be aligned; the first one's alignment is the record's.
std::vector<Edit> alignRecord(const Facts &facts, const FactRecord &record, bool cplusplus,
                              const std::string &text) {
  if (record.declared_align != 0)
    return {};
  if (cplusplus)
    return {insertion(facts.place(record.place), text)};
  if (record.members.empty() || !record.members.front().declaration.known() ||
      record.members.front().declared_align != 0)
    return {};
  return {insertion(facts.place(record.members.front().declaration), text)};
}

} // namespace

std::vector<Edit> alignEdits(const Facts &facts, const Finding &finding, std::uint32_t line_size) {
  const bool members = finding.rule == "fsfind-adjacent-thread-fields";
  const bool elements = finding.rule == "fsfind-per-thread-slots";
  if ((!members && !elements) || !finding.record)
    return {};
  const WrittenRecord target(facts, finding.record->declared);
  if (!target.alignable() || isHandledAsBytes(facts, target) ||
      !alignmentHolds(facts, target, line_size))
    return {};
  const FactRecord &record = target.record();
  const auto cplusplus = isCplusplus(facts, finding.record->declared.file);
  if (!cplusplus)
    return {};
  const std::string text =
      (*cplusplus ? "alignas(" : "_Alignas(") + size(facts, record, line_size) + ") ";
  return members ? alignMembers(facts, finding, record, text)
                 : alignRecord(facts, record, *cplusplus, text);
}

} // namespace fsfind
