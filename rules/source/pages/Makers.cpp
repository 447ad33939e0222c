#include "rules/source/pages/Makers.h"

#include <algorithm>
#include <functional>

namespace fsfind {

namespace {

constexpr int kDepth = 4;

bool isOfElement(const FactAccess &access) {
  const auto &steps = access.what.steps;
  return steps.size() >= 2 && steps[0].kind == StepKind::Deref && steps[1].kind == StepKind::Index;
}

bool isWhole(const Designator &what, Root root) {
  return what.root == root && what.steps.empty() && !what.address_of;
}

/// A pointer to the memory itself, or to an element, where the allocator keeps a header before it.
bool leadsTo(const Designator &what, Root root) {
  return what.root == root && (what.steps.empty() || what.address_of);
}

/// Follows one buffer through the functions that make it.
class Maker {
public:
  explicit Maker(const Facts &facts) : facts_(facts) {}

  [[nodiscard]] std::optional<Made> result(FunctionIndex function, int depth) const {
    std::optional<Made> made;
    const auto given = [&](const Designator &what) {
      return what.root == Root::Result && what.function == function;
    };
    if (const FactAllocation *one = innermost(facts_.function(function), given))
      add(made, Made{one->touches, false, one});
    for (const FactAccess &access : facts_.function(function).accesses) {
      if (access.op != Op::Write || !access.stored || !isWhole(access.what, Root::Result) ||
          access.what.function != function)
        continue;
      const Designator &stored = *access.stored;
      if (leadsTo(stored, Root::Variable))
        add(made, local(function, *stored.variable, depth));
      else if (isWhole(stored, Root::Result) && depth > 0)
        add(made, result(*stored.function, depth - 1));
    }
    return made;
  }

private:
  static void add(std::optional<Made> &made, const std::optional<Made> &more) {
    if (!more)
      return;
    if (!made)
      made = Made{};
    made->filled = made->filled || more->filled;
    made->by_threads = made->by_threads || more->by_threads;
    if (!made->allocation)
      made->allocation = more->allocation;
  }

  /// What the function makes in the local variable that it returns.
  [[nodiscard]] std::optional<Made> local(FunctionIndex in, VariableIndex variable,
                                          int depth) const {
    const auto is = [&](const Designator &what) {
      return what.root == Root::Variable && what.variable == variable;
    };
    const FactFunction &function = facts_.function(in);
    std::optional<Made> made;
    if (const FactAllocation *one = innermost(function, is))
      add(made, Made{one->touches, false, one});
    for (const FactAccess &access : function.accesses)
      if (is(access.what) && isWhole(access.what, Root::Variable) && access.stored &&
          isWhole(*access.stored, Root::Result) && depth > 0)
        add(made, result(*access.stored->function, depth - 1));
    if (made) {
      made->filled = made->filled || fills(function, is, depth, By::One);
      made->by_threads = made->by_threads || fills(function, is, depth, By::Threads);
    }
    return made;
  }

  using Is = std::function<bool(const Designator &)>;

  /// The allocation behind the most pointers: of `shared_ptr<vector<T>>`, the elements.
  [[nodiscard]] static const FactAllocation *innermost(const FactFunction &function, const Is &is) {
    const FactAllocation *found = nullptr;
    for (const FactAllocation &one : function.allocations) {
      const auto &steps = one.target.steps;
      const bool straight = std::all_of(steps.begin(), steps.end(), [](const FactStep &step) {
        return step.kind == StepKind::Deref;
      });
      if (is(one.target) && straight && (!found || steps.size() > found->target.steps.size()))
        found = &one;
    }
    return found;
  }

  enum class By : std::uint8_t { One, Threads };

  [[nodiscard]] bool fills(const FactFunction &function, const Is &is, int depth, By by) const {
    // If threads write the buffer too, one thread fills only small ones:
    // `if (n < kSmall) memset(p, 0, n); else` the threads do.
    const bool shared_out = threadsWrite(function, is);
    if (by == By::Threads ? shared_out : !shared_out && writes(function, is))
      return true;
    return depth > 0 &&
           std::any_of(function.calls.begin(), function.calls.end(),
                       [&](const auto &call) { return calleeFills(call, is, depth - 1, by); });
  }

  [[nodiscard]] static bool writes(const FactFunction &function, const Is &is) {
    return std::any_of(function.accesses.begin(), function.accesses.end(),
                       [&](const auto &one) { return is(one.what) && isElementwise(one); });
  }

  [[nodiscard]] bool threadsWrite(const FactFunction &function, const Is &is) const {
    return std::any_of(function.starts.begin(), function.starts.end(), [&](const auto &start) {
      const auto &accesses = facts_.function(start.entry).accesses;
      return std::any_of(accesses.begin(), accesses.end(), [&](const FactAccess &one) {
        return is(one.what) && one.op == Op::Write && isOfElement(one);
      });
    });
  }

  [[nodiscard]] bool calleeFills(const FactCall &call, const Is &is, int depth, By by) const {
    for (std::uint32_t i = 0; i < call.arguments.size(); ++i) {
      const Designator &given = call.arguments[i].what;
      if (is(given) && given.steps.empty() &&
          fills(facts_.function(call.callee), parameter(call.callee, i), depth, by))
        return true;
    }
    return false;
  }

  /// Matches the parameter, also where lambdas and regions of the function capture it.
  [[nodiscard]] Is parameter(FunctionIndex function, std::uint32_t number) const {
    return [this, function, number](const Designator &what) {
      if (what.root != Root::Variable)
        return what.root == Root::Parameter && what.parameter == number;
      const FactVariable &variable = facts_.variable(*what.variable);
      return variable.function == function && variable.parameter == number;
    };
  }

  const Facts &facts_;
};

} // namespace

bool isElementwise(const FactAccess &access) {
  if (access.op != Op::Write || !isOfElement(access))
    return false;
  const Provenance from = access.what.steps[1].index->from;
  return from == Provenance::Whole || from == Provenance::Loop || from == Provenance::StridedLoop ||
         access.bulk;
}

std::optional<Made> madeBy(const Facts &facts, FunctionIndex function) {
  return Maker(facts).result(function, kDepth);
}

} // namespace fsfind
