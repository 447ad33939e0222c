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
  explicit Sections(const FactLookup &lookup) : lookup_(lookup), facts_(lookup.facts) {}

  /// The index, if all sections choose a part of the same data, each one part.
  [[nodiscard]] std::optional<Chosen> chosenUnder(FactPlace lock) {
    const SeenHolding *last = nullptr;
    for (const auto &[_, one] : lookup_.accesses.under(lock)) {
      if (!last || last->function != one.function)
        index_.clear();
      last = &one;
      if (one.access ? !one.access->acquire_lock && !takeAccess(*one.access) : !takeCall(*one.call))
        return std::nullopt;
    }
    return chosen_;
  }

private:
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

  const FactLookup &lookup_;
  const Facts &facts_;
  std::string index_; ///< of the function at hand
  std::optional<Chosen> chosen_;
};

std::string nameAt(const FactLookup &lookup, const Place &place) {
  const FactPlace declared = lookup.declared.place(place);
  if (const VariableIndex *variable = lookup.declared.variables().first(declared))
    return std::string(unqualified(lookup.facts.variable(*variable).name));
  if (const MemberAt *found = lookup.declared.members().first(declared))
    return lookup.facts.record(found->record).members[found->member].name;
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
  const std::string table = nameAt(at.lookup, chosen.table);
  const bool cplusplus = isCplusplus(at.lookup, at.finding.location.file).value_or(true);
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
      alignmentBy(at.lookup, {}, at.line_size).text(cplusplus), declaration(type, lock), lock, lock,
      chosen.index.find(' ') == std::string::npos ? chosen.index : "(" + chosen.index + ")", lock,
      table, lock);
  return one;
}

} // namespace

std::string whyHeldLess(const std::string &name, bool one_of_many) {
  if (one_of_many)
    return fmt::format(
        "several threads lock each of many '{}', so that padding does not help: hold "
        "them for less work or take them less often (several steps at once), or "
        "have more, each for less data",
        name);
  return fmt::format("all threads lock the same '{}', so that padding does not help: hold it for "
                     "less work or take it less often (several steps at once), or have several "
                     "locks if what it guards has parts that are used apart",
                     name);
}

std::vector<Advice> splitLock(const AdviceCase &at) {
  if (at.finding.sharing != Sharing::True || at.finding.members.empty())
    return {};
  const Place &declared = at.finding.members.front().declared;
  const FactAccess *lock =
      findAccess(at.lookup, declared, [](const FactAccess &access) { return access.acquire_lock; });
  if (!lock)
    return {};
  if (const auto chosen = Sections(at.lookup).chosenUnder(at.lookup.declared.place(declared)))
    return {parted(at, at.facts.type(lock->what.type).text, *chosen)};
  return {heldLess(at.finding.members.front().path)};
}

} // namespace fsfind
