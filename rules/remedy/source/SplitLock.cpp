#include "rules/program/Program.h"
#include "rules/program/Walk.h"
#include "rules/remedy/idiom/Declaration.h"
#include "rules/remedy/idiom/Idiom.h"
#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/HeldLess.h"
#include "rules/remedy/source/WrittenAlignment.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <span>

namespace fsfind {

namespace {

/// The index by which a critical section chooses what it uses, and where what is so chosen is
/// declared.
struct Chosen {
  std::string index; ///< as written
  Place table;
};

/// Threads that hold the lock of one part go on beside those of other parts. So no section may use
/// two parts, or all of them, or change anything else.
bool choosesOne(Provenance from) {
  switch (from) {
  case Provenance::Parameter:
  case Provenance::Member:
  case Provenance::Hash:
  case Provenance::ThreadHash:
    return true;
  default:
    return false;
  }
}

/// What sections under one lock use.
class Sections {
public:
  Sections(const Facts &facts, const Place &lock) : facts_(facts), lock_(lock) {}

  /// The index, if all sections choose a part of the same data, each one part.
  [[nodiscard]] std::optional<Chosen> chosen() {
    for (const FactFunction &function : facts_.functions)
      if (!take(function))
        return std::nullopt;
    return chosen_;
  }

private:
  [[nodiscard]] bool holds(const FactFunction &function, std::span<const std::uint32_t> held) {
    return std::any_of(held.begin(), held.end(), [&](std::uint32_t one) {
      return declaredAt(facts_, function.locks[one]) == lock_;
    });
  }

  /// False if the function's sections do not choose one part.
  [[nodiscard]] bool take(const FactFunction &function) {
    index_.clear();
    return std::all_of(function.accesses.begin(), function.accesses.end(),
                       [&](const FactAccess &access) {
                         return access.acquire_lock || !holds(function, access.held) ||
                                takeAccess(access);
                       }) &&
           std::all_of(function.calls.begin(), function.calls.end(), [&](const FactCall &call) {
             return !holds(function, call.held) || takeCall(call);
           });
  }

  /// Reads of other data do no harm, since no section changes them.
  [[nodiscard]] bool takeAccess(const FactAccess &access) {
    if (facts_.type(access.what.type).kind == TypeClass::Condition)
      return false;
    return stepOf(access.what) ? takePart(access.what)
                               : access.op == Op::Read || isOwn(access.what);
  }

  /// What the program's own functions use is not followed; a library's may change what they are
  /// called on and given.
  [[nodiscard]] bool takeCall(const FactCall &call) {
    const auto keeps = [&](const Designator &what) {
      return stepOf(what)
                 ? takePart(what)
                 : isOwn(what) || what.root == Root::Unknown || what.root == Root::Parameter;
    };
    return !facts_.function(call.callee).defined && (!call.object || keeps(*call.object)) &&
           std::all_of(call.arguments.begin(), call.arguments.end(),
                       [&](const FactArgument &one) { return keeps(one.what); });
  }

  [[nodiscard]] static const FactStep *stepOf(const Designator &what) {
    const auto step = std::find_if(what.steps.begin(), what.steps.end(), [](const FactStep &one) {
      return one.kind == StepKind::Index && one.index->from != Provenance::Constant;
    });
    return step == what.steps.end() ? nullptr : &*step;
  }

  /// A local that no other thread sees.
  [[nodiscard]] bool isOwn(const Designator &what) const {
    return what.root == Root::Variable && what.steps.empty() &&
           facts_.variable(*what.variable).storage == Storage::Local &&
           !facts_.variable(*what.variable).captured;
  }

  /// The first section's table stands for all: another table's index may be another number.
  [[nodiscard]] bool takePart(const Designator &what) {
    const FactStep *step = stepOf(what);
    Designator table = what;
    table.steps.resize(static_cast<std::size_t>(step - what.steps.data()));
    const Place declared = declaredAt(facts_, table);
    const std::string &index = step->index->text;
    if (!choosesOne(step->index->from) || index.empty() || !declared.known() ||
        isOfBits(facts_, arrayOf(table)) || // who changes a bit writes those beside it, too
        (!index_.empty() && index_ != index))
      return false;
    index_ = index;
    if (!chosen_)
      chosen_ = Chosen{index, declared};
    return chosen_->table == declared;
  }

  const Facts &facts_;
  Place lock_;
  std::string index_; ///< of the function at hand
  std::optional<Chosen> chosen_;
};

std::string nameAt(const Facts &facts, const Place &place) {
  for (const FactVariable &variable : facts.variables)
    if (facts.place(variable.place) == place)
      return std::string(unqualified(variable.name));
  for (const FactRecord &record : facts.records)
    for (const FactMember &member : record.members)
      if (facts.place(member.place) == place)
        return member.name;
  return "";
}

/// Whether what a lock guards can be parted is the author's knowledge, unless the sources show it.
Advice heldLess(const std::string &name) {
  Advice one;
  one.remedy = Remedy::SplitLock;
  one.why = whyHeldLess(name);
  return one;
}

Advice parted(const AdviceCase &at, const std::string &type, const Chosen &chosen) {
  const std::string lock(unqualified(at.finding.members.front().path));
  const std::string table = nameAt(at.facts, chosen.table);
  const bool cplusplus = isCplusplus(at.facts, at.finding.location.file).value_or(true);
  Advice one;
  one.remedy = Remedy::SplitLock;
  one.why = fmt::format("all threads lock '{}', and each section under it uses one element of '{}' "
                        "and changes nothing else: with a lock for each part of '{}' only threads "
                        "that use the same part wait for one another; nobody sees two parts at "
                        "once today either",
                        lock, table, table);
  one.example = fmt::format(
      "struct {{ {}{}; }} {}s[PARTS];\n{}s[{} % PARTS].{} // guards '{}' there, "
      "instead of '{}'\n",
      alignmentBy(at.facts, {}, at.line_size).text(cplusplus), declaration(type, lock), lock, lock,
      chosen.index.find(' ') == std::string::npos ? chosen.index : "(" + chosen.index + ")", lock,
      table, lock);
  return one;
}

} // namespace

std::string whyHeldLess(const std::string &name) {
  return fmt::format("all threads lock the same '{}', so that padding does not help: hold it for "
                     "less work or take it less often (several steps at once), or have several "
                     "locks if what it guards has parts that are used apart",
                     name);
}

std::vector<Advice> splitLock(const AdviceCase &at) {
  if (at.finding.sharing != Sharing::True || at.finding.members.empty())
    return {};
  const Place &declared = at.finding.members.front().declared;
  const FactAccess *lock = findAccess(at.facts, [&](const FactAccess &access) {
    return access.acquire_lock && declaredAt(at.facts, access.what) == declared;
  });
  if (!lock)
    return {};
  if (const auto chosen = Sections(at.facts, declared).chosen())
    return {parted(at, at.facts.type(lock->what.type).text, *chosen)};
  return {heldLess(at.finding.members.front().path)};
}

} // namespace fsfind
