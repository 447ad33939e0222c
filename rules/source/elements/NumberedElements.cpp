#include "rules/source/elements/NumberedElements.h"

#include "rules/evidence/Links.h"
#include "rules/source/contention/Contention.h"
#include "rules/source/contention/Draft.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

namespace fsfind {

namespace {

using Elements = std::map<std::int64_t, Datum>; ///< by number

/// Of one variable. Code that names more elements by constants is generated, or has a table of
/// registers or states; pairs of these would cost time and tell nothing.
constexpr std::size_t kMostNumbered = 64;

/// The number of the element that is used; none if it is chosen in another way, or the variable is
/// no array whose elements may meet on a line.
std::optional<std::int64_t> numberOf(const Program &program, const Use &use) {
  const auto &steps = use.access->what.steps;
  if (!use.root || !counts(use) || !use.selections.empty() || steps.empty() ||
      use.access->what.root != Root::Variable || use.access->what.variable != use.root ||
      steps.front().kind != StepKind::Index || steps.front().index->from != Provenance::Constant)
    return std::nullopt;
  const FactVariable &variable = program.facts().variable(*use.root);
  const FactType &type = program.facts().type(variable.type);
  const bool fits = type.kind == TypeClass::Array && type.element && isShareable(variable) &&
                    program.facts().type(*type.element).size < program.lineSize();
  return fits ? std::optional<std::int64_t>(steps.front().index->number) : std::nullopt;
}

std::map<VariableIndex, Elements> elementsOf(const Program &program) {
  std::map<VariableIndex, Elements> all;
  for (const Use &use : program.uses()) {
    const auto number = numberOf(program, use);
    if (!number)
      continue;
    const FactVariable &variable = program.facts().variable(*use.root);
    const auto [known, fresh] = all[*use.root].try_emplace(*number);
    Datum &datum = known->second;
    const Bytes bytes = writtenPart(use, use.bytes);
    if (fresh) {
      datum.name = fmt::format("{}[{}]", variable.name, *number);
      datum.declared = variable.place;
      datum.bytes = bytes;
      datum.align = std::max<std::uint64_t>(
          {program.facts().type(variable.type).align, variable.declared_align, 1});
      datum.variable = true;
    }
    datum.bytes.widen(bytes);
    datum.uses.push_back(&use);
  }
  return all;
}

/// Two elements for which threads compete.
struct Pair {
  const Datum *first = nullptr, *second = nullptr;
  Contention contention;
  Meeting meeting;
};

std::vector<Pair> pairsOf(const Program &program, const Elements &elements) {
  std::vector<Pair> all;
  for (auto first = elements.begin(); first != elements.end(); ++first)
    for (auto second = std::next(first); second != elements.end(); ++second) {
      const Datum &a = first->second, &b = second->second;
      const Meeting meeting = meet(a.bytes, b.bytes, a.align, program.lineSize());
      if (!meeting.possible())
        break; // the others are further away
      if (auto contention = contentionOf(program, a, b, {})) {
        if (!meeting.mostly())
          contention->confidence = Confidence::Low;
        all.push_back({&a, &b, *contention, meeting});
      }
    }
  std::stable_sort(all.begin(), all.end(), [](const Pair &a, const Pair &b) {
    return a.contention.confidence < b.contention.confidence;
  });
  return all;
}

std::vector<FindingMember> membersOf(const Program &program, const Elements &elements,
                                     const std::vector<Pair> &pairs) {
  std::set<const Datum *> rivals;
  for (const Pair &pair : pairs)
    rivals.insert({pair.first, pair.second});
  std::vector<FindingMember> members;
  for (const auto &[number, datum] : elements)
    if (rivals.contains(&datum))
      members.push_back(draftMember(program, datum));
  return members;
}

/// The finding about the variable; `pairs` are not empty, the most certain first.
Finding draft(const Program &program, VariableIndex index, const Elements &elements,
              const std::vector<Pair> &pairs) {
  const FactVariable &variable = program.facts().variable(index);
  const FactType &element = program.facts().type(*program.facts().type(variable.type).element);
  const auto &[a, b, contention, meeting] = pairs.front();
  Finding finding;
  finding.confidence = contention.confidence;
  finding.location = program.facts().place(a->declared);
  finding.object.name = variable.name;
  finding.object.kind = variable.storage == Storage::Local ? ObjectKind::Stack : ObjectKind::Global;
  finding.object.type = element.text;
  finding.object.size = element.size;
  finding.object.declared = finding.location;
  if (element.record)
    finding.record = program.recordInfo(*element.record);
  finding.members = membersOf(program, elements, pairs);
  Candidate candidate = neighbours(*a, *b, contention);
  candidate.elements = true;
  judgeLinks(program, candidate, finding);
  tellOfTwo(program, finding, candidate, contention, "are elements of one array", meeting);
  return finding;
}

} // namespace

std::vector<Finding> numberedElements(const Program &program) {
  std::vector<Finding> findings;
  for (const auto &[variable, elements] : elementsOf(program)) {
    if (elements.size() < 2 || elements.size() > kMostNumbered)
      continue;
    if (const std::vector<Pair> pairs = pairsOf(program, elements); !pairs.empty())
      findings.push_back(draft(program, variable, elements, pairs));
  }
  return findings;
}

} // namespace fsfind
