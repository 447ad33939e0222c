#include "rules/join/UnseenMembers.h"

#include "rules/remedy/source/WrittenRecord.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

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

/// Whose a member is as far as layouts are concerned.
struct Owner {
  Threads writers; ///< nobody, of what several threads only read
  /// Several threads that write other members read this one, and nobody else: it may lie with
  /// those, or with what nobody writes.
  Threads readers = {};
};

/// What only a group's threads read is theirs if that is one thread. Several take it from each
/// other, whenever one of them writes what lies beside it.
Owner ownerAmongReaders(const std::vector<Threads> &groups, const Threads &readers) {
  const Threads *group = groupOf(groups, readers);
  if (group == nullptr)
    return {};
  return group->size() == 1 ? Owner{*group} : Owner{{}, *group};
}

/// None if the code does not show whose the member is.
std::optional<Owner> ownerOf(FactPlace member, const std::vector<Threads> &groups,
                             const MeasuredCode &code) {
  if (const Threads &writers = code.writers(member); !writers.empty()) {
    const Threads *group = groupOf(groups, writers);
    return group != nullptr ? std::optional(Owner{*group}) : std::nullopt;
  }
  const Threads &readers = code.readers(member);
  return readers.empty() ? std::nullopt : std::optional(ownerAmongReaders(groups, readers));
}

/// Of a measured member that nobody was seen to write.
Owner ownerOfRead(const FindingMember &member, FactPlace place, const std::vector<Threads> &groups,
                  const MeasuredCode &code) {
  Threads readers = code.readers(place), writers = code.writers(place);
  for (const std::string &id : member.readers)
    readers.insert(threadNamed(id));
  for (const std::string &id : member.rare_writers)
    writers.insert(threadNamed(id));
  Threads users = readers;
  users.insert(writers.begin(), writers.end());
  if (users.empty())
    return {};
  if (writers.empty())
    return ownerAmongReaders(groups, users);
  const Threads *group = groupOf(groups, users);
  return group != nullptr ? Owner{*group} : Owner{};
}

/// The members of a record in the making, with whose they are.
class Owned {
public:
  explicit Owned(Finding &place) : place_(place), readers_(place.members.size()) {}

  void give(std::size_t at, const Owner &owner) {
    place_.members[at].writers.assign(owner.writers.begin(), owner.writers.end());
    readers_[at].assign(owner.readers.begin(), owner.readers.end());
  }
  void add(FindingMember member, const Owner &owner) {
    place_.members.push_back(std::move(member));
    readers_.emplace_back();
    give(place_.members.size() - 1, owner);
  }

  /// Has what several writers read lie beside what they write where only a line of its own would
  /// part the two: between those, or between them and what others write.
  void settle() {
    std::vector<std::size_t> order(place_.members.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return place_.members[a].offset < place_.members[b].offset;
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::vector<std::string> &readers = readers_[order[i]];
      const auto *before = i == 0 ? nullptr : &writersOf(order[i - 1]);
      const auto next =
          std::find_if(order.begin() + static_cast<std::ptrdiff_t>(i) + 1, order.end(),
                       [&](std::size_t one) { return readers_[one].empty(); });
      const auto *behind = next == order.end() ? nullptr : &writersOf(*next);
      const auto isTheirs = [&](const auto *writers) { return writers && *writers == readers; };
      const auto isNobodys = [](const auto *writers) { return writers && writers->empty(); };
      if (!readers.empty() && (isTheirs(before) || isTheirs(behind)) && !isNobodys(before) &&
          !isNobodys(behind))
        place_.members[order[i]].writers = readers;
    }
  }

private:
  [[nodiscard]] const std::vector<std::string> &writersOf(std::size_t at) const {
    return place_.members[at].writers;
  }

  Finding &place_;
  std::vector<std::vector<std::string>> readers_; ///< Owner::readers, by member
};

FindingMember unseen(const Facts &facts, const FactMember &member) {
  FindingMember one;
  one.path = member.name;
  one.declared = facts.place(member.place);
  one.offset = member.offset;
  one.size = member.size;
  return one;
}

} // namespace

Finding withMembersOfReaders(Finding place) {
  const std::vector<Threads> groups = groupsOf(place);
  Owned owned(place);
  for (std::size_t i = 0; i < place.members.size(); ++i) {
    Threads readers;
    for (const std::string &id : place.members[i].readers)
      readers.insert(threadNamed(id));
    if (place.members[i].writers.empty() && !readers.empty())
      owned.give(i, ownerAmongReaders(groups, readers));
  }
  owned.settle();
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
  Owned owned(place);
  for (const FactMember &member : written.record().members) {
    const Place declared = facts.place(member.place);
    if (member.base || member.name.empty() || member.bit_field || member.padding ||
        std::find(apart.begin(), apart.end(), declared) != apart.end())
      continue;
    for (std::size_t i = 0; i < measured.members.size(); ++i)
      if (const FindingMember &one = measured.members[i];
          one.declared == declared && one.writers.empty())
        owned.give(i, ownerOfRead(one, member.place, groups, code));
    if (isMeasured(measured, member))
      continue;
    if (const auto owner = ownerOf(member.place, groups, code))
      owned.add(unseen(facts, member), *owner);
  }
  owned.settle();
  return place;
}

} // namespace fsfind
