// The message of a finding, one sentence.
#include "rules/measured/findings/FindingDraft.h"
#include "rules/measured/usage/Wording.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace fsfind {

namespace {

/// `thread 1`, `both threads`, `all 8 threads`, `3 threads` of a finding's `all`, or `3 others`.
/// The names come from ThreadNames::tell.
std::string who(const std::set<std::uint32_t> &tids, std::size_t all, std::string_view noun) {
  if (tids.size() == 1)
    return fmt::format("thread {}", *tids.begin());
  if (tids.size() == all)
    return all == 2 ? "both threads" : fmt::format("all {} threads", all);
  return fmt::format("{} {}", tids.size(), noun);
}

} // namespace

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

/// `written by thread 2, read by 3 others`: all that use the member, each thread once.
std::string FindingDraft::usersOf(const Member &member) const {
  const std::size_t all = tally_.threads.size();
  const bool written = !member.writers.empty();
  const std::set<std::uint32_t> rare = written ? std::set<std::uint32_t>() : rareWritersOf(member);
  std::set<std::uint32_t> readers;
  std::copy_if(
      member.readers.begin(), member.readers.end(), std::inserter(readers, readers.end()),
      [&](std::uint32_t tid) { return !member.writers.contains(tid) && !rare.contains(tid); });
  std::vector<std::string> uses, rarely;
  if (written)
    uses.push_back("written by " + who(member.writers, all, "threads"));
  if (!readers.empty())
    uses.push_back("read by " + who(readers, all, written ? "others" : "threads"));
  for (const std::uint32_t tid : rare)
    rarely.push_back(fmt::format("thread {}", tid));
  if (!rare.empty())
    uses.push_back("rarely written by " + listed(rarely));
  return fmt::format("{}", fmt::join(uses, ", "));
}

/// `head (written by thread 1) and tail (written by thread 2)`: the two members that contend most.
/// If the samples show no such pair, all members.
std::string FindingDraft::named(const std::vector<const Member *> &members) const {
  std::vector<std::string> names;
  if (const std::optional<HotPair> pair = pairs_.hottest())
    for (const std::uint32_t id : {pair->waiting, pair->writing})
      names.push_back(fmt::format("{} ({})", pathOf(members_.at(id)), usersOf(members_.at(id))));
  else
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
  const std::string array =
      object.name.empty() ? arrayOf(displayName(object)) : displayName(object);
  if (isOfArrays(object)) {
    const std::string each =
        blocks_.size() == 0 ? "" : fmt::format(" ({} bytes each)", blocks_.size());
    return fmt::format("separate arrays {}{}{}", array, each, where);
  }
  if (objects_.size() > 1 && (object.index || object.of_array))
    return fmt::format("elements of {}{}{}", array, size, where);
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
                     whole || of_neighbours_ ? "" : " of " + of, where,
                     names.size() == 1 ? "is" : "are", together);
}

std::string FindingDraft::message(const std::vector<const Member *> &members) const {
  const bool untyped = std::all_of(members.begin(), members.end(), [](const Member *member) {
    return isUntypedMemory(member->target->object);
  });
  return fmt::format("{}: {}{}{}{}{}", subject(members), tally_.text(profile_), verdicts_.text(),
                     verdicts_.sharing() == Sharing::True ? kNoPaddingEnd : "",
                     untyped ? fmt::format("; {}", kByAllocation) : "",
                     verified_ ? "" : kUnverifiedEnd);
}

} // namespace fsfind
