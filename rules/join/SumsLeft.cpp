#include "rules/join/SumsLeft.h"

#include "rules/join/EndsMeasured.h"
#include "rules/join/UsedData.h"
#include "rules/program/Roles.h"
#include "rules/remedy/source/Accesses.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace fsfind {

namespace {

/// A member or variable by what an edit of other code does not change: the key of its record, and
/// its name; or its own key.
using Identity = std::pair<std::string, std::string>;

Identity identityOf(const Facts &facts, RecordIndex record, std::size_t member) {
  return {facts.record(record).key, facts.record(record).members[member].name};
}

std::optional<Identity> identityOf(const Facts &facts, const FindingMember &member,
                                   const FileMatch &files) {
  if (const auto step = declarationOf(member, facts, files))
    return identityOf(facts, step->record, step->member);
  if (const auto variable = variableOf(member, facts, files))
    return Identity{facts.variable(*variable).key, {}};
  return std::nullopt;
}

std::optional<Identity> identityOf(const Facts &facts, const Designator &what) {
  const auto member =
      std::find_if(what.steps.rbegin(), what.steps.rend(),
                   [](const FactStep &step) { return step.kind == StepKind::Member; });
  if (member != what.steps.rend())
    return identityOf(facts, member->record, member->member);
  if (what.variable)
    return Identity{facts.variable(*what.variable).key, {}};
  return std::nullopt;
}

/// The changes that threads of a program make in loops.
class LoopChanges {
public:
  explicit LoopChanges(const Facts &facts) : facts_(facts), roles_(facts) {}

  [[nodiscard]] bool has(const Identity &datum) const {
    for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
      const auto &accesses = facts_.functions[i].accesses;
      if (std::any_of(accesses.begin(), accesses.end(),
                      [&](const FactAccess &access) {
                        return access.op != Op::Read && access.loop_depth > 0 &&
                               identityOf(facts_, access.what) == datum;
                      }) &&
          isOfThreads(roles_, FunctionIndex{i}))
        return true;
    }
    return false;
  }

private:
  const Facts &facts_;
  Roles roles_;
};

} // namespace

bool areSummedLocally(const Finding &measured, const Facts &before, const FileMatch &files,
                      const Facts &after) {
  const LoopChanges were(before), are(after);
  std::uint64_t all = 0, ended = 0;
  for (const FindingMember &member : measured.members) {
    all += member.hitm;
    const auto datum = identityOf(before, member, files);
    ended += datum && were.has(*datum) && !are.has(*datum) ? member.hitm : 0;
  }
  return all != 0 && static_cast<double>(ended) >= kLeastEnded * static_cast<double>(all);
}

} // namespace fsfind
