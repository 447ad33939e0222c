#include "rules/model/RuleIds.h"
#include "rules/remedy/idiom/Declaration.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/AlignedAllocations.h"
#include "rules/remedy/source/AlignedDeclarations.h"
#include "rules/remedy/source/AlignmentObstacle.h"
#include "rules/remedy/source/AnonymousPart.h"
#include "rules/remedy/source/MovedMembers.h"
#include "rules/remedy/source/PaddingBetween.h"
#include "rules/remedy/source/RecordParts.h"
#include "rules/remedy/source/WrittenAlignment.h"
#include "rules/remedy/source/WrittenRecord.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace fsfind {

namespace {

/// The record of a finding about members, and how its members can be separated.
class Separation {
public:
  Separation(const AdviceCase &at, const WrittenRecord &target)
      : at_(at), target_(target), record_(target.record()), parts_(recordParts(at, record_)),
        alignment_(alignmentIn(at.lookup, at.finding.record->declared.file, record_.constant,
                               at.line_size)),
        cplusplus_(alignment_.isCplusplusIn(at.lookup, at.finding.record->declared.file)),
        obstacle_(alignmentObstacle(at.lookup, target, alignment_.value)) {
    if (!cplusplus_)
      obstacle_ = "it is part of C and of C++ sources";
    if (obstacle_.empty() && target.isInUnion())
      obstacle_ = "it is part of a union";
    align();
  }

  [[nodiscard]] std::vector<Advice> advice() const {
    std::vector<Advice> all;
    if (aligned_)
      all.push_back(aligned(*aligned_));
    if (parts_.movable && !parts_.inseparable && haveDifferentWriters(parts_.parts)) {
      const Arrangement grouped = smallestGrouping();
      if (differs(grouped) && (!aligned_ || grouped.size < aligned_->size))
        all.insert(all.begin(), regrouped(grouped));
    }
    return all;
  }

private:
  /// Aligns as a tool may do it, or else as an author may.
  void align() {
    if (parts_.inseparable || record_.is_union)
      return;
    if (obstacle_.empty())
      aligned_ = separated(parts_.parts);
    if (aligned_)
      return;
    LayoutParts parts = parts_.parts;
    for (std::size_t i = 0; i < parts.size(); ++i)
      parts[i].alignable =
          !isImplicit(record_.members[i]) && record_.members[i].declared_align == 0;
    aligned_ = separated(parts);
    if (obstacle_.empty())
      in_place_obstacle_ =
          "a macro wrote a declaration, or it has several members and is not simple";
  }

  /// If the writers do not tell the members apart, separates before the member that the finding
  /// points to.
  [[nodiscard]] std::optional<Arrangement> separated(const LayoutParts &parts) const {
    if (haveDifferentWriters(parts))
      return separatedInPlace(parts, alignment_.value);
    for (std::size_t i = 1; i < parts.size(); ++i)
      if (at_.facts.place(record_.members[i].place) == at_.finding.location && parts[i].alignable)
        return alignedBefore(parts, {i}, alignment_.value);
    return std::nullopt;
  }

  [[nodiscard]] Advice aligned(const Arrangement &arrangement) const {
    Advice one = draft(Remedy::AlignMembers, arrangement);
    one.why = haveDifferentWriters(parts_.parts)
                  ? writersInWords(parts_.parts) + ": a cacheline of its own for each"
                  : fmt::format("'{}' begins a cacheline of its own", firstAligned(arrangement));
    const std::string &obstacle = obstacle_.empty() ? in_place_obstacle_ : obstacle_;
    if (obstacle.empty())
      addEdits(one, editsOf(arrangement));
    else if (auto padded = obstacle_.empty() ? std::nullopt : padding())
      pad(one, *std::move(padded));
    else
      explain(one, obstacle, arrangement);
    return one;
  }

  [[nodiscard]] std::optional<PaddedMembers> padding() const {
    return paddingBetween(at_.lookup, target_, parts_.parts, at_.line_size);
  }

  /// Padding instead of an alignment that an obstacle forbids.
  void pad(Advice &one, PaddedMembers padded) const {
    one.why += "; by padding, for " + obstacle_;
    one.edits = std::move(padded.edits);
    if (!parts_.exact)
      return;
    one.size_after = padded.arrangement.size;
    one.after = drawn(parts_.parts, padded.arrangement);
  }

  /// Those of the members and those of the record's allocations.
  void addEdits(Advice &one, std::vector<Edit> members) const {
    one.edits = std::move(members);
    addAllocationEdits(one, at_.lookup, target_, alignment_);
  }

  /// Turns an edit that a tool must not make into an example for the author, with the reason.
  void explain(Advice &one, const std::string &obstacle, const Arrangement &arrangement) const {
    one.obstacle = obstacle;
    one.example = exampleOf(arrangement);
  }

  [[nodiscard]] std::string firstAligned(const Arrangement &arrangement) const {
    const auto first = std::find_if(arrangement.members.begin(), arrangement.members.end(),
                                    [](const Placed &member) { return member.aligned; });
    return first == arrangement.members.end() ? "" : parts_.parts[first->part].name;
  }

