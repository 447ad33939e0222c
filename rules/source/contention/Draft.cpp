#include "rules/source/contention/Draft.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

void addName(std::vector<std::string> &names, std::string name) {
  if (std::find(names.begin(), names.end(), name) == names.end())
    names.push_back(std::move(name));
}

/// `, in a loop, once a second at most`
std::string howOften(const Use &use, RoleIndex role) {
  std::string text = use.looped ? ", in a loop" : "";
  for (const Execution &execution : use.roles)
    if (const std::string pace = execution.role == role ? words(execution.pace) : ""; !pace.empty())
      text += ", " + pace;
  return text;
}

} // namespace

FindingMember draftMember(const Program &program, const Datum &datum) {
  FindingMember member;
  member.path = datum.name;
  member.declared = program.facts().place(datum.declared);
  member.offset = datum.bytes.begin;
  member.size = datum.bytes.size();
  for (const Use *use : datum.uses)
    for (const Execution &execution : use->roles) {
      if (use->writes())
        addName(member.writers, program.whoUses(*use, execution.role));
      if (use->access->op != Op::Write)
        addName(member.readers, program.whoUses(*use, execution.role));
    }
  return member;
}

Datum partOfElement(const Use &use, const Selection &selection) {
  const bool whole = !use.frame || use.frame->whole_array;
  return {.name = whole ? use.path : use.frame->path,
          .declared = use.declared,
          .bytes = selection.used,
          .uses = {}};
}

Candidate neighbours(const Datum &a, const Datum &b, const Contention &contention) {
  const bool a_first = std::find(a.uses.begin(), a.uses.end(), contention.first) != a.uses.end();
  const Datum &first = a_first ? a : b, &second = a_first ? b : a;
  const FunctionIndex reader = contention.second->function;
  const bool uses_both = std::any_of(first.uses.begin(), first.uses.end(),
                                     [&](const Use *use) { return use->function == reader; });
  return {.sides = {{first.name, contention.first, contention.first_role},
                    {second.name, contention.second, contention.second_role}},
          .hands_over = contention.hands_over,
          .read_together = contention.read_write && uses_both};
}

void relateUse(const Program &program, Finding &finding, const Side &side) {
  const Use &use = *side.use;
  const Place place = program.facts().place(use.access->place);
  if (place.known())
    finding.related.push_back(
        {place,
         fmt::format("{} {} it here{}: {}", program.whoUses(use, side.role),
                     use.writes() ? "writes" : "reads", howOften(use, side.role), side.name)});
}

void relateStarts(const Program &program, Finding &finding, RoleIndex role) {
  constexpr std::size_t kShown = 2;
  const auto &starts = program.roles().role(role).starts;
  for (std::size_t i = 0; i < std::min(starts.size(), kShown); ++i) {
    const Place place = program.facts().place(starts[i].start->place);
    const bool known = std::any_of(finding.related.begin(), finding.related.end(),
                                   [&](const RelatedPlace &other) { return other.place == place; });
    if (place.known() && !known)
      finding.related.push_back(
          {place, fmt::format("{} starts here", program.roles().role(role).name)});
  }
}

void tellOfTwo(const Program &program, Finding &finding, const Candidate &candidate,
               const Contention &contention, std::string_view relation, Meeting meeting) {
  const Side &first = candidate.sides[0], &second = candidate.sides[1];
  finding.message = fmt::format("'{}' (written by {}) and '{}' ({} by {}) {}, {}", first.name,
                                program.whoUses(*contention.first, contention.first_role),
                                second.name, contention.read_write ? "read" : "written",
                                program.whoUses(*contention.second, contention.second_role),
                                relation, onOneLine(meeting, program.lineSize()));
  relateUse(program, finding, first);
  relateUse(program, finding, second);
  relateStarts(program, finding, contention.first_role);
  relateStarts(program, finding, contention.second_role);
}

std::string onOneLine(Meeting meeting, std::uint32_t line) {
  if (meeting.certain())
    return fmt::format("on one {}-byte cacheline", line);
  return fmt::format("on one {}-byte cacheline for {} of {} addresses it may begin at", line,
                     meeting.meeting, meeting.bases);
}

} // namespace fsfind
