#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/recording/SameWriters.h"
#include "rules/remedy/source/RecordParts.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

using Threads = std::set<std::string>;

/// The member's name in its own record: of `level_.lanes[2].value`, `value`.
std::string_view ownName(std::string_view path) {
  const std::string_view last = unqualified(path);
  return last.substr(0, last.find('['));
}

Threads threadsOf(const std::vector<std::string> &ids) {
  Threads threads;
  for (const std::string &id : ids)
    threads.insert("thread " + id);
  return threads;
}

LayoutParts partsOf(const RecordMembers &members) {
  LayoutParts parts;
  for (const RecordMember &member : members)
    parts.push_back({member.name, member.offset, member.size, member.align, {}, false, true});
  return parts;
}

/// Enters the writers of each member of the finding; false if one is not a direct member of the
/// record.
bool contend(LayoutParts &parts, const Finding &finding) {
  for (const FindingMember &member : finding.members) {
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const LayoutPart &one) {
      return !one.name.empty() && one.name == ownName(member.path);
    });
    if (part == parts.end())
      return false;
    part->contended = true;
    part->writers = threadsOf(member.writers);
    part->rare_writers = threadsOf(member.rare_writers);
    for (const LayoutPart &other : parts)
      if (other.contended && areAlike(other.writers, part->writers))
        part->writers = other.writers;
  }
  return true;
}

Advice draft(const MeasuredCase &at, const LayoutParts &parts, const SeparatedRecord &separated) {
  Advice one;
  one.remedy = Remedy::AlignMembers;
  one.why = writersInWords(parts) + ": a cacheline of its own for each" + allocationCaution(at);
  one.example = separated.text;
  if (!isExplained(parts, at.finding.record->size, 0))
    return one;
  one.size_before = at.finding.record->size;
  one.size_after = separated.arrangement.size;
  one.before = drawn(parts, alignedBefore(parts, {}, 1));
  one.after = drawn(separated.parts, separated.arrangement);
  return one;
}

} // namespace

std::vector<Advice> separateMeasuredMembers(const MeasuredCase &at) {
  const Finding &finding = at.finding;
  if (finding.rule != kRuleAdjacentThreadFields || !finding.record || !finding.record->members ||
      isPacked(*finding.record))
    return {};
  LayoutParts parts = partsOf(*finding.record->members);
  if (!contend(parts, finding))
    return {};
  std::vector<std::string> types;
  for (const RecordMember &member : *finding.record->members)
    types.push_back(member.type);
  const auto separated = at.idiom.separated(parts, types, at.line_size);
  if (!separated)
    return {};
  return {draft(at, parts, *separated)};
}

} // namespace fsfind
