#include "rules/evidence/Links.h"
#include "rules/program/Walk.h"
#include "rules/source/Rules.h"
#include "rules/source/contention/Draft.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <tuple>

namespace fsfind {

namespace {

/// Bytes. Edges of contiguous parts matter if a part has few lines, as it may with elements of this
/// size or smaller.
constexpr std::uint64_t kSmallElement = 2;
/// An array of at most so many lines has few in each part.
constexpr std::uint64_t kFewLines = 32;

struct Part {
  const Use *use = nullptr;
  const Selection *selection = nullptr;
  RoleIndex role;
};

/// The index is kept in a member of a record, so little is known of how it advances.
bool isCarried(const Use &use) {
  return std::any_of(
      use.access->what.steps.begin(), use.access->what.steps.end(), [](const FactStep &step) {
        return step.kind == StepKind::Index && step.index->from == Provenance::Member;
      });
}

/// The array is a number or atomic, from which an address is computed: it is no buffer.
bool isNumber(const Facts &facts, const ArrayId &array) {
  if (!array.variable)
    return false;
  const FactType &type = facts.type(facts.variable(*array.variable).type);
  return type.kind == TypeClass::Plain || type.kind == TypeClass::Atomic;
}

/// So short that its parts have few lines, and not aligned to a line.
bool isShort(const Facts &facts, const Selection &selection, std::uint32_t line) {
  const bool aligned =
      selection.array.variable && facts.variable(*selection.array.variable).declared_align >= line;
  return selection.count != 0 && selection.count * selection.element <= kFewLines * line &&
         !aligned;
}

/// `[tid * size + i]`
bool isOwnBlock(const Selection &selection) {
  return selection.by == Selector::Thread && selection.stride == 0;
}

const Selection *partOf(const Facts &facts, const Use &use, std::uint32_t line) {
  for (const Selection &selection : use.selections) {
    const bool interleaved = selection.by == Selector::Strided;
    const bool shared_out = selection.by == Selector::Parallel || isOwnBlock(selection);
    const bool contiguous =
        shared_out && (isShort(facts, selection, line) ||
                       (selection.element <= kSmallElement && !isOwnBlock(selection)));
    if ((interleaved || contiguous) && selection.element != 0 && selection.stride < line)
      return selection.used.size() == selection.element || interleaved ? &selection : nullptr;
    if (selection.by != Selector::None)
      return nullptr; // the outermost choice decides who writes what
  }
  return nullptr;
}

std::optional<RoleIndex> manyIn(const Program &program, const Use &use) {
  for (const Execution &execution : use.roles)
    if (program.roles().role(execution.role).many)
      return execution.role;
  return std::nullopt;
}

/// The threads write the array repeatedly: in nested loops, or started in a loop.
bool isSweptOften(const Program &program, const Part &part) {
  const auto &starts = program.roles().role(part.role).starts;
  return part.use->access->loop_depth > 1 ||
         std::any_of(starts.begin(), starts.end(), [&](const StartSite &site) {
           const auto reached = program.roles().of(site.function);
           return std::any_of(reached.begin(), reached.end(),
                              [](const Execution &one) { return one.hot(); });
         });
}

Finding draft(const Program &program, const Part &part, const std::vector<const Use *> &uses) {
  const Selection &selection = *part.selection;
  const bool interleaved = selection.by == Selector::Strided;
  const std::string array = program.nameOf(selection.array);
  const std::string named = array.empty() ? std::string("an array") : '\'' + array + '\'';
  Finding finding;
  const bool small =
      isShort(program.facts(), selection, program.lineSize()) && isSweptOften(program, part);
  finding.confidence = interleaved || small ? Confidence::Medium : Confidence::Low;
  finding.location = selection.array.known() ? program.placeOf(selection.array)
                                             : program.facts().place(part.use->declared);
  if (!finding.location.known())
    finding.location = program.facts().place(part.use->access->place);
  finding.object.name = array;
  finding.object.size = selection.element;
  if (selection.type)
    finding.object.type = program.facts().type(*selection.type).text;
  Datum datum = partOfElement(*part.use, selection);
  datum.uses = uses;
  finding.members.push_back(draftMember(program, datum));
  const Side side{array + part.use->path, part.use, part.role};
  if (datum.name == part.use->path) { // an element
    finding.members.back().path = side.name;
    finding.members.back().declared = finding.location;
  }
  judgeLinks(program, {.sides = {side}, .elements = true, .selection = &selection}, finding);
  relateUse(program, finding, side);
  relateStarts(program, finding, part.role);
  const std::string who = program.whoUses(*part.use, part.role);
  const std::string size = isOfBits(program.facts(), selection.array)
                               ? "a bit"
                               : fmt::format("{} bytes", selection.element);
  finding.message =
      interleaved ? fmt::format("threads of {} write elements of {} in turn, {} each, so that all "
                                "threads write each {}-byte cacheline; give each a contiguous part",
                                who, named, size, program.lineSize())
                  : fmt::format("threads of {} write contiguous parts of {}, {} an element, and "
                                "neighbours share the {}-byte cacheline at the edge",
                                who, named, size, program.lineSize());
  return finding;
}

} // namespace

std::vector<Finding> checkPartitionEdges(const Program &program) {
  // Where the array is not known, each function is taken to have another.
  using Key = std::tuple<ArrayId, std::uint64_t, FunctionIndex>;
  std::map<Key, std::pair<Part, std::vector<const Use *>>> arrays;
  for (const Use &use : program.uses()) {
    if (!use.writes() || use.setup)
      continue;
    const Selection *selection = partOf(program.facts(), use, program.lineSize());
    if (!selection || (use.instance == Instance::PerThread && !isOwnBlock(*selection)) ||
        isCarried(use) || isNumber(program.facts(), selection->array))
      continue;
    const auto role = manyIn(program, use);
    if (!role)
      continue;
    auto &[part, uses] = arrays[{selection->array, selection->begin,
                                 selection->array.known() ? FunctionIndex{} : use.function}];
    if (uses.empty() || selection->by == Selector::Strided)
      part = {&use, selection, *role};
    uses.push_back(&use);
  }
  std::vector<Finding> findings;
  for (const auto &[key, array] : arrays)
    findings.push_back(draft(program, array.first, array.second));
  return findings;
}

} // namespace fsfind
