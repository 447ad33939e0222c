#include "rules/join/UnseenMembers.h"

#include "rules/remedy/source/WrittenRecord.h"

#include <algorithm>
#include <optional>

namespace fsfind {

namespace {

using Threads = MeasuredCode::Threads;

bool areAmong(const Threads &some, const Threads &all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

/// The measured members' writers, each group once.
std::vector<Threads> groupsOf(const Finding &place) {
  std::vector<Threads> groups;
  for (const FindingMember &member : place.members)
    if (Threads writers(member.writers.begin(), member.writers.end());
        !writers.empty() && std::find(groups.begin(), groups.end(), writers) == groups.end())
      groups.push_back(std::move(writers));
  return groups;
}

/// The only group that has all of the threads.
const Threads *groupOf(const std::vector<Threads> &groups, const Threads &threads) {
  const Threads *found = nullptr;
  for (const Threads &group : groups)
    if (areAmong(threads, group)) {
      if (found != nullptr)
        return nullptr;
      found = &group;
    }
  return found;
}

bool isMeasured(const Finding &place, const FactMember &member) {
  return std::any_of(place.members.begin(), place.members.end(), [&](const FindingMember &one) {
    return one.offset >= member.offset && one.offset < member.offset + member.size;
  });
}

/// Who writes the member as far as layouts are concerned: the group that it belongs to, or nobody,
/// since several threads read it. None if neither is shown.
std::optional<Threads> writersOf(FactPlace member, const std::vector<Threads> &groups,
                                 const MeasuredCode &code) {
  const Threads &writers = code.writers(member);
  const Threads &users = writers.empty() ? code.readers(member) : writers;
  if (users.empty())
    return std::nullopt;
  if (const Threads *group = groupOf(groups, users))
    return *group;
  return writers.empty() ? std::optional(Threads()) : std::nullopt;
}

/// A measured member that nobody was seen to write, and only one group is seen to use.
void giveToGroup(FindingMember &member, FactPlace place, const std::vector<Threads> &groups,
                 const MeasuredCode &code) {
  Threads users = code.readers(place);
  users.insert(code.writers(place).begin(), code.writers(place).end());
  if (users.empty())
    return;
  for (const auto *seen : {&member.readers, &member.rare_writers})
    for (const std::string &id : *seen)
      users.insert(threadNamed(id));
  if (const Threads *group = groupOf(groups, users))
    member.writers.assign(group->begin(), group->end());
}

FindingMember unseen(const Facts &facts, const FactMember &member, const Threads &writers) {
  FindingMember one;
  one.path = member.name;
  one.declared = facts.place(member.place);
  one.offset = member.offset;
  one.size = member.size;
  one.writers.assign(writers.begin(), writers.end());
  return one;
}

} // namespace

Finding withMembersOfReaders(Finding place) {
  const std::vector<Threads> groups = groupsOf(place);
  for (FindingMember &member : place.members) {
    Threads readers;
    for (const std::string &id : member.readers)
      readers.insert(threadNamed(id));
    if (!member.writers.empty() || readers.empty())
      continue;
    if (const Threads *group = groupOf(groups, readers))
      member.writers.assign(group->begin(), group->end());
  }
  return place;
}

Finding withUnseenMembers(Finding place, const FactLookup &lookup, const MeasuredCode &code,
                          const std::vector<Place> &apart) {
  const Facts &facts = lookup.facts;
  const WrittenRecord written(lookup, place.record ? place.record->declared : Place());
  if (!written.known())
    return place;
  const std::vector<Threads> groups = groupsOf(place);
  const Finding measured = place;
  for (const FactMember &member : written.record().members) {
    const Place declared = facts.place(member.place);
    if (member.base || member.name.empty() || member.bit_field || member.padding ||
        std::find(apart.begin(), apart.end(), declared) != apart.end())
      continue;
    for (FindingMember &one : place.members)
      if (one.declared == declared && one.writers.empty())
        giveToGroup(one, member.place, groups, code);
    if (isMeasured(measured, member))
      continue;
    if (const auto writers = writersOf(member.place, groups, code))
      place.members.push_back(unseen(facts, member, *writers));
  }
  return place;
}

} // namespace fsfind
