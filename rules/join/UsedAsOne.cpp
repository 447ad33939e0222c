#include "rules/join/UsedAsOne.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace fsfind {

namespace {

using Threads = std::set<std::string>;
/// The way to a record: a member of each record that holds it.
using Way = std::vector<std::pair<RecordIndex, std::size_t>>;
using Together = std::map<Way, std::vector<UsedDatum *>>;

Way wayTo(const Trail &trail, std::size_t depth) {
  Way way;
  for (std::size_t i = 0; i < depth; ++i)
    way.emplace_back(trail[i].record, trail[i].member);
  return way;
}

/// The depth of the outermost union.
std::optional<std::size_t> unionOn(const Trail &trail, const Facts &facts) {
  const auto step = std::find_if(trail.begin(), trail.end(), [&](const TrailStep &one) {
    return facts.record(one.record).is_union;
  });
  return step == trail.end() ? std::nullopt
                             : std::optional(static_cast<std::size_t>(step - trail.begin()));
}

bool isInElement(const Trail &trail, std::size_t depth) {
  return std::any_of(trail.begin(), trail.begin() + static_cast<std::ptrdiff_t>(depth),
                     [](const TrailStep &step) { return step.in_element; });
}

void setWriters(const std::vector<UsedDatum *> &members, const Threads &writers) {
  for (UsedDatum *one : members)
    one->member.writers.assign(writers.begin(), writers.end());
}

void uniteAlternatives(std::vector<UsedDatum> &all, const Facts &facts) {
  Together unions;
  for (UsedDatum &one : all)
    if (const auto depth = unionOn(one.trail, facts); depth && !isInElement(one.trail, *depth))
      unions[wayTo(one.trail, *depth)].push_back(&one);
  for (const auto &[way, members] : unions) {
    Threads writers;
    for (const UsedDatum *one : members)
      writers.insert(one->member.writers.begin(), one->member.writers.end());
    setWriters(members, writers);
  }
}

bool areAmong(const std::vector<std::string> &threads, const Threads &writers) {
  return std::all_of(threads.begin(), threads.end(), [&](const std::string &thread) {
    return writers.contains(threadNamed(thread));
  });
}

/// Members of one record, of which those that are written often have the same writers. Several such
/// threads take what the others only read from each other, which a layout parts if it can.
void uniteRarelyWritten(const std::vector<UsedDatum *> &members, bool may_part) {
  Threads writers;
  for (const UsedDatum *one : members) {
    const Threads own(one->member.writers.begin(), one->member.writers.end());
    if (!own.empty() && !writers.empty() && own != writers)
      return;
    writers.insert(own.begin(), own.end());
  }
  const bool theirs = std::all_of(members.begin(), members.end(), [&](const UsedDatum *one) {
    return !one->member.writers.empty() ||
           (areAmong(one->member.readers, writers) && areAmong(one->member.rare_writers, writers));
  });
  if (theirs && !(may_part && writers.size() > 1))
    setWriters(members, writers);
}

} // namespace

void uniteUsedAsOne(std::vector<UsedDatum> &all, const Facts &facts) {
  uniteAlternatives(all, facts);
  Together parts;
  for (UsedDatum &one : all)
    if (const std::size_t depth = one.trail.size() - 1; depth > 0 && !isInElement(one.trail, depth))
      parts[wayTo(one.trail, depth)].push_back(&one);
  for (const auto &[way, members] : parts)
    uniteRarelyWritten(members, facts.record(members.front()->trail.back().record).alignable);
}

} // namespace fsfind
