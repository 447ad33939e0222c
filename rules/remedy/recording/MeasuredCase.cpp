#include "rules/remedy/recording/MeasuredCase.h"

#include "rules/model/AuthorFrame.h"
#include "rules/model/RuleIds.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace fsfind {

bool isOfBytes(const Finding &finding) {
  return std::any_of(finding.members.begin(), finding.members.end(), [](const auto &member) {
    return member.path.starts_with("byte ") || member.path.starts_with("bytes ");
  });
}

bool isOfSameBytes(const Finding &finding) {
  return finding.rule == kRuleContendedAtomic || finding.sharing == Sharing::True;
}

bool isPacked(const RecordInfo &record) {
  return record.members &&
         std::any_of(record.members->begin(), record.members->end(), [](const auto &member) {
           // What is smaller than its type's alignment is a bit-field.
           return member.align > 1 && member.size % member.align == 0 &&
                  member.offset % member.align != 0;
         });
}

bool isUpdatedBy(const FindingMember &member, Update update) {
  return std::find(member.updates.begin(), member.updates.end(), update) != member.updates.end();
}

const RecordMember *recordMemberAt(const RecordInfo &record, std::string_view path) {
  if (!record.members)
    return nullptr;
  const auto found =
      std::find_if(record.members->begin(), record.members->end(), [&](const RecordMember &member) {
        return !member.name.empty() && member.name == unqualified(path);
      });
  return found == record.members->end() ? nullptr : &*found;
}

TypedName declaredName(const Finding &finding, const FindingMember &member) {
  const std::string_view last = unqualified(member.path);
  TypedName name{member.type, std::string(last.substr(0, last.find('[')))};
  const RecordMember *declared =
      finding.record ? recordMemberAt(*finding.record, member.path) : nullptr;
  if (name.type.empty() && declared)
    name.type = declared->type;
  return name;
}

namespace {

/// The code in that place is of another build than the data: of a distribution's library, say,
/// whose debug info names its sources by their folder in its own tree.
bool isOfOtherBuild(const Finding &finding, const Place &code) {
  return isLibraryFile(code.file) ||
         (finding.location.file.starts_with('/') && !code.file.starts_with('/'));
}

} // namespace

const Idiom *languageOf(const Finding &finding) {
  const bool header = finding.location.file.ends_with(".h");
  if (const Idiom *idiom = header ? nullptr : idiomOf(finding.location.file))
    return idiom;
  for (const RelatedPlace &related : finding.related)
    if (!related.place.file.ends_with(".h") && !isOfOtherBuild(finding, related.place))
      if (const Idiom *idiom = idiomOf(related.place.file))
        return idiom;
  return idiomOf(finding.location.file);
}

std::string allocationCaution(const MeasuredCase &at) {
  const std::string_view keeping = at.idiom.alignedAllocation();
  if (at.finding.object.kind != ObjectKind::Heap || keeping.empty())
    return {};
  if (isOfOwnAllocator(at))
    return fmt::format("; {} allocates it by a size alone, and has to hand out memory that begins "
                       "with a cacheline: no alignment of a type reaches that",
                       at.finding.object.allocated.function);
  return fmt::format("; {}", keeping);
}

bool isOfOwnAllocator(const MeasuredCase &at) {
  std::string name(unqualified(at.finding.object.allocated.function));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return !at.idiom.alignedAllocation().empty() && name.find("alloc") != std::string::npos;
}

} // namespace fsfind
