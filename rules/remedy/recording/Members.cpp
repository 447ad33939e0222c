#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/recording/Reasons.h"
#include "rules/remedy/recording/SameWriters.h"
#include "rules/remedy/source/RecordParts.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <utility>

namespace fsfind {

namespace {

using Threads = std::set<std::string>;

/// The member's name in its own record: of `level_.lanes[2].value`, `value`.
std::string_view ownName(std::string_view path) {
  const std::string_view last = unqualified(path);
  return last.substr(0, last.find('['));
}

/// The record's own member that the path leads through: of `out.parcels` in an object of the
/// record's type, `out`.
std::string_view partName(const Finding &finding, std::string_view path) {
  if (finding.record->name != finding.object.type)
    return ownName(path);
  return path.substr(0, path.find_first_of(".["));
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

void addTo(Threads &threads, const Threads &more) {
  threads.insert(more.begin(), more.end());
}

/// Enters the writers of each member of the finding; false if one is not within the record, or if
/// threads write members apart that lie within one of the record's.
bool contend(LayoutParts &parts, const Finding &finding) {
  for (const FindingMember &member : finding.members) {
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const LayoutPart &one) {
      return !one.name.empty() && one.name == partName(finding, member.path);
    });
    const Threads writers = threadsOf(member.writers);
    if (part == parts.end() ||
        (!writers.empty() && !part->writers.empty() && !areAlike(writers, part->writers)))
      return false;
    part->contended = true;
    addTo(part->writers, writers);
    addTo(part->rare_writers, threadsOf(member.rare_writers));
    for (const LayoutPart &other : parts)
      if (other.contended && areAlike(other.writers, part->writers))
        part->writers = other.writers;
  }
  return true;
}

/// The parts of the finding's record with its writers; none if its members are not all there.
std::optional<LayoutParts> contendedParts(const Finding &finding) {
  if (finding.rule != kRuleAdjacentThreadFields || !finding.record || !finding.record->members ||
      isPacked(*finding.record))
    return std::nullopt;
  LayoutParts parts = partsOf(*finding.record->members);
  return contend(parts, finding) ? std::optional(std::move(parts)) : std::nullopt;
}

/// Writers of several groups of members that have the same writers.
bool haveCommonWriter(const std::set<Threads> &groups) {
  Threads all;
  for (const Threads &writers : groups)
    for (const std::string &writer : writers)
      if (!all.insert(writer).second)
        return true;
  return false;
}

/// Lines that a thread takes over which uses all contended members.
std::size_t contendedLines(const LayoutParts &parts, const Arrangement &arrangement,
                           std::uint32_t line_size) {
  std::set<std::uint64_t> lines;
  for (const Placed &placed : arrangement.members)
    if (parts[placed.part].contended)
      lines.insert(placed.offset / line_size);
  return lines.size();
}

/// What alignments in place would do to an object that threads hand on.
struct Spread {
  std::size_t before = 0, after = 0; ///< lines with contended members
  bool too_far = false;              ///< over more lines than the writers are reason for
};

Spread spreadOf(const LayoutParts &parts, std::uint32_t line_size) {
  const auto separated = separatedInPlace(parts, line_size);
  if (!separated)
    return {};
  std::set<Threads> groups;
  for (const LayoutPart &part : parts)
    if (part.contended)
      groups.insert(part.writers);
  Spread spread;
  spread.before = contendedLines(parts, alignedBefore(parts, {}, line_size), line_size);
  spread.after = contendedLines(parts, *separated, line_size);
  spread.too_far = haveCommonWriter(groups) && spread.after > spread.before + groups.size() - 1;
  return spread;
}

/// Of a finding whose record's members are not listed.
std::string whyNoLayout(const Finding &finding) {
  const auto owner = [](const FindingMember &member) {
    return member.path.substr(0, member.path.size() - unqualified(member.path).size());
  };
  const bool nested =
      std::any_of(finding.members.begin(), finding.members.end(), [&](const FindingMember &member) {
        return owner(member) != owner(finding.members.front());
      });
  if (nested)
    return fmt::format("these members of {} are parts of different records in it, each laid out by "
                       "its own type: align the type of what threads write most, or give each "
                       "thread an object of its own",
                       subjectOf(finding));
  if (finding.record)
    return fmt::format("members of {} share bytes, as bit-fields and members of unions do, so a "
                       "layout of it is not told: move what other threads use to a cacheline of "
                       "its own by hand",
                       subjectOf(finding));
  return fmt::format("not all that threads use in {} are members of one record, so a layout of it "
                     "is not told: let what each thread uses begin and end with a cacheline",
                     subjectOf(finding));
}

/// Of members that are not the record's own, or of which threads write parts.
std::string whyNotItsOwn(const Finding &finding) {
  const auto own = [&](const FindingMember &member) {
    const std::string_view name = partName(finding, member.path);
    return std::any_of(finding.record->members->begin(), finding.record->members->end(),
                       [&](const RecordMember &one) { return one.name == name; });
  };
  const auto other = std::find_if_not(finding.members.begin(), finding.members.end(), own);
  if (other != finding.members.end())
    return fmt::format("'{}' lies in a base or an unnamed part of {}, whose own type lays it out: "
                       "align it there, if all objects of that type may grow",
                       other->path, subjectOf(finding));
  const auto whole = std::find_if(
      finding.members.begin(), finding.members.end(),
      [&](const FindingMember &member) { return partName(finding, member.path) != member.path; });
  const auto &part = whole == finding.members.end() ? finding.members.front() : *whole;
  return fmt::format("threads write parts of '{}' apart, which lie as its own type has them, so "
                     "that no layout of {} parts the threads: give each thread an object of its "
                     "own, or let it write less often",
                     partName(finding, part.path), subjectOf(finding));
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
  const auto parts = contendedParts(at.finding);
  if (!parts || spreadOf(*parts, at.line_size).too_far)
    return {};
  std::vector<std::string> types;
  for (const RecordMember &member : *at.finding.record->members)
    types.push_back(member.type);
  const auto separated = at.idiom.separated(*parts, types, at.line_size);
  if (!separated)
    return {};
  return {draft(at, *parts, *separated)};
}

std::string whyPacked(const Finding &finding) {
  return fmt::format("{} is packed, so its layout is promised to a file, a message or a device: "
                     "copy it into an object of the program's own, and let threads use that",
                     subjectOf(finding));
}

std::string whyMembersStayTogether(const Finding &finding, std::uint32_t line_size) {
  if (!finding.record || !finding.record->members)
    return whyNoLayout(finding);
  if (isPacked(*finding.record))
    return whyPacked(finding);
  const auto parts = contendedParts(finding);
  if (!parts)
    return whyNotItsOwn(finding);
  const Spread spread = spreadOf(*parts, line_size);
  if (spread.too_far)
    return fmt::format(
        "some threads write several of these members of '{}', which lie among those that "
        "others write: alignments would spread what such a thread takes over from {} to {} "
        "cachelines: group the members by the threads that use them, or hand the "
        "object on less often",
        finding.record->name, spread.before, spread.after);
  return fmt::format("the same threads write each of these members of {}, so no alignment parts "
                     "the threads: give each thread an object of its own, or let it write less "
                     "often",
                     subjectOf(finding));
}

} // namespace fsfind
