#include "rules/evidence/Links.h"
#include "rules/source/Rules.h"
#include "rules/source/contention/Contention.h"
#include "rules/source/contention/Draft.h"
#include "rules/source/contention/ObjectHints.h"
#include "rules/source/members/AuthorsLines.h"
#include "rules/source/members/EventCounters.h"
#include "rules/source/members/HandOver.h"
#include "rules/source/members/MemberData.h"
#include "rules/source/members/QueueSides.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace fsfind {

namespace {

struct Pair {
  const Datum *low = nullptr; ///< the one at the lower offset
  const Datum *high = nullptr;
  Contention contention;
  std::uint64_t align = 1; ///< the record's address is a multiple of this
  Meeting meeting;
  std::vector<MissingLink> missing = {};
};

/// Alternatives of one union are not in use at the same time.
bool areAlternatives(const Datum &a, const Datum &b) {
  for (const auto &[begin, member] : a.alternatives)
    for (const auto &[other_begin, other] : b.alternatives)
      if (begin == other_begin && member != other)
        return true;
  return false;
}

/// An array larger than a line: few of its elements lie beside a neighbour.
bool spansLines(const Datum &datum, const Program &program) {
  return datum.elements && datum.bytes.size() > program.lineSize();
}

/// Both are in elements that are chosen by hash, ticket or a user's number, so that threads seldom
/// meet in one.
bool isSpread(const Contention &contention) {
  const auto spread = [](const Use &use) {
    return use.frame->in_array && !use.selections.empty() &&
           use.selections.back().by >= Selector::User &&
           use.selections.back().by <= Selector::Shard;
  };
  return spread(*contention.first) && spread(*contention.second);
}

/// Threads of one role write both members, and the author grouped them on a line of their own.
bool isGrouped(const AuthorsLines &lines, const Pair &pair) {
  return !pair.contention.read_write && pair.contention.first_role == pair.contention.second_role &&
         pair.contention.roles_shown &&
         lines.haveAlone({pair.low->bytes.begin, pair.high->bytes.end});
}

/// The author put padding beside the written member, on the side away from the member that is read.
bool isPaddedAway(const AuthorsLines &lines, const Datum &low, const Datum &high,
                  const Contention &contention) {
  const bool low_writes =
      std::find(low.uses.begin(), low.uses.end(), contention.first) != low.uses.end();
  return contention.read_write &&
         (low_writes ? lines.arePaddedBefore(low.bytes) : lines.arePaddedBehind(high.bytes));
}

/// The author laid out the record's lines on purpose and left these two members together.
bool isArranged(const AuthorsLines &lines, const Datum &low, const Datum &high,
                const Contention &contention) {
  return contention.confidence != Confidence::High &&
         (lines.haveAlone({low.bytes.begin, high.bytes.end}) ||
          isPaddedAway(lines, low, high, contention));
}

/// Both uses reach the record through one outer record, whose own finding has the two members; or
/// through different ones in threads of one role, so that the two objects may differ.
bool isOfOuters(RecordIndex record, const Contention &contention) {
  const RecordIndex first = contention.first->frame->record,
                    second = contention.second->frame->record;
  return first == second
             ? first != record
             : contention.roles_shown && contention.first_role == contention.second_role;
}

std::vector<Pair> rivals(const Program &program, RecordIndex index, ObjectHints hints,
                         const Members &members) {
  const AuthorsLines lines(program.facts().record(index), program.lineSize());
  const auto data = members.sorted();
  const QueueSides sides(data, program.facts().words);
  const EventCounters counters(program, hints, data);
  std::vector<Pair> found;
  for (std::size_t i = 0; i < data.size(); ++i)
    for (std::size_t j = i + 1; j < data.size(); ++j) {
      const Datum &low = *data[i];
      const Datum &high = *data[j];
      if (low.bytes.overlaps(high.bytes) || areAlternatives(low, high) ||
          spansLines(low, program) || spansLines(high, program))
        continue;
      if (gap(low.bytes, high.bytes) >= program.lineSize())
        break;
      const std::uint64_t align = std::max(std::min(low.align, high.align), hints.align);
      const Meeting meeting = meet(low.bytes, high.bytes, align, program.lineSize());
      if (!meeting.possible())
        continue;
      auto contention = contentionOf(program, low, high, hints);
      const auto ends = sides.contention(low, high);
      if (!contention || contention->confidence == Confidence::Low) {
        if (auto other = ends; other || (other = counters.contention(low, high)))
          contention = other;
      } else
        contention->hands_over = ends || handsOver(program, index, low, high);
      if (contention) {
        if (!meeting.mostly() && contention->confidence == Confidence::High)
          contention->confidence = Confidence::Medium;
        if (isSpread(*contention) || isArranged(lines, low, high, *contention))
          contention->confidence = Confidence::Low;
        Pair pair{&low, &high, *contention, align, meeting};
        if (isGrouped(lines, pair) || isOfOuters(index, *contention))
          continue;
        pair.missing = missingLinks(program, neighbours(low, high, *contention));
        found.push_back(std::move(pair));
      }
    }
  return found;
}

/// Its finding would be a suspect, or less.
bool isWeak(const Pair &pair) {
  return !pair.missing.empty() || pair.contention.confidence == Confidence::Low;
}

const Pair &strongest(const std::vector<Pair> &pairs) {
  return *std::min_element(pairs.begin(), pairs.end(), [](const Pair &a, const Pair &b) {
    const auto rank = [](const Pair &pair) {
      return std::tuple(isWeak(pair), pair.contention.confidence, pair.contention.read_write,
                        gap(pair.low->bytes, pair.high->bytes), pair.low->bytes.begin);
    };
    return rank(a) < rank(b);
  });
}

std::string side(const Program &program, const Datum &datum, const Contention &contention) {
  const bool first =
      std::find(datum.uses.begin(), datum.uses.end(), contention.first) != datum.uses.end();
  const Use &use = first ? *contention.first : *contention.second;
  const RoleIndex role = first ? contention.first_role : contention.second_role;
  return fmt::format("'{}' ({} by {})", datum.name, use.writes() ? "written" : "read",
                     program.whoUses(use, role));
}

std::string message(const Program &program, const FactRecord &record, const Pair &pair) {
  const std::uint64_t apart = pair.high->bytes.begin - pair.low->bytes.begin;
  std::string text = fmt::format("{} and {} of '{}' lie {} bytes apart, {}",
                                 side(program, *pair.low, pair.contention),
                                 side(program, *pair.high, pair.contention), record.name, apart,
                                 onOneLine(pair.meeting, program.lineSize()));
  if (program.lineSize() > kDefaultLineSize &&
      !meet(pair.low->bytes, pair.high->bytes, pair.align, kDefaultLineSize).possible())
    text += fmt::format(" (not on one of {} bytes)", kDefaultLineSize);
  return text;
}

Datum innermost(Datum datum) {
  if (datum.innermost.known())
    datum.declared = datum.innermost;
  return datum;
}

/// Where an edit would separate the two: in the innermost record that has both.
Place placeOf(const Facts &facts, const Pair &pair, const Datum &datum) {
  const bool nested = pair.low->declared == pair.high->declared;
  return facts.place(nested && datum.innermost.known() ? datum.innermost : datum.declared);
}

Finding draft(const Program &program, RecordIndex index, const std::vector<Pair> &pairs) {
  const FactRecord &record = program.facts().record(index);
  const Pair &best = strongest(pairs);
  const Contention &contention = best.contention;
  Finding finding;
  finding.confidence = contention.confidence;
  finding.location = placeOf(program.facts(), best, *best.high);
  finding.record = program.recordInfo(index);
  finding.object.type = record.name;
  finding.object.size = record.size;
  finding.message = message(program, record, best);
  finding.related.push_back({placeOf(program.facts(), best, *best.low),
                             fmt::format("'{}' is declared here", best.low->name)});
  const Candidate candidate = neighbours(*best.low, *best.high, contention);
  finding.missing = best.missing;
  for (const Side &one : candidate.sides)
    relateUse(program, finding, one);
  relateStarts(program, finding, contention.first_role);
  relateStarts(program, finding, contention.second_role);
  // Members of all pairs that would be findings by themselves: the edits are to separate them all
  // at once.
  const Confidence least = std::max(contention.confidence, Confidence::Medium);
  std::set<const Datum *> data;
  for (const Pair &pair : pairs)
    if (pair.contention.confidence <= least && (isWeak(best) || !isWeak(pair)))
      data.insert({pair.low, pair.high});
  for (const Datum *datum : data)
    finding.members.push_back(draftMember(program, innermost(*datum)));
  std::sort(finding.members.begin(), finding.members.end(),
            [](const FindingMember &a, const FindingMember &b) { return a.offset < b.offset; });
  return finding;
}

} // namespace

std::vector<Finding> checkAdjacentThreadFields(const Program &program) {
  const auto records = membersOf(program);
  const RecordHints hints(program);
  std::vector<Finding> findings;
  for (const auto &[index, members] : records)
    if (const auto pairs = rivals(program, index, hints.of(index), members); !pairs.empty())
      findings.push_back(draft(program, index, pairs));
  return findings;
}

} // namespace fsfind
