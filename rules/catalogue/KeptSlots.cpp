#include "rules/catalogue/KeptSlots.h"

#include "rules/program/Walk.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace fsfind {

namespace {

/// Functions that keep their second argument for the calling thread.
constexpr std::array<std::string_view, 5> kKeepers = {
    "pthread_setspecific", "tss_set", "TlsSetValue", "FlsSetValue", "thread_setspecific"};

class Kept {
public:
  explicit Kept(const Program &program) : program_(program), facts_(program.facts()) {}

  std::vector<Selection> run() {
    for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
      const FactFunction &function = facts_.functions[i];
      for (const FactAccess &access : function.accesses)
        if (access.op == Op::Write && access.stored && isThreadsOwn(access.what))
          keep(*access.stored, FunctionIndex{i});
      for (const FactCall &call : function.calls)
        if (call.arguments.size() > 1 && keeps(call.callee))
          keep(call.arguments[1].what, FunctionIndex{i});
    }
    return std::move(found_);
  }

private:
  [[nodiscard]] bool isThreadsOwn(const Designator &what) const {
    return what.root == Root::Variable &&
           facts_.variable(*what.variable).storage == Storage::ThreadLocal;
  }

  [[nodiscard]] bool keeps(FunctionIndex callee) const {
    return std::find(kKeepers.begin(), kKeepers.end(), facts_.function(callee).name) !=
           kKeepers.end();
  }

  void keep(const Designator &element, FunctionIndex in) {
    if (!element.address_of || element.steps.empty() ||
        element.steps.back().kind != StepKind::Index ||
        element.steps.back().index.from == Provenance::Constant)
      return;
    for (const Reached &reached : program_.bindings().resolve(element, in))
      add(reached);
  }

  void add(const Reached &reached) {
    Use use;
    if (!Walk(facts_, program_.bindings()).run(reached, use) || use.selections.empty())
      return;
    Selection &chosen = use.selections.back();
    if (!chosen.holder.known() || !chosen.type || !facts_.type(*chosen.type).record ||
        chosen.stride == 0 || !known_.emplace(chosen.holder, chosen.begin).second)
      return;
    chosen.by = Selector::Thread;
    found_.push_back(std::move(chosen));
  }

  const Program &program_;
  const Facts &facts_;
  std::set<std::pair<Holder, std::uint64_t>> known_;
  std::vector<Selection> found_;
};

} // namespace

std::vector<Selection> keptSlots(const Program &program) {
  return Kept(program).run();
}

} // namespace fsfind
