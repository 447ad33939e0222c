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
  if (rule_ == kRuleAdjacentGlobals || (together && first.kind == ObjectKind::Stack))
    return fmt::format("{} {}{}", whole ? "variables" : "data", names, where);
  // Unless there are gaps, neighbours may be members of one record whose type no access site knows.
  return fmt::format("{}{}, {},",
                     apart_ && certainty_ == Certainty::Certain ? "separate objects" : "data",
                     where, names);
}

/// What shares a line: "members head and tail of ring::Queue share a cacheline".
std::string FindingDraft::subject(const std::vector<const Member *> &members) const {
  const Target &hottest = *members.front()->target;
  const std::string lines = cachelines(lines_.size());
  const std::string where = whereabouts(hottest.object);
  std::vector<std::string> names;
  for (const Member *member : members)
    names.push_back(pathOf(*member));
  const std::optional<RecordInfo> owner = record();
  const std::string &variable = displayName(hottest.object);
  const std::string &of = owner && !owner->name.empty() ? owner->name : variable;
  if (rule_ == kRulePerThreadSlots) {
    const std::string size =
        hottest.object.size == 0 ? "" : fmt::format(" ({} bytes each)", hottest.object.size);
    const std::string array = hottest.object.name.empty() ? "[]" : "";
    if (hottest.object.index || hottest.object.of_array)
      return fmt::format("elements of {}{}{}{} share {}", variable, array, size, where, lines);
    if (hottest.member.find('[') != std::string::npos)
      return fmt::format("elements of {} in {}{} share {}", listed(names), of, where, lines);
    if (objects_.size() == 1)
      return fmt::format("members {} of {}{} share {}", listed(names), of, where, lines);
    return fmt::format("instances of {}{}{} share {}", variable, size, where, lines);
  }
  if (rule_ == kRuleAdjacentThreadFields)
    return fmt::format("members {} of {}{} share {}", listed(names), of, where, lines);
  if (ofNeighbours())
    return fmt::format("{} share {}", neighbours(listed(names)), lines);
  const bool whole = hottest.member.empty();
  return fmt::format("{}{}{} {} contended by all its threads on the same bytes", listed(names),
                     whole ? "" : " of " + of, where, names.size() == 1 ? "is" : "are");
}

std::string FindingDraft::message(const std::vector<const Member *> &members) const {
  return fmt::format("{}: {}{}{}", subject(members), tally_.text(profile_),
                     rule_ == kRuleContendedAtomic ? kNoPaddingEnd : "",
                     verified_ ? "" : kUnverifiedEnd);
}

} // namespace fsfind
