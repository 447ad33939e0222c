#include "rules/join/Meeting.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace fsfind {

namespace {

using Members = std::vector<const UsedDatum *>;
using Parts = std::map<std::size_t, Members>;

bool haveDifferentWriters(const Members &members) {
  return std::any_of(members.begin(), members.end(), [&](const UsedDatum *one) {
    return one->member.writers != members.front()->member.writers;
  });
}

/// The members by the member of the record that holds them; none if they are in several records.
std::optional<Parts> partsOf(const MeetingPlace &meeting) {
  Parts parts;
  for (const UsedDatum *one : meeting.members) {
    if (one->trail.size() <= meeting.depth ||
        one->trail[meeting.depth].record != meeting.members.front()->trail[meeting.depth].record)
      return std::nullopt;
    parts[one->trail[meeting.depth].member].push_back(one);
  }
  return parts;
}

std::uint64_t loadsOf(const Members &members) {
  std::uint64_t hitm = 0;
  for (const UsedDatum *one : members)
    hitm += one->member.hitm;
  return hitm;
}

Members writtenOf(Members members) {
  std::erase_if(members, [](const UsedDatum *one) { return one->member.writers.empty(); });
  return members;
}

/// Threads other than one that writes the members use them, too. The readers of what nobody writes
/// do not count: they may meet the writers within one element.
bool areShared(const Members &members) {
  std::set<std::string> threads;
  bool read = false;
  for (const UsedDatum *one : writtenOf(members)) {
    read |= one->member.read_by_others;
    threads.insert(one->member.writers.begin(), one->member.writers.end());
    for (const std::string &id : one->member.readers)
      threads.insert(threadNamed(id));
  }
  return read || threads.size() > 1;
}

/// The members are in elements of one array of few records.
bool areInFewElements(const Facts &facts, const Members &members, std::size_t depth) {
  /// More are a queue's, through which threads go, so that neighbours are mostly one thread's.
  constexpr std::uint64_t kMost = 8;
  const TrailStep &array = members.front()->trail[depth];
  const FactType &type = facts.type(facts.record(array.record).members[array.member].type);
  return array.in_element && type.elements > 1 && type.elements <= kMost &&
         std::all_of(members.begin(), members.end(), [&](const UsedDatum *one) {
           return one->trail.size() > depth + 1 &&
                  one->trail[depth + 1].record == members.front()->trail[depth + 1].record;
         });
}

class MeetingSearch {
public:
  explicit MeetingSearch(const Facts &facts) : facts_(facts) {}

  /// Returns false if the members are in several records.
  bool add(const MeetingPlace &meeting) {
    const auto parts = partsOf(meeting);
    if (!parts)
      return false;
    MeetingPlace own{{}, meeting.depth};
    Members behind_bases;
    for (const auto &[at, members] : *parts) {
      const bool few = areInFewElements(facts_, members, meeting.depth);
      if (few && !haveDifferentWriters(writtenOf(members)) && areShared(members))
        addElements(members, meeting.depth);
      else if (!haveDifferentWriters(members))
        own.members.insert(own.members.end(), members.begin(), members.end());
      else if (members.front()->trail[meeting.depth].in_element && !few)
        left_out_ += loadsOf(members);
      else if (!add({members, meeting.depth + 1}))
        return false;
      else if (isBase(members.front()->trail[meeting.depth]))
        behind_bases.push_back(lastOf(members, meeting.depth));
    }
    told_.insert(told_.end(), own.members.begin(), own.members.end());
    // A record's first members may lie in the padding at its base's end (Itanium C++ ABI, 2.4).
    if (!own.members.empty())
      own.members.insert(own.members.end(), behind_bases.begin(), behind_bases.end());
    if (haveDifferentWriters(own.members))
      places_.push_back(std::move(own));
    return true;
  }

  /// Whether anything is to be parted, and no more loads are left out than that.
  [[nodiscard]] bool isUseful() const { return !places_.empty() && left_out_ <= loadsOf(told_); }

  /// What was added, from the record at `depth` on.
  [[nodiscard]] Meetings result(std::size_t depth) && {
    Meetings meetings{std::move(places_), {std::move(told_), depth}};
    for (MeetingPlace &one : meetings.places)
      inOrder(one.members);
    std::stable_sort(meetings.places.begin(), meetings.places.end(),
                     [](const MeetingPlace &one, const MeetingPlace &other) {
                       return loadsOf(one.members) > loadsOf(other.members);
                     });
    inOrder(meetings.whole.members);
    while (areInOneMember(meetings.whole))
      ++meetings.whole.depth;
    return meetings;
  }

private:
  void addElements(const Members &members, std::size_t depth) {
    places_.push_back({members, depth, true});
    // No layout of an element parts it for its readers: they read another one.
    const Members written = writtenOf(members);
    told_.insert(told_.end(), written.begin(), written.end());
  }

  [[nodiscard]] bool isBase(const TrailStep &step) const {
    return facts_.record(step.record).members[step.member].base;
  }

  /// The one at the highest offset in the record at `depth`.
  static const UsedDatum *lastOf(const Members &members, std::size_t depth) {
    return *std::max_element(members.begin(), members.end(),
                             [depth](const UsedDatum *one, const UsedDatum *other) {
                               return one->trail[depth].offset < other->trail[depth].offset;
                             });
  }

  /// They point into one table, which has the finding's order.
  static void inOrder(Members &members) { std::sort(members.begin(), members.end()); }

  /// Whether one member of the record, which is no array of many elements, holds all.
  [[nodiscard]] bool areInOneMember(const MeetingPlace &meeting) const {
    const TrailStep &first = meeting.members.front()->trail[meeting.depth];
    return (!first.in_element || areInFewElements(facts_, meeting.members, meeting.depth)) &&
           std::all_of(meeting.members.begin(), meeting.members.end(), [&](const UsedDatum *one) {
             return one->trail.size() > meeting.depth + 1 &&
                    one->trail[meeting.depth].member == first.member;
           });
  }

  const Facts &facts_;
  std::vector<MeetingPlace> places_;
  Members told_; ///< all members that are not left out
  std::uint64_t left_out_ = 0;
};

} // namespace

std::optional<Meetings> meetingsOf(const Facts &facts, const std::vector<UsedDatum> &all,
                                   std::size_t depth) {
  MeetingPlace whole{{}, depth};
  for (const UsedDatum &one : all)
    whole.members.push_back(&one);
  MeetingSearch search(facts);
  if (!search.add(whole) || !search.isUseful())
    return std::nullopt;
  return std::move(search).result(depth);
}

bool meetInBitFields(const Meetings &meetings, const Facts &facts) {
  return std::any_of(meetings.places.begin(), meetings.places.end(),
                     [&](const MeetingPlace &place) {
                       std::set<std::vector<std::string>> writers;
                       for (const UsedDatum *one : place.members) {
                         const TrailStep &step = one->trail[place.depth];
                         if (facts.record(step.record).members[step.member].bit_field)
                           writers.insert(one->member.writers);
                       }
                       return writers.size() > 1;
                     });
}

} // namespace fsfind
