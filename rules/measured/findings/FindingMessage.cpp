// The message of a finding, one sentence.
#include "rules/measured/findings/FindingDraft.h"
#include "rules/measured/usage/Wording.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

std::string FindingDraft::neighbours(const std::string &names) const {
  const Object &first = members_.begin()->second.target->object;
  const bool together = std::all_of(members_.begin(), members_.end(), [&](const auto &entry) {
    return whereabouts(entry.second.target->object) == whereabouts(first);
  });
  const std::string where = together ? whereabouts(first) : "";
  const bool whole = std::all_of(members_.begin(), members_.end(), [](const auto &entry) {
    return entry.second.target->member.empty();
  });
  if (rule() == kRuleAdjacentGlobals || (together && first.kind == ObjectKind::Stack))
    return fmt::format("{} {}{}", whole ? "variables" : "data", names, where);
  // Unless there are gaps, neighbours may be members of one record whose type no access site knows.
  return fmt::format("{}{}, {},",
                     apart_ && certainty_ == Certainty::Certain ? "separate objects" : "data",
                     where, names);
}

/// `written by thread 2`; `read by thread 1, rarely written by thread 3` if nobody else writes it.
/// ThreadNames::tell has the names.
std::string FindingDraft::userOf(const PairSide &side) const {
  const Member &member = members_.at(side.member);
  const std::set<std::uint32_t> rare = rareWritersOf(member);
  std::string text = fmt::format("{} by thread {}", side.writes ? "written" : "read",
                                 profile_.thread(side.thread).tid);
  if (member.writers.empty() && !rare.empty()) {
    std::vector<std::string> threads;
    for (const std::uint32_t tid : rare)
      threads.push_back(fmt::format("thread {}", tid));
    text += fmt::format(", rarely written by {}", listed(threads));
  }
  return text;
}

/// `head (read by thread 1) and tail (written by thread 2)`: the two members that contend most. If
/// the samples show no such pair, all members.
std::string FindingDraft::named(const std::vector<const Member *> &members) const {
  std::vector<std::string> names;
  const std::optional<HotPair> pair = pairs_.hottest();
  for (const PairSide *side : {pair ? &pair->waiting : nullptr, pair ? &pair->writing : nullptr})
    if (side != nullptr)
      names.push_back(fmt::format("{} ({})", pathOf(members_.at(side->member)), userOf(*side)));
  if (names.empty())
    for (const Member *member : members)
      names.push_back(pathOf(*member));
  const std::size_t others = members.size() - std::min(members.size(), names.size());
  return others == 0 ? listed(names)
                     : fmt::format("{}, {} and {} more", names[0], names[1], others);
}

/// `elements of slots[].hits in Many on the heap`
std::string FindingDraft::elements(const std::vector<const Member *> &members) const {
  const Object &object = members.front()->target->object;
  const std::string size = object.size == 0 ? "" : fmt::format(" ({} bytes each)", object.size);
  if (isUntypedMemory(object))
    return fmt::format("blocks of {}", displayName(object));
  const std::string where =
      whereabouts(object) + (isKnownByAllocation(*members.front()->target)
                                 ? fmt::format(", allocated in {},", allocatorOf(object))
                                 : "");
  const std::string array = object.name.empty() ? "[]" : "";
  if (isOfArrays(object)) {
    const std::string each =
        blocks_.size() == 0 ? "" : fmt::format(" ({} bytes each)", blocks_.size());
    return fmt::format("separate arrays {}{}{}{}", displayName(object), array, each, where);
  }
  if (objects_.size() > 1 && (object.index || object.of_array))
    return fmt::format("elements of {}{}{}{}", displayName(object), array, size, where);
  std::vector<std::string> names;
  for (const Member *member : members)
    if (member->target->member.find('[') != std::string::npos)
      names.push_back(pathOf(*member));
  if (names == std::vector{displayName(object)}) // a variable that is an array of arrays
    return fmt::format("elements of {}{}", names.front(), where);
  if (!names.empty())
    return fmt::format("elements of {} in {}{}", listed(names),
                       object.type.empty() ? object.name : object.type, where);
  return fmt::format("instances of {}{}{}", displayName(object), size, where);
}

/// What shares a line: "members head and tail of ring::Queue share a cacheline".
std::string FindingDraft::subject(const std::vector<const Member *> &members) const {
  const Target &hottest = *members.front()->target;
  const std::string lines = cachelines(lines_.size());
  const std::string where = whereabouts(hottest.object);
  const std::optional<RecordInfo> owner = record();
  const std::string variable = displayName(hottest.object);
  // A path of several names begins in the object, not in the record that declares the last.
  const bool from_object = hottest.member.find('.') != std::string::npos;
  const std::string &owner_name = from_object ? hottest.object.type
                                  : owner     ? owner->name
                                              : variable;
  const std::string &of = owner_name.empty() ? variable : owner_name;
  if (rule() == kRulePerThreadSlots)
    return fmt::format("{} share {}", elements(members), lines);
  if (rule() == kRuleAdjacentThreadFields)
    return fmt::format("members {} of {}{} share {}", named(members), of, where, lines);
  if (of_neighbours_ && rule() != kRuleContendedAtomic)
    return fmt::format("{} share {}", neighbours(named(members)), lines);
  std::vector<std::string> names, beside;
  for (const Member *member : members)
    (names.empty() || !member->writers.empty() ? names : beside).push_back(pathOf(*member));
  if (members.front()->writers.empty())
    names.insert(names.end(), beside.begin(), beside.end());
  const bool whole = hottest.member.empty();
  if (whole && objects_.size() > 1 && !of_neighbours_)
    return fmt::format("{} are contended, each by all its threads on the same bytes",
                       elements(members));
  const std::string together = names.size() == members.size()
                                   ? ""
                                   : fmt::format(", which {} {} used together with", listed(beside),
                                                 beside.size() == 1 ? "is" : "are");
  return fmt::format("{}{}{} {} contended by all its threads on the same bytes{}", listed(names),
                     whole ? "" : " of " + of, where, names.size() == 1 ? "is" : "are", together);
}

std::string FindingDraft::message(const std::vector<const Member *> &members) const {
  const bool untyped = std::any_of(members.begin(), members.end(), [](const Member *member) {
    return isUntypedMemory(member->target->object);
  });
  return fmt::format("{}: {}{}{}{}{}", subject(members), tally_.text(profile_), verdicts_.text(),
                     verdicts_.sharing() == Sharing::True ? kNoPaddingEnd : "",
                     untyped ? fmt::format("; {}", kByAllocation) : "",
                     verified_ ? "" : kUnverifiedEnd);
}

} // namespace fsfind
