#include "rules/source/elements/KeptSlots.h"

#include "rules/program/Walk.h"

#include <algorithm>
#include <set>
#include <utility>

namespace fsfind {

namespace {

class Kept {
public:
  explicit Kept(const Program &program) : program_(program), facts_(program.facts()) {}

  std::vector<Selection> run() {
    for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
      const FactFunction &function = facts_.functions[i];
      for (const FactAccess &access : function.accesses) {
        if (access.op != Op::Write)
          continue;
        if (access.stored && isThreadsOwn(access.what) && access.stored->address_of)
          keep(*access.stored, FunctionIndex{i});
        if (access.value->from == Provenance::ThreadId)
          keep(elementWith(access.what), FunctionIndex{i});
      }
    }
    return std::move(found_);
  }

private:
  [[nodiscard]] bool isThreadsOwn(const Designator &what) const {
    return what.root == Root::Variable &&
           facts_.variable(*what.variable).storage == Storage::ThreadLocal;
  }

  /// The element that `member` is in. The member has the number of the thread that took the
  /// element.
  [[nodiscard]] static Designator elementWith(Designator member) {
    while (!member.steps.empty() && member.steps.back().kind == StepKind::Member)
      member.steps.pop_back();
    return member;
  }

  /// The record is a member of another: pointers to it need not lead into the array.
  [[nodiscard]] bool isPart(RecordIndex at) const {
    return std::any_of(facts_.records.begin(), facts_.records.end(), [&](const FactRecord &record) {
      return std::any_of(
          record.members.begin(), record.members.end(),
          [&](const FactMember &member) { return facts_.type(member.type).record == at; });
    });
  }

  void keep(const Designator &element, FunctionIndex in) {
    if (element.steps.empty() || element.steps.back().kind != StepKind::Index ||
        element.steps.back().index->from == Provenance::Constant)
      return;
    for (const Reached &reached : program_.bindings().resolve(element, in))
      add(reached);
  }

  void add(const Reached &reached) {
    Use use;
    if (!Walk(facts_, program_.bindings()).run(reached, use) || use.selections.empty())
      return;
    Selection &chosen = use.selections.back();
    if (!chosen.array.known() || !chosen.type || !facts_.type(*chosen.type).record ||
        chosen.stride == 0 || isPart(*facts_.type(*chosen.type).record) ||
        !known_.emplace(chosen.array, chosen.begin).second)
      return;
    chosen.by = Selector::Thread;
    found_.push_back(std::move(chosen));
  }

  const Program &program_;
  const Facts &facts_;
  std::set<std::pair<ArrayId, std::uint64_t>> known_;
  std::vector<Selection> found_;
};

} // namespace

std::vector<Selection> keptSlots(const Program &program) {
  return Kept(program).run();
}

} // namespace fsfind
