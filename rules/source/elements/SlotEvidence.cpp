#include "rules/source/elements/SlotEvidence.h"

#include "rules/model/NameHints.h"
#include "rules/source/padding/PaddingEvidence.h"

#include <algorithm>
#include <numeric>

namespace fsfind {

namespace {

/// A table of more locks than this spreads its users far enough.
constexpr std::uint64_t kManyLocks = 4096;
/// Records with a lock of their own, as a hash table's buckets: few of them are meant as shards.
constexpr std::uint64_t kManyShards = 512;
/// Of fewer, threads contend for the shards themselves.
constexpr std::uint64_t kFewShards = 8;

/// The body of a parallel loop runs once for each number that it is handed.
bool isLoopBody(const Role &role) {
  return std::any_of(role.starts.begin(), role.starts.end(), [](const StartSite &site) {
    const auto &arguments = site.start->arguments;
    return std::any_of(arguments.begin(), arguments.end(), [](const FactArgument &one) {
      return one.value.from == Provenance::ParallelLoop;
    });
  });
}

/// Where nobody shows how often, what counts or locks is taken to do so often.
bool isFrequent(const Use &use) {
  return use.access->op == Op::ReadModifyWrite;
}

/// What a thread counts or gathers in its element. A result or a state is stored when there is one,
/// and who takes a lock has more to do than that.
bool gathers(const Use &use) {
  return isFrequent(use) && use.leaf != TypeClass::Lock && !use.access->acquire_lock;
}

/// A thread's own element, by its number.
std::optional<Confidence> ofThread(const Program &program, const Choice &choice, Reach reach) {
  const Role &role = program.roles().role(reach.role);
  const bool hot = choice.use->hot(reach) || isLoopBody(role);
  if (reach.role == kMainRole)
    return asksThread(*choice.selection) && hot ? std::optional(Confidence::Low) : std::nullopt;
  if (reach.role == kUnknownRole) {
    // Who starts the threads goes through the elements of all of them.
    if (!program.facts().function(choice.use->function).starts.empty())
      return std::nullopt;
    if (asksThread(*choice.selection) && !choice.kept)
      return choice.use->looped && gathers(*choice.use) ? Confidence::High : Confidence::Medium;
    return hot || isFrequent(*choice.use) ? Confidence::Medium : Confidence::Low;
  }
  if (!role.many && !asksThread(*choice.selection))
    return std::nullopt;
  if (isBlock(*choice.selection)) // only its edges are shared
    return hot && role.many ? std::optional(Confidence::Medium) : std::nullopt;
  if (!hot)
    return Confidence::Low;
  return gathers(*choice.use) ? Confidence::High : Confidence::Medium;
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
  const bool counts_up = isFrequent(use) && !namesState(use.path);
  // Who numbers queues and their like keeps a table of them: it is made and cleared, now and then.
  if (use.leaf == TypeClass::Pointer && !use.looped && !counts_up && !use.synchronises())
    return Confidence::Low;
  // Queues are set up, started and stopped one by one by those who run none of them.
  const bool often = counts_up || (use.hot(reach) && !namesQueue(choice.selection->extent));
  const bool shared_kind = use.synchronises() && (counts_up || use.leaf == TypeClass::Atomic);
  const bool one_a_thread = namesThreadCount(choice.selection->extent) ||
                            isAllocatedByThread(program, choice.selection->holder);
  const std::string &number = choice.selection->index.text;
  const bool of_runner = counts_up || number.ends_with(')');
  const bool by_many = program.roles().role(reach.role).many && use.hot(reach) && of_runner &&
                       !namesQueue(number) && !number.ends_with("qid");
  return (often && (one_a_thread || by_many)) || shared_kind ? Confidence::Medium : Confidence::Low;
}

/// What each of several users publishes in its own element, for others that go through all; or for
/// each of as many as there are threads. What is not published may be anybody's own.
std::optional<Confidence> ofParty(const Choice &choice, Reach reach, const Slots &slots) {
  if (reach.role == kMainRole || !choice.use->synchronises())
    return std::nullopt;
  const bool one_a_thread = namesThreadCount(choice.selection->extent);
  return slots.scanned || one_a_thread ? Confidence::Medium : Confidence::Low;
}

/// Nothing but the lock: what else is in the element fills it up.
bool isLockItself(const Program &program, const Choice &choice) {
  const Selection &selection = *choice.selection;
  if (selection.used.size() == selection.element)
    return true;
  const auto record = selection.type ? program.facts().type(*selection.type).record : std::nullopt;
  return record && choice.use->access->acquire_lock &&
         usedBytes(program.facts().record(*record)) == selection.used;
}

/// Numbers by a remainder; other data by their hash are a table as large as the data.
bool isFolded(const Program &program, const Selection &selection) {
  const bool pointer =
      selection.type && program.facts().type(*selection.type).text.find('*') != std::string::npos;
  return !pointer && selection.index.text.find('%') != std::string::npos;
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
  if (selection.index.from == Provenance::Ticket && use.leaf != TypeClass::Lock)
    return Confidence::Low; // taken once each
  const bool itself = isLockItself(program, choice);
  const bool few = selection.count != 0 && selection.count <= kManyShards;
  const bool locks = use.leaf == TypeClass::Lock || use.access->acquire_lock;
  if (selection.count > kManyLocks ||
      (!locks && selection.count == 0 && !isFolded(program, selection)))
    return Confidence::Low;
  if (!itself && !few && !(locks && selection.count == 0))
    return Confidence::Low;
  const bool many = program.roles().role(reach.role).many && use.hot(reach);
  const bool hashed =
      selection.index.from == Provenance::Hash || selection.index.from == Provenance::ThreadHash;
  const bool spread = selection.count == 0 || selection.count >= kFewShards;
  if (itself && many && hashed && spread && use.instance != Instance::PerThread)
    return Confidence::High;
  return itself || locks ? Confidence::Medium : Confidence::Low;
}

std::optional<Confidence> judge(const Program &program, const Choice &choice, Reach reach,
                                const Slots &slots) {
  switch (choice.selection->by) {
  case Selector::Thread:
    return ofThread(program, choice, reach);
  case Selector::Party:
    return ofParty(choice, reach, slots);
  case Selector::Name:
    return byName(program, choice, reach);
  case Selector::Shard:
    return ofShard(program, choice, reach);
  default:
    return std::nullopt;
  }
}

/// A word of bits for many threads, or the only element.
bool isSharedByMany(const Selection &selection) {
  const std::string &number = selection.index.text;
  const bool numbered = selection.by == Selector::Thread || selection.by == Selector::Name;
  const bool divided =
      number.find(" / ") != std::string::npos || number.find(" >> ") != std::string::npos;
  return selection.count == 1 ||
         (numbered && selection.index.from != Provenance::ThreadHash && divided);
}

std::optional<SlotEvidence> strongest(const Program &program, const Slots &slots) {
  std::optional<SlotEvidence> best;
  for (const Choice &choice : slots.choices) {
    if (!choice.use->writes() || isSharedByMany(*choice.selection))
      continue;
    for (const Reach &reach : choice.use->roles) {
      if (choice.use->byOneThread(reach))
        continue;
      const auto confidence = judge(program, choice, reach, slots);
      if (confidence && (!best || *confidence < best->confidence))
        best = SlotEvidence{*confidence, &choice, reach.role};
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
  return {both & (~both + 1), choice.use->root.has_value() && !choice.kept};
}

/// Each thread that calls writes its own, and nobody shows how often.
bool isByThreadsOutOfSight(const Choice &choice) {
  const auto &roles = choice.use->roles;
  return asksThread(*choice.selection) && !choice.kept &&
         std::any_of(roles.begin(), roles.end(),
                     [](const Reach &reach) { return reach.role == kUnknownRole; });
}

/// What is written at the end of an element meets what is used at the next one's begin, or the
/// other way round.
bool endsMeet(const Slots &slots, std::uint64_t stride, Base base, std::uint32_t line) {
  const auto meets = [&](Bytes end, Bytes begin) {
    const Bytes next{begin.begin + stride, begin.end + stride};
    return meet(end, next, std::min(base.align, std::gcd<std::uint64_t>(stride, line)), line)
        .mostly();
  };
  const auto hot = [](const Choice &choice) {
    return choice.use->writes() && (choice.use->hot() || isFrequent(*choice.use));
  };
  const auto written = [&](const Choice &choice) {
    return hot(choice) || (choice.use->writes() && isByThreadsOutOfSight(choice));
  };
  return std::any_of(slots.choices.begin(), slots.choices.end(), [&](const Choice &end) {
    return written(end) &&
           std::any_of(slots.choices.begin(), slots.choices.end(), [&](const Choice &begin) {
             return written(begin) && (hot(end) || hot(begin)) &&
                    meets(end.selection->used, begin.selection->used);
           });
  });
}

/// Weakens what the layout makes less likely; none if elements never meet.
std::optional<Confidence> weighLayout(const Program &program, const SlotEvidence &evidence,
                                      const Slots &slots) {
  const Selection &selection = *evidence.choice->selection;
  if (isBlock(selection)) // an aligned one is taken to have blocks of whole lines
    return program.alignment(selection.holder) >= program.lineSize()
               ? std::nullopt
               : std::optional(evidence.confidence);
  const Base base = baseOf(program, *evidence.choice);
  const std::uint32_t line = program.lineSize();
  if (!meetNeighbours(slots.used, selection.stride, base.align, line).possible())
    return std::nullopt;
  if (selection.stride < line)
    return evidence.confidence;
  if (selection.stride % line == 0 && !base.known)
    return Confidence::Low;
  if (selection.stride >= 2 * line &&
      (selection.by == Selector::Name || !endsMeet(slots, selection.stride, base, line)))
    return Confidence::Low;
  return std::max(evidence.confidence, Confidence::Medium);
}

} // namespace

std::optional<SlotEvidence> evidenceOf(const Program &program, const Slots &slots) {
  auto evidence = strongest(program, slots);
  if (!evidence)
    return std::nullopt;
  const auto confidence = weighLayout(program, *evidence, slots);
  if (!confidence)
    return std::nullopt;
  evidence->confidence = *confidence;
  return evidence;
}

} // namespace fsfind
