#include "rules/evidence/Judgement.h"
#include "rules/source/Rules.h"
#include "rules/source/members/EventCounters.h"
#include "rules/source/members/MemberParties.h"
#include "rules/source/members/QueueSides.h"
#include "rules/source/rivalry/Draft.h"
#include "rules/source/rivalry/ObjectSigns.h"
#include "rules/source/rivalry/Rivalry.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace fsfind {

namespace {

/// Bytes. Smaller padding only fills the record up to its own alignment.
constexpr std::uint64_t kLeastPad = 16;

struct Pair {
  const Party *low = nullptr; ///< the one at the lower offset
  const Party *high = nullptr;
  Rivalry rivalry;
  std::uint64_t align = 1; ///< the record's address is a multiple of this
  Meeting meeting;
};

/// Alternatives of one union are not in use at the same time.
bool areAlternatives(const Party &a, const Party &b) {
  for (const auto &[begin, member] : a.alternatives)
    for (const auto &[other_begin, other] : b.alternatives)
      if (begin == other_begin && member != other)
        return true;
  return false;
}

/// An array larger than a line: few of its elements lie beside a neighbour.
bool spansLines(const Party &party, const Program &program) {
  return party.elements && party.bytes.size() > program.lineSize();
}

/// The author put the bytes on a line of their own: an aligned member begins the line, and padding
/// or another aligned member follows the bytes.
bool isOwnLine(const FactRecord &record, Bytes bytes, std::uint32_t line) {
  const auto aligned = [&](const FactMember &member) { return member.declared_align >= line; };
  const FactMember *first = nullptr, *after = nullptr;
  for (const FactMember &member : record.members) {
    if (member.offset <= bytes.begin && (first == nullptr || aligned(member)))
      first = &member;
    if (member.offset >= bytes.end && after == nullptr)
      after = &member;
  }
  return first != nullptr && aligned(*first) && bytes.end <= first->offset + line &&
         after != nullptr && (after->padding || aligned(*after));
}

/// Both are in elements that are chosen by hash, ticket or a user's number, so that threads seldom
/// meet in one.
bool isSpread(const Rivalry &rivalry) {
  const auto spread = [](const Use &use) {
    return use.frame->in_array && !use.selections.empty() &&
           use.selections.back().by >= Selector::Party &&
           use.selections.back().by <= Selector::Shard;
  };
  return spread(*rivalry.first) && spread(*rivalry.second);
}

/// Threads of one role write both members, and the author grouped them on a line of their own.
bool isGrouped(const FactRecord &record, const Pair &pair, std::uint32_t line) {
  return !pair.rivalry.read_write && pair.rivalry.first_role == pair.rivalry.second_role &&
         pair.rivalry.roles_shown &&
         isOwnLine(record, {pair.low->bytes.begin, pair.high->bytes.end}, line);
}

/// The author put padding beside the written member, on the side away from the member that is read.
bool isPaddedAway(const FactRecord &record, const Party &low, const Party &high,
                  const Rivalry &rivalry) {
  const bool low_writes =
      std::find(low.uses.begin(), low.uses.end(), rivalry.first) != low.uses.end();
  const Bytes bytes = (low_writes ? low : high).bytes;
  return rivalry.read_write &&
         std::any_of(record.members.begin(), record.members.end(), [&](const FactMember &member) {
           return member.padding && member.size >= kLeastPad &&
                  (low_writes
                       ? member.offset + member.size <= bytes.begin &&
                             bytes.begin < member.offset + member.size + bytes.size()
                       : member.offset >= bytes.end && member.offset < bytes.end + bytes.size());
         });
}

/// The author laid out the record's lines on purpose and left these two members together.
bool isArranged(const FactRecord &record, const Party &low, const Party &high,
                const Rivalry &rivalry, std::uint32_t line) {
  return rivalry.confidence != Confidence::High &&
         (isOwnLine(record, {low.bytes.begin, high.bytes.end}, line) ||
          isPaddedAway(record, low, high, rivalry));
}

/// Both uses reach the record through one outer record, whose own finding has the two members; or
/// through different ones in threads of one role, so that the two objects may differ.
bool isOfOuters(RecordIndex record, const Rivalry &rivalry) {
  const RecordIndex first = rivalry.first->frame->record, second = rivalry.second->frame->record;
  return first == second ? first != record
                         : rivalry.roles_shown && rivalry.first_role == rivalry.second_role;
}

std::vector<Pair> rivals(const Program &program, RecordIndex index, ObjectSigns signs,
                         const Members &members) {
  const FactRecord &record = program.facts().record(index);
  const auto parties = members.sorted();
  const QueueSides sides(parties);
  const EventCounters counters(program, signs, parties);
  std::vector<Pair> found;
  for (std::size_t i = 0; i < parties.size(); ++i)
    for (std::size_t j = i + 1; j < parties.size(); ++j) {
      const Party &low = *parties[i];
      const Party &high = *parties[j];
      if (low.bytes.overlaps(high.bytes) || areAlternatives(low, high) ||
          spansLines(low, program) || spansLines(high, program))
        continue;
      if (gap(low.bytes, high.bytes) >= program.lineSize())
        break;
      const std::uint64_t align = std::max(std::min(low.align, high.align), signs.align);
      const Meeting meeting = meet(low.bytes, high.bytes, align, program.lineSize());
      if (!meeting.possible())
        continue;
      auto rivalry = rivalryOf(program, low, high, signs);
      if (!rivalry || rivalry->confidence == Confidence::Low)
        if (auto other = sides.rivalry(low, high); other || (other = counters.rivalry(low, high)))
          rivalry = other;
      if (rivalry) {
        if (!meeting.mostly() && rivalry->confidence == Confidence::High)
          rivalry->confidence = Confidence::Medium;
        if (isSpread(*rivalry) || isArranged(record, low, high, *rivalry, program.lineSize()))
          rivalry->confidence = Confidence::Low;
        const Pair pair{&low, &high, *rivalry, align, meeting};
        if (!isGrouped(record, pair, program.lineSize()) && !isOfOuters(index, *rivalry))
          found.push_back(pair);
      }
    }
  return found;
}

const Pair &strongest(const std::vector<Pair> &pairs) {
  return *std::min_element(pairs.begin(), pairs.end(), [](const Pair &a, const Pair &b) {
    const auto rank = [](const Pair &pair) {
      return std::tuple(pair.rivalry.confidence, pair.rivalry.read_write,
                        gap(pair.low->bytes, pair.high->bytes), pair.low->bytes.begin);
    };
    return rank(a) < rank(b);
  });
}

std::string side(const Program &program, const Party &party, const Rivalry &rivalry) {
  const bool first =
      std::find(party.uses.begin(), party.uses.end(), rivalry.first) != party.uses.end();
  const Use &use = first ? *rivalry.first : *rivalry.second;
  const RoleIndex role = first ? rivalry.first_role : rivalry.second_role;
  return fmt::format("'{}' ({} by {})", party.name, use.writes() ? "written" : "read",
                     program.whoUses(use, role));
}

std::string message(const Program &program, const FactRecord &record, const Pair &pair) {
  const std::uint64_t apart = pair.high->bytes.begin - pair.low->bytes.begin;
  std::string text =
      fmt::format("{} and {} of '{}' lie {} bytes apart, {}",
                  side(program, *pair.low, pair.rivalry), side(program, *pair.high, pair.rivalry),
                  record.name, apart, onOneLine(pair.meeting, program.lineSize()));
  if (program.lineSize() > kDefaultLineSize &&
      !meet(pair.low->bytes, pair.high->bytes, pair.align, kDefaultLineSize).possible())
    text += fmt::format(" (not on one of {} bytes)", kDefaultLineSize);
  return text;
}

Party innermost(Party party) {
  if (party.innermost.known())
    party.declared = party.innermost;
  return party;
}

/// Where an edit would separate the two: in the innermost record that has both.
Place placeOf(const Pair &pair, const Party &party) {
  const bool nested = pair.low->declared == pair.high->declared;
  return nested && party.innermost.known() ? party.innermost : party.declared;
}

Finding draft(const Program &program, RecordIndex index, const std::vector<Pair> &pairs) {
  const FactRecord &record = program.facts().record(index);
  const Pair &best = strongest(pairs);
  const Rivalry &rivalry = best.rivalry;
  Finding finding;
  finding.confidence = rivalry.confidence;
  finding.location = placeOf(best, *best.high);
  finding.record = program.recordInfo(index);
  finding.object.type = record.name;
  finding.object.size = record.size;
  finding.message = message(program, record, best);
  finding.related.push_back(
      {placeOf(best, *best.low), fmt::format("'{}' is declared here", best.low->name)});
  const Candidate candidate = neighbours(*best.low, *best.high, rivalry);
  weigh(program, candidate, finding);
  for (const Side &one : candidate.sides)
    relateUse(program, finding, one);
  relateStarts(program, finding, rivalry.first_role);
  relateStarts(program, finding, rivalry.second_role);
  // Members of all pairs that would be findings by themselves: the edits are to separate them all
  // at once.
  const Confidence least = std::max(rivalry.confidence, Confidence::Medium);
  std::set<const Party *> parties;
  for (const Pair &pair : pairs)
    if (pair.rivalry.confidence <= least)
      parties.insert({pair.low, pair.high});
  for (const Party *party : parties)
    finding.members.push_back(draftMember(program, innermost(*party)));
  std::sort(finding.members.begin(), finding.members.end(),
            [](const FindingMember &a, const FindingMember &b) { return a.offset < b.offset; });
  return finding;
}

} // namespace

std::vector<Finding> checkAdjacentThreadFields(const Program &program) {
  const auto records = membersOf(program);
  const RecordSigns signs(program);
  std::vector<Finding> findings;
  for (const auto &[index, members] : records)
    if (const auto pairs = rivals(program, index, signs.of(index), members); !pairs.empty())
      findings.push_back(draft(program, index, pairs));
  return findings;
}

} // namespace fsfind
