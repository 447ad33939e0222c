#include "rules/join/Meeting.h"

#include <algorithm>
#include <cstdint>
#include <map>

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
std::optional<Parts> partsOf(const Meeting &meeting) {
  Parts parts;
  for (const UsedDatum *one : meeting.members) {
    if (one->trail.size() <= meeting.depth ||
        one->trail[meeting.depth].record != meeting.members.front()->trail[meeting.depth].record)
      return std::nullopt;
    parts[one->trail[meeting.depth].member].push_back(one);
  }
  return parts;
}

/// The part of different writers with the most contended loads: they are parted in its record.
const Members *partOfRivals(const Parts &parts) {
  const Members *most = nullptr;
  std::uint64_t most_hitm = 0;
  for (const auto &[at, members] : parts) {
    std::uint64_t hitm = 0;
    for (const UsedDatum *one : members)
      hitm += one->member.hitm;
    if (haveDifferentWriters(members) && (most == nullptr || hitm > most_hitm)) {
      most = &members;
      most_hitm = hitm;
    }
  }
  return most;
}

} // namespace

std::optional<Meeting> meetingOf(const std::vector<UsedDatum> &all, std::size_t depth) {
  Meeting meeting{{}, depth};
  for (const UsedDatum &one : all)
    meeting.members.push_back(&one);
  while (true) {
    const auto parts = partsOf(meeting);
    if (!parts || !haveDifferentWriters(meeting.members))
      return std::nullopt;
    const Members *inner = partOfRivals(*parts);
    if (inner == nullptr)
      return meeting;
    if (inner->front()->trail[meeting.depth].in_element)
      return std::nullopt;
    meeting = {*inner, meeting.depth + 1};
  }
}

} // namespace fsfind
