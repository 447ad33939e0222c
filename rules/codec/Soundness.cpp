#include "rules/codec/Soundness.h"

#include "rules/codec/Fields.h"

#include <algorithm>
#include <utility>

namespace fsfind {
namespace {

/// Visits all facts of a function, and makes members unknown that their record does not have.
class MemberCheck {
public:
  explicit MemberCheck(const Facts &facts) : facts_(facts) {}
  template <class... Fields> void operator()(Fields &...fields) { (see(fields), ...); }

private:
  template <class T> void see(T &) {}
  template <Optional T> void see(T &value) {
    if (value)
      see(*value);
  }
  template <RareValue T> void see(T &value) {
    if (auto *kept = value.kept())
      see(*kept);
  }
  template <List T> void see(T &list) {
    for (auto &element : list)
      see(element);
  }
  template <Fact T> void see(T &fact) { eachField(fact, *this); }

  [[nodiscard]] bool has(RecordIndex record, std::uint32_t member) const {
    return member < facts_.record(record).members.size();
  }
  void see(FactIndex &index) {
    if (index.from == Provenance::Member && !(index.record && has(*index.record, index.member)))
      index = {.scale = index.scale, .text = std::move(index.text)};
  }
  void see(Designator &what) {
    const auto lost = [&](const FactStep &step) {
      return step.kind == StepKind::Member && !has(step.record, step.member);
    };
    if ((what.root == Root::Variable && !what.variable) ||
        std::any_of(what.steps.begin(), what.steps.end(), lost))
      what = {.variable = {}, .function = {}, .steps = {}, .type = what.type};
    see(what.steps);
  }

  const Facts &facts_;
};

/// Calls `cut(node, edge)` for the edges that close a cycle. `edges(node)` is the number of edges
/// of a node, `target(node, edge)` the node that an edge leads to, if any.
template <class Edges, class Target, class Cut>
void breakCycles(std::size_t nodes, const Edges &edges, const Target &target, const Cut &cut) {
  enum class Mark : char { New, Open, Done };
  std::vector<Mark> marks(nodes, Mark::New);
  std::vector<std::pair<std::size_t, std::size_t>> path; ///< node, next edge
  for (std::size_t start = 0; start < nodes; ++start) {
    if (marks[start] == Mark::New)
      path.emplace_back(start, 0);
    while (!path.empty()) {
      const auto [node, edge] = path.back();
      marks[node] = Mark::Open;
      if (edge == edges(node)) {
        marks[node] = Mark::Done;
        path.pop_back();
        continue;
      }
      ++path.back().second;
      const std::optional<std::size_t> next = target(node, edge);
      if (next && marks[*next] == Mark::Open)
        cut(node, edge);
      else if (next && marks[*next] == Mark::New)
        path.emplace_back(*next, 0);
    }
  }
}

template <class T> std::optional<std::size_t> position(const std::optional<T> &index) {
  return index ? std::optional<std::size_t>(index->value()) : std::nullopt;
}

void breakTypes(std::vector<FactType> &types) {
  breakCycles(
      types.size(), [](std::size_t) { return 1U; },
      [&](std::size_t node, std::size_t) { return position(types[node].element); },
      [&](std::size_t node, std::size_t) { types[node].element.reset(); });
}

/// The type itself; of an array, of any number of dimensions, its element type.
FactType &contained(Facts &facts, TypeIndex at) {
  FactType *type = &facts.types[at.value()];
  while (type->kind == TypeClass::Array && type->element)
    type = &facts.types[type->element->value()];
  return *type;
}

void breakRecords(Facts &facts) {
  const auto of = [&](std::size_t record, std::size_t member) -> FactType & {
    return contained(facts, facts.records[record].members[member].type);
  };
  breakCycles(
      facts.records.size(),
      [&](std::size_t record) { return facts.records[record].members.size(); },
      [&](std::size_t record, std::size_t member) {
        const FactType &type = of(record, member);
        return type.kind == TypeClass::Record ? position(type.record) : std::nullopt;
      },
      [&](std::size_t record, std::size_t member) { of(record, member).record.reset(); });
}

void breakFunctions(std::vector<FactFunction> &functions) {
  breakCycles(
      functions.size(), [](std::size_t) { return 1U; },
      [&](std::size_t node, std::size_t) { return position(functions[node].parent); },
      [&](std::size_t node, std::size_t) { functions[node].parent.reset(); });
  breakCycles(
      functions.size(), [&](std::size_t node) { return functions[node].overrides.size(); },
      [&](std::size_t node, std::size_t edge) {
        const std::size_t next = functions[node].overrides[edge].value();
        return next == node ? std::nullopt : std::optional<std::size_t>(next);
      },
      [&](std::size_t node, std::size_t edge) {
        functions[node].overrides[edge] = FunctionIndex(node);
      });
  for (std::size_t at = 0; at < functions.size(); ++at)
    functions[at].overrides.eraseIf([&](FunctionIndex one) { return one == FunctionIndex(at); });
}

void dropLostLocks(FactFunction &function) {
  const auto lost = [&](std::uint32_t lock) { return lock >= function.locks.size(); };
  for (FactAccess &access : function.accesses)
    access.held.eraseIf(lost);
  for (FactCall &call : function.calls)
    call.held.eraseIf(lost);
}

/// The loops around a loop come before it.
void dropLostLoops(FactFunction &function) {
  for (std::size_t at = 0; at < function.loops.size(); ++at)
    if (function.loops[at].parent >= at)
      function.loops[at].parent = 0;
  const auto keep = [&](std::uint32_t &loop) { loop = loop < function.loops.size() ? loop : 0; };
  for (FactAccess &access : function.accesses)
    keep(access.loop);
  for (FactCall &call : function.calls)
    keep(call.loop);
}

} // namespace

void makeSound(Facts &facts) {
  MemberCheck members(facts);
  for (FactFunction &function : facts.functions) {
    members(function);
    dropLostLocks(function);
    dropLostLoops(function);
  }
  if (facts.units.empty() && !facts.variables.empty())
    facts.units.emplace_back();
  for (FactVariable &variable : facts.variables)
    if (variable.unit >= facts.units.size())
      variable.unit = 0;
  breakTypes(facts.types);
  breakRecords(facts);
  breakFunctions(facts.functions);
}

} // namespace fsfind