  /// The smaller of the two groupings; one that brings no members together is preferred.
  [[nodiscard]] Arrangement smallestGrouping() const {
    Arrangement behind = groupedByWriters(parts_.parts, alignment_.value);
    Arrangement apart = groupedApart(parts_.parts, alignment_.value);
    const auto rank = [this](const Arrangement &one) {
      return std::pair(bringsTogether(one), one.size);
    };
    return rank(behind) <= rank(apart) ? behind : apart;
  }

  [[nodiscard]] bool bringsTogether(const Arrangement &arrangement) const {
    return fsfind::bringsTogether(parts_.parts, record_.align, arrangement, alignment_.value);
  }

  [[nodiscard]] Advice regrouped(const Arrangement &arrangement) const {
    const bool split = std::any_of(parts_.parts.begin(), parts_.parts.end(), [](const auto &part) {
      return part.contended && part.writers.empty();
    });
    Advice one = draft(split ? Remedy::Split : Remedy::Reorder, arrangement);
    one.why = fmt::format("{}: what one thread writes lies together", writersInWords(parts_.parts));
    const MovedMembers moved(at_.facts, target_, arrangement, alignment_.byAttribute());
    std::string obstacle = obstacle_.empty() ? moved.obstacle() : obstacle_;
    if (obstacle.empty() && bringsTogether(arrangement))
      obstacle = "members would share a cacheline that are apart now";
    if (obstacle.empty())
      addEdits(one, moved.edits(text()));
    else
      explain(one, obstacle, arrangement);
    return one;
  }

  [[nodiscard]] Advice draft(Remedy remedy, const Arrangement &arrangement) const {
    Advice one;
    one.remedy = remedy;
    if (!parts_.exact)
      return one;
    one.size_before = record_.size;
    one.size_after = arrangement.size;
    one.instances = target_.count();
    one.before = drawn(parts_.parts, alignedBefore(parts_.parts, {}, alignment_.value));
    one.after = drawn(parts_.parts, arrangement);
    return one;
  }

  [[nodiscard]] std::string text() const { return alignment_.text(cplusplus_.value_or(true)); }

  [[nodiscard]] std::vector<Edit> editsOf(const Arrangement &arrangement) const {
    std::vector<const FactMember *> aligned(record_.members.size());
    for (const Placed &member : arrangement.members)
      if (member.aligned)
        aligned[member.part] = alignedMember(record_.members[member.part]);
    std::vector<DeclarationEdit> all;
    for (std::size_t i = 0; i < aligned.size(); ++i)
      addDeclarations(at_.facts, record_.members[i], aligned[i], text(), all);
    return alignedDeclarations(at_.facts, all);
  }

  /// The members in the order of the arrangement.
  [[nodiscard]] std::string exampleOf(const Arrangement &arrangement) const {
    std::string lines;
    for (const Placed &placed : arrangement.members) {
      const FactMember &member = record_.members[placed.part];
      if (!isImplicit(member) && !member.bit_field)
        lines += exampleOf(member, placed.aligned ? text() : "") + ";\n";
    }
    return lines;
  }

  /// Of an anonymous record only the member that is aligned is shown.
  [[nodiscard]] std::string exampleOf(const FactMember &member, const std::string &align) const {
    const auto declared = [&](const FactMember &one) {
      return align + declaration(at_.facts.type(one.type).text, one.name);
    };
    if (!member.name.empty())
      return declared(member);
    const FactMember *inner = alignedMember(member);
    return fmt::format("{} {{ {} ... }}", isUnion(member) ? "union" : "struct",
                       inner && !align.empty() ? declared(*inner) + ";"
                                               : calledAs(at_.facts, member));
  }

  [[nodiscard]] const FactMember *alignedMember(const FactMember &member) const {
    return alignedBy(at_.facts, member, alignment_.byAttribute());
  }

  [[nodiscard]] bool isUnion(const FactMember &member) const {
    const auto record = at_.facts.type(member.type).record;
    return record && at_.facts.record(*record).is_union;
  }

  [[nodiscard]] bool differs(const Arrangement &arrangement) const {
    return !std::is_sorted(arrangement.members.begin(), arrangement.members.end(),
                           [](const Placed &a, const Placed &b) { return a.part < b.part; });
  }

  const AdviceCase &at_;
  const WrittenRecord &target_;
  const FactRecord &record_;
  RecordParts parts_;
  WrittenAlignment alignment_;
  std::optional<bool> cplusplus_; ///< none: a header of both
  std::string obstacle_;          ///< to any edit; empty = none
  std::string in_place_obstacle_; ///< to one that moves nothing
  std::optional<Arrangement> aligned_;
};

} // namespace

std::vector<Advice> separateMembers(const AdviceCase &at) {
  if (at.finding.rule != kRuleAdjacentThreadFields || !at.finding.record)
    return {};
  const WrittenRecord target(at.lookup, at.finding.record->declared);
  if (!target.known() || target.record().packed)
    return {};
  return Separation(at, target).advice();
}

} // namespace fsfind
