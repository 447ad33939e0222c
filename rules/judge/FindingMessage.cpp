// The one sentence a finding says.
#include "rules/judge/FindingDraft.h"
#include "rules/judge/Wording.h"

#include <fmt/format.h>

namespace fsfind {

/// What shares a line: "members head and tail of ring::Queue share a cacheline".
std::string FindingDraft::subject(const std::vector<const Member *> &members) const {
  const Target &hottest = *members.front()->target;
  const std::string where = cachelines(lines_.size());
  std::vector<std::string> names;
  for (const Member *member : members)
    names.push_back(pathOf(*member->target));
  const std::optional<RecordInfo> owner = record();
  const std::string &variable = displayName(hottest.object);
  const std::string &of = owner && !owner->name.empty() ? owner->name : variable;
  if (rule_ == kRulePerThreadSlots) {
    const std::string size =
        hottest.object.size == 0 ? "" : fmt::format(" ({} bytes each)", hottest.object.size);
    if (hottest.object.index)
      return fmt::format("elements of {}{} share {}", variable, size, where);
    if (hottest.member.find('[') != std::string::npos)
      return fmt::format("elements of {} in {} share {}", listed(names), of, where);
    return fmt::format("instances of {}{} share {}", variable, size, where);
  }
  if (rule_ == kRuleAdjacentThreadFields)
    return fmt::format("members {} of {} share {}", listed(names), of, where);
  if (rule_ == kRuleAdjacentGlobals)
    return fmt::format("variables {} share {}", listed(names), where);
  const bool whole = hottest.member.empty();
  return fmt::format("{}{} {} contended by all its threads on the same bytes", listed(names),
                     whole ? "" : " of " + of, names.size() == 1 ? "is" : "are");
}

std::string FindingDraft::message(const std::vector<const Member *> &members) const {
  return fmt::format("{}: {}{}{}", subject(members), tally_.text(profile_),
                     rule_ == kRuleContendedAtomic ? kNoPaddingEnd : "",
                     verified_ ? "" : kUnverifiedEnd);
}

} // namespace fsfind
