#include "rules/catalogue/Draft.h"
#include "rules/catalogue/Rules.h"
#include "rules/program/Names.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <tuple>

namespace fsfind {

namespace {

/// A table of more locks than this spreads its users far enough.
constexpr std::uint64_t kManyLocks = 4096;
/// Records with a lock of their own, as a hash table's buckets: few of them are meant as shards.
constexpr std::uint64_t kManyShards = 512;

struct Choice {
  const Use *use = nullptr;
  const Selection *selection = nullptr;
};

/// All that choose elements of one array.
struct Slots {
  std::vector<Choice> choices;
  Bytes used; ///< of an element, by anybody
};

struct Evidence {
  Confidence confidence = Confidence::Low;
  const Choice *choice = nullptr;
  RoleIndex role;
};

/// The array, or what its elements are where nobody knows which array it is.
using Key =
    std::tuple<Holder, std::optional<RecordIndex>, FunctionIndex, std::uint64_t, std::uint64_t>;

Key keyOf(const Facts &facts, const Use &use, const Selection &selection) {
  std::optional<RecordIndex> record;
  FunctionIndex function;
  if (!selection.holder.known()) {
    record = selection.type ? facts.type(*selection.type).record : std::nullopt;
    if (!record)
      function = use.function;
  }
  return {selection.holder, record, function, selection.stride, selection.begin};
}

/// The number is had from the thread itself.
bool asksThread(const Selection &selection) {
  return selection.index.from == Provenance::ThreadId ||
         selection.index.from == Provenance::ThreadHash;
}

/// A block of elements for each thread, of a size that is known when the program runs.
bool isBlock(const Selection &selection) {
  return selection.by == Selector::Parallel && asksThread(selection) && selection.on_heap;
}

bool isSelected(const Selection &selection) {
  return selection.by == Selector::Thread || selection.by == Selector::Name ||
         selection.by == Selector::Shard || isBlock(selection);
}

std::map<Key, Slots> collect(const Program &program) {
  std::map<Key, Slots> all;
  for (const Use &use : program.uses()) {
    if (use.setup || use.leaf == TypeClass::Thread)
      continue;
    for (const Selection &selection : use.selections) {
      if (selection.stride == 0 || !isSelected(selection) ||
          (!selection.holder.known() && !selection.type))
        continue;
      Slots &slots = all[keyOf(program.facts(), use, selection)];
      if (slots.choices.empty())
        slots.used = selection.used;
      slots.used.widen(selection.used);
      slots.choices.push_back({&use, &selection});
      break; // the outermost such
    }
  }
  return all;
}

/// A thread's own element, by its number.
std::optional<Confidence> ofThread(const Program &program, const Choice &choice, Reach reach) {
  const Role &role = program.roles().role(reach.role);
  const bool hot = choice.use->hot(reach);
  if (reach.role == kMainRole)
    return asksThread(*choice.selection) && hot ? std::optional(Confidence::Low) : std::nullopt;
  if (reach.role == kUnknownRole) {
    // Who starts the threads goes through the elements of all of them.
    if (!program.facts().function(choice.use->function).starts.empty())
      return std::nullopt;
    if (asksThread(*choice.selection))
      return choice.use->looped ? Confidence::High : Confidence::Medium;
    return hot ? Confidence::Medium : Confidence::Low;
  }
  if (!role.many && !asksThread(*choice.selection))
    return std::nullopt;
  return hot ? Confidence::High : Confidence::Low;
}

/// As many elements as there are threads, as the allocation's words say.
bool isAllocatedByThread(const Program &program, const Holder &holder) {
  const auto allocations = program.allocations(holder);
  return std::any_of(allocations.begin(), allocations.end(),
                     [](const FactAllocation *one) { return namesThreadCount(one->count); });
}

/// Only names say that the element is a thread's.
std::optional<Confidence> byName(const Program &program, const Choice &choice, Reach reach) {
  if (reach.role == kMainRole)
    return std::nullopt;
  const Use &use = *choice.use;
  const bool counts_up = use.access->op == Op::ReadModifyWrite;
  const bool often = use.hot(reach) || counts_up;
  const bool shared_kind = use.synchronises() && (counts_up || use.leaf == TypeClass::Atomic);
  const bool one_a_thread = namesThreadCount(choice.selection->extent) ||
                            isAllocatedByThread(program, choice.selection->holder);
  return (often && one_a_thread) || shared_kind ? Confidence::Medium : Confidence::Low;
}

/// A table of locks or atomics, of which any thread may get any.
std::optional<Confidence> ofShard(const Program &program, const Choice &choice, Reach reach) {
  const Use &use = *choice.use;
  const Selection &selection = *choice.selection;
  if (!use.synchronises() || reach.role == kMainRole || selection.count == 1)
    return std::nullopt;
  // What is only stored is a queue's content.
  if (use.leaf != TypeClass::Lock && use.access->op != Op::ReadModifyWrite)
    return std::nullopt;
  if (selection.index.from == Provenance::Ticket && use.access->op != Op::ReadModifyWrite)
    return Confidence::Low; // taken once each
  const bool itself = selection.used.size() == selection.element;
  const bool few = selection.count != 0 && selection.count <= kManyShards;
  if (selection.count > kManyLocks)
    return Confidence::Low;
  if (!itself && !few)
    return Confidence::Low;
  const bool many = program.roles().role(reach.role).many && use.hot(reach);
  if (itself && many && use.instance != Instance::PerThread)
    return Confidence::High;
  return itself || use.leaf == TypeClass::Lock ? Confidence::Medium : Confidence::Low;
}

std::optional<Confidence> judge(const Program &program, const Choice &choice, Reach reach) {
  switch (choice.selection->by) {
  case Selector::Thread:
    return ofThread(program, choice, reach);
  case Selector::Parallel:
    return choice.use->hot(reach) && program.roles().role(reach.role).many
               ? std::optional(Confidence::Medium)
               : std::nullopt;
  case Selector::Name:
    return byName(program, choice, reach);
  case Selector::Shard:
    return ofShard(program, choice, reach);
  default:
    return std::nullopt;
  }
}

std::optional<Evidence> strongest(const Program &program, const Slots &slots) {
  std::optional<Evidence> best;
  for (const Choice &choice : slots.choices) {
    if (!choice.use->writes())
      continue;
    for (const Reach &reach : choice.use->roles) {
      const auto confidence = judge(program, choice, reach);
      if (confidence && (!best || *confidence < best->confidence))
        best = Evidence{*confidence, &choice, reach.role};
    }
  }
  return best;
}

struct Base {
  std::uint64_t align = 1;
  bool known = true;
};

/// What the first element's address is a multiple of.
Base baseOf(const Program &program, const Choice &choice) {
  const Facts &facts = program.facts();
  const Selection &selection = *choice.selection;
  const auto type_align =
      selection.type ? std::max<std::uint64_t>(facts.type(*selection.type).align, 1) : 1;
  if (selection.on_heap) {
    const std::uint64_t promised = program.alignment(selection.holder);
    return {std::max(promised, type_align), promised != 0};
  }
  std::uint64_t align = type_align;
  if (choice.use->root) {
    const FactVariable &variable = facts.variable(*choice.use->root);
    align = std::max({align, variable.declared_align, facts.type(variable.type).align});
  } else if (selection.holder.record)
    align = std::max(align, facts.record(*selection.holder.record).align);
  const std::uint64_t both = align | selection.begin;
  return {both & (~both + 1), true};
}

/// Weakens what the layout makes less likely; none if elements never meet.
std::optional<Confidence> weighLayout(Confidence confidence, const Selection &selection, Bytes used,
                                      Base base, std::uint32_t line) {
  if (!meetNeighbours(used, selection.stride, base.align, line).possible())
    return std::nullopt;
  if (selection.stride >= 2 * line)
    return Confidence::Low;
  if (selection.stride < line)
    return confidence;
  if (selection.stride % line == 0 && !base.known)
    return Confidence::Low;
  return std::max(confidence, Confidence::Medium);
}

std::string elementWords(const Selection &selection, std::uint32_t line) {
  const std::uint64_t stride = selection.stride;
  if (stride * 2 <= line)
    return fmt::format("elements are {} bytes apart, so that {} share one {}-byte cacheline",
                       stride, line / stride, line);
  if (stride % line == 0)
    return fmt::format("elements are {} bytes apart, but no cacheline of {} bytes need begin with "
                       "one, so that neighbours share one",
                       stride, line);
  return fmt::format("elements are {} bytes apart, so that neighbours share {}-byte cachelines",
                     stride, line);
}

std::string message(const Program &program, const Evidence &evidence, const std::string &array) {
  const Choice &choice = *evidence.choice;
  const std::string who = program.whoUses(*choice.use, evidence.role);
  const std::string what = array.empty() ? std::string("an array") : '\'' + array + '\'';
  const std::string place = elementWords(*choice.selection, program.lineSize());
  if (choice.selection->by == Selector::Shard)
    return fmt::format("{} {} elements of {} that threads choose by '{}'; {}", who,
                       choice.use->access->acquire_lock ? "locks" : "writes", what,
                       choice.selection->index.text, place);
  if (isBlock(*choice.selection))
    return fmt::format("each thread writes its own block of {} (in {}){}; blocks begin at any "
                       "multiple of {} bytes, so that neighbours share a {}-byte cacheline",
                       what, who, choice.use->looped ? " in a loop" : "", choice.selection->stride,
                       program.lineSize());
  return fmt::format("each thread writes its own element of {} (in {}){}; {}", what, who,
                     choice.use->looped ? " in a loop" : "", place);
}

Place elementDeclared(const Program &program, const Selection &selection) {
  if (!selection.type)
    return {};
  const FactType &type = program.facts().type(*selection.type);
  return type.record ? program.facts().place(program.facts().record(*type.record).place) : Place{};
}

std::vector<FindingMember> membersOf(const Program &program, const Slots &slots) {
  std::map<std::string, Party> parties;
  for (const Choice &choice : slots.choices) {
    if (std::all_of(choice.use->roles.begin(), choice.use->roles.end(),
                    [](const Reach &reach) { return reach.role == kMainRole; }))
      continue;
    const Bytes used = choice.selection->used;
    const bool whole = !choice.use->frame || choice.use->frame->whole_array;
    Party &party = parties[whole ? choice.use->path : choice.use->frame->path];
    party.name = whole ? choice.use->path : choice.use->frame->path;
    party.declared = choice.use->declared;
    party.bytes = used;
    party.uses.push_back(choice.use);
  }
  std::vector<FindingMember> members;
  for (const auto &[name, party] : parties)
    members.push_back(draftMember(program, party));
  return members;
}

Finding draft(const Program &program, const Slots &slots, const Evidence &evidence) {
  const Selection &selection = *evidence.choice->selection;
  const std::string array = program.nameOf(selection.holder);
  const Place element = elementDeclared(program, selection);
  Finding finding;
  finding.confidence = evidence.confidence;
  finding.location = selection.holder.known() ? program.placeOf(selection.holder) : element;
  finding.object.name = array;
  finding.object.kind = selection.on_heap            ? ObjectKind::Heap
                        : evidence.choice->use->root ? ObjectKind::Global
                                                     : ObjectKind::Unknown;
  finding.object.size = selection.element;
  finding.object.declared = finding.location;
  if (selection.type) {
    const FactType &type = program.facts().type(*selection.type);
    finding.object.type = type.text;
    if (type.record)
      finding.record = program.recordInfo(*type.record);
  }
  finding.members = membersOf(program, slots);
  finding.message = message(program, evidence, array);
  if (element.known() && element != finding.location)
    finding.related.push_back({element, "an element is declared here"});
  relateUse(program, finding, *evidence.choice->use, evidence.role, evidence.choice->use->path);
  relateStarts(program, finding, evidence.role);
  return finding;
}

} // namespace

std::vector<Finding> checkPerThreadSlots(const Program &program) {
  std::vector<Finding> findings;
  for (const auto &[key, slots] : collect(program)) {
    auto evidence = strongest(program, slots);
    if (!evidence)
      continue;
    const Choice &choice = *evidence->choice;
    const auto confidence = weighLayout(evidence->confidence, *choice.selection, slots.used,
                                        baseOf(program, choice), program.lineSize());
    if (!confidence)
      continue;
    evidence->confidence = *confidence;
    findings.push_back(draft(program, slots, *evidence));
  }
  return findings;
}

} // namespace fsfind
