#include "rules/model/RuleIds.h"
#include "rules/remedy/idiom/Declaration.h"
#include "rules/remedy/layout/RecordLayout.h"
#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/AlignedDeclarations.h"
#include "rules/remedy/source/WrittenAlignment.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <tuple>

namespace fsfind {

namespace {

const FactVariable *variableAt(const FactLookup &lookup, const Place &place) {
  const FactPlace declared = lookup.declared.place(place);
  const VariableIndex *found =
      declared.known() ? lookup.declared.variables().first(declared) : nullptr;
  return found ? &lookup.facts.variable(*found) : nullptr;
}

/// The finding's variables, in the order of their definition.
struct Neighbours {
  std::vector<const FactVariable *> variables;
  std::vector<const FindingMember *> members;
};

Neighbours neighbours(const AdviceCase &at) {
  std::vector<std::pair<const FactVariable *, const FindingMember *>> all;
  for (const FindingMember &member : at.finding.members)
    if (const FactVariable *variable = variableAt(at.lookup, member.declared))
      all.emplace_back(variable, &member);
  std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &b) {
    return std::tie(a.first->unit, a.first->order) < std::tie(b.first->unit, b.first->order);
  });
  Neighbours result;
  for (const auto &[variable, member] : all) {
    result.variables.push_back(variable);
    result.members.push_back(member);
  }
  return result;
}

/// Places the variables one after the other, each at a multiple of its type's alignment and of
/// `alignment(variable)`.
template <class Alignment>
std::vector<LayoutMember> laidOut(const Facts &facts, const Neighbours &all,
                                  const Alignment &alignment) {
  std::vector<LayoutMember> drawn;
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < all.variables.size(); ++i) {
    const FactVariable &variable = *all.variables[i];
    const FactType &type = facts.type(variable.type);
    const std::uint64_t own = std::max({type.align, variable.declared_align, alignment(variable)});
    drawn.push_back({variable.name, roundedUp(end, std::max<std::uint64_t>(own, 1)), type.size,
                     all.members[i]->writers});
    end = drawn.back().offset + type.size;
  }
  return drawn;
}

std::uint64_t extent(const std::vector<LayoutMember> &drawn, std::uint64_t align) {
  return drawn.empty() ? 0 : roundedUp(drawn.back().offset + drawn.back().size, align);
}

bool isEditable(const FactVariable &variable) {
  return variable.declaration.known() && variable.declared_align == 0 &&
         variable.order < kChosenSection;
}

/// What gets an alignment if it can: these variables, and those that other threads use, too, and
/// that live in the frame of one of these, or were on the line next to theirs: they may come to lie
/// in the rest of that one's line.
class Candidates {
public:
  Candidates(const AdviceCase &at, const Neighbours &all) {
    for (const FactVariable *one : all.variables) {
      neighbours_.insert(one->place);
      if (one->storage == Storage::Local)
        functions_.insert(one->function);
    }
    for (const FindingMember &one : at.finding.quiet_members)
      if (const FactPlace place = at.lookup.declared.place(one.declared); place.known())
        quiet_.insert(place);
  }

  [[nodiscard]] bool isNeighbour(const FactVariable &variable) const {
    return neighbours_.contains(variable.place);
  }
  [[nodiscard]] bool mayMoveBeside(const FactVariable &variable) const {
    return quiet_.contains(variable.place) ||
           (variable.captured && variable.storage == Storage::Local &&
            functions_.contains(variable.function));
  }

private:
  std::set<FactPlace> neighbours_, quiet_;
  std::set<std::optional<FunctionIndex>> functions_;
};

/// The alignment to be written at the variable's declaration; none if it takes none.
std::optional<std::string> alignmentOf(const AdviceCase &at, const FactVariable &variable) {
  const std::string file = at.facts.place(variable.declaration).file;
  const WrittenAlignment alignment = alignmentIn(at.lookup, file, variable.constant, at.line_size);
  const auto cplusplus = alignment.isCplusplusIn(at.lookup, file);
  if (!isEditable(variable) || !cplusplus)
    return std::nullopt;
  return alignment.text(*cplusplus);
}

/// Aligns each variable, because compilers place variables in either order, and what threads use
/// beside it.
std::vector<Edit> edits(const AdviceCase &at, const Neighbours &all) {
  const Candidates candidates(at, all);
  std::vector<DeclarationEdit> declared;
  std::set<FactPlace> seen; // a file that is compiled twice has its locals twice
  for (const FactVariable &variable : at.facts.variables) {
    if (variable.declaration.known() && !seen.insert(variable.declaration).second)
      continue;
    declared.push_back({variable.declaration, &variable.shared, {}});
    const bool neighbour = candidates.isNeighbour(variable);
    if (variable.declared_align >= at.line_size ||
        !(neighbour || candidates.mayMoveBeside(variable)))
      continue;
    const auto alignment = alignmentOf(at, variable);
    if (neighbour && !alignment)
      return {};
    declared.back().alignment = alignment.value_or("");
  }
  return alignedDeclarations(at.facts, declared);
}

std::string example(const AdviceCase &at, const Neighbours &all) {
  std::string lines;
  for (const FactVariable *variable : all.variables) {
    const std::string file = at.facts.place(variable->place).file;
    const bool cplusplus = isCplusplus(at.lookup, file).value_or(true);
    lines += fmt::format(
        "{}{};\n", alignmentIn(at.lookup, file, variable->constant, at.line_size).text(cplusplus),
        declaration(at.facts.type(variable->type).text, variable->name));
  }
  return lines;
}

} // namespace

std::vector<Advice> alignVariables(const AdviceCase &at) {
  if (at.finding.rule != kRuleAdjacentGlobals)
    return {};
  const Neighbours all = neighbours(at);
  if (all.variables.size() < 2)
    return {};
  Advice one;
  one.remedy = Remedy::AlignMembers;
  one.why = "a variable that begins with a cacheline shares it with none of the others, in "
            "whichever order the compiler lays them out";
  one.before = laidOut(at.facts, all, [](const FactVariable &) { return std::uint64_t{1}; });
  one.after = laidOut(at.facts, all, [&](const FactVariable &variable) {
    return std::uint64_t{alignmentBy(at.lookup, variable.constant, at.line_size).value};
  });
  one.size_before = extent(one.before, 1);
  one.size_after = extent(one.after, at.line_size);
  one.instances = 1;
  one.edits = edits(at, all);
  if (one.edits.empty())
    one.example = example(at, all);
  return {std::move(one)};
}

} // namespace fsfind
