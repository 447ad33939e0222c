#pragma once

#include "rules/join/FileMatch.h"
#include "rules/join/MemberTrail.h"
#include "rules/model/Facts.h"
#include "rules/model/Finding.h"

#include <optional>
#include <string>
#include <vector>

/// The data that a recording shows in use, found in the facts.
namespace fsfind {

/// A member or variable that threads were seen to use.
struct UsedDatum {
  FindingMember member; ///< as measured; writers are named `thread 12`
  Trail trail;          ///< the way to the member; empty for variables
  bool quiet = false;   ///< written on a line of its own: one of Finding::quiet_members
};

struct UsedMembers {
  std::vector<UsedDatum> all; ///< in the finding's order, of which the first contends most
  Place array;             ///< the variable that is the object or holds it as an element, if known
  bool is_element = false; ///< the object is one of several of its type
  /// Trails begin in the record that declares the members; of what that is a part is not known.
  bool of_part = false;
  /// The lock among them without which no code uses the others; empty = there is none.
  std::string guard = {};
};

/// What a measured thread is called among writers: `thread 12`.
[[nodiscard]] inline std::string threadNamed(const std::string &id) {
  return "thread " + id;
}

/// The finding's members that threads use, without quiet ones, without trails. Writers that are
/// probably the same (areAlike()) are made equal.
[[nodiscard]] std::vector<UsedDatum> usedData(const Finding &measured);

/// Whether the threads that write some datum write none of another that is written.
[[nodiscard]] bool haveWritersOfTheirOwn(const std::vector<UsedDatum> &all);

/// The members with the ways to them; what is used as one has the same writers. None if the facts
/// lay out one in another way than the recording shows. Quiet members that the facts do not have
/// are left out.
[[nodiscard]] std::optional<UsedMembers> usedMembers(const Finding &measured, const Facts &facts,
                                                     const FileMatch &files);

/// The step to the member in the record that declares it; none if it is no member of a record in
/// the facts.
[[nodiscard]] std::optional<TrailStep> declarationOf(const FindingMember &member,
                                                     const Facts &facts, const FileMatch &files);

/// The variable that the measured member is, or is a part of; none if it is not known, or if it
/// could be one of several.
[[nodiscard]] std::optional<VariableIndex> variableOf(const FindingMember &member,
                                                      const Facts &facts, const FileMatch &files);

/// The variable that the object is, by its name and where it is declared.
[[nodiscard]] std::optional<VariableIndex> variableOf(const Object &object, const Facts &facts,
                                                      const FileMatch &files);

} // namespace fsfind
