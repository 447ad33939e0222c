#include "rules/source/elements/SlotEvidence.h"

#include "rules/model/NameHints.h"
#include "rules/source/padding/PaddingEvidence.h"

#include <algorithm>
#include <numeric>

namespace fsfind {

namespace {

/// In a table of more locks than this, threads seldom use neighbours.
constexpr std::uint64_t kManyLocks = 4096;
/// Most elements of a table of shards, where an element is a record with a lock and data; more are
/// the buckets of a hash table.
constexpr std::uint64_t kManyShards = 512;
/// If there are fewer, threads contend for the shards themselves.
constexpr std::uint64_t kFewShards = 8;

/// The role is the body of a parallel loop, which runs once for each index that it is passed.
bool isLoopBody(const Role &role) {
  return std::any_of(role.starts.begin(), role.starts.end(), [](const StartSite &site) {
    const auto &arguments = site.start->arguments;
    return std::any_of(arguments.begin(), arguments.end(), [](const FactArgument &one) {
      return one.value->from == Provenance::ParallelLoop;
    });
  });
}

/// Counting and locking are taken to be frequent where no loop is in the facts.
bool isFrequent(const Use &use) {
  return use.access->op == Op::ReadModifyWrite;
}

/// The thread counts or accumulates in its element, without pauses. Stores of a result or state are
/// rarer, and a lock is taken for further work.
bool gathers(const Use &use, const Execution &execution) {
  return isFrequent(use) && !execution.pace.pauses() && use.leaf != TypeClass::Lock &&
         !use.access->acquire_lock;
}

/// Confidence for an element chosen by the thread's own number.
std::optional<Confidence> ofThread(const Program &program, const Choice &choice,
                                   Execution execution) {
  const Role &role = program.roles().role(execution.role);
  const bool hot = execution.hot() || isLoopBody(role);
  if (execution.role == kMainRole)
    return asksThread(*choice.selection) && hot ? std::optional(Confidence::Low) : std::nullopt;
  if (execution.role == kUnknownRole) {
    // A function that starts threads goes through the elements of all of them.
    if (!program.facts().function(choice.use->function).starts.empty())
      return std::nullopt;
    if (asksThread(*choice.selection) && !choice.kept)
      return choice.use->looped && gathers(*choice.use, execution) ? Confidence::High
                                                                   : Confidence::Medium;
    return hot || isFrequent(*choice.use) ? Confidence::Medium : Confidence::Low;
  }
  if (!role.many && !asksThread(*choice.selection))
    return std::nullopt;
  if (isBlock(*choice.selection)) // only its edges are shared
    return hot && role.many ? std::optional(Confidence::Medium) : std::nullopt;
  if (!hot)
    return Confidence::Low;
  return gathers(*choice.use, execution) ? Confidence::High : Confidence::Medium;
}

/// The names in the allocation's count say that there are as many elements as threads.
bool isAllocatedByThread(const Program &program, const ArrayId &array) {
  const auto allocations = program.allocations(array);
  return std::any_of(allocations.begin(), allocations.end(), [&](const FactAllocation *one) {
    return namesThreadCount(program.facts().words, one->count);
  });
}

/// Confidence for an element that is a thread's by the name of its index only.
std::optional<Confidence> byName(const Program &program, const Choice &choice,
                                 Execution execution) {
  if (execution.role == kMainRole)
    return std::nullopt;
  const NameWords &known = program.facts().words;
  const Use &use = *choice.use;
  const bool counts_up = isFrequent(use) && !namesState(known, use.path);
  // A table of pointers to queues and the like: entries are stored and cleared now and then.
  if (use.leaf == TypeClass::Pointer && !use.looped && !counts_up && !use.synchronises())
    return Confidence::Low;
  // Threads that run no queue set up, start and stop all queues in loops.
  const bool often = counts_up || (execution.hot() && !namesQueue(known, choice.selection->extent));
  const bool shared_kind = use.synchronises() && (counts_up || use.leaf == TypeClass::Atomic);
  const bool one_a_thread = namesThreadCount(known, choice.selection->extent) ||
                            isAllocatedByThread(program, choice.selection->array);
  const std::string &number = choice.selection->index.text;
  const bool of_runner = counts_up || choice.selection->index.of_call;
  const bool by_many = program.roles().role(execution.role).many && execution.hot() && of_runner &&
                       !namesQueue(known, number) && !number.ends_with("qid");
  return (often && (one_a_thread || by_many)) || shared_kind ? Confidence::Medium : Confidence::Low;
}

/// Confidence for the element of one of several users, who publishes in it: medium if others scan
/// all elements, or if there are as many as threads. Data that is not published may be private to
/// the user.
std::optional<Confidence> ofUser(const Choice &choice, Execution execution, const Slots &slots,
                                 const NameWords &known) {
  if (execution.role == kMainRole || !choice.use->synchronises())
    return std::nullopt;
  const bool one_a_thread = namesThreadCount(known, choice.selection->extent);
  return slots.scanned || one_a_thread ? Confidence::Medium : Confidence::Low;
}

/// The element is a lock and nothing else but padding.
bool isLockItself(const Program &program, const Choice &choice) {
  const Selection &selection = *choice.selection;
  if (selection.used.size() == selection.element)
    return true;
  const auto record = selection.type ? program.facts().type(*selection.type).record : std::nullopt;
  return record && choice.use->access->acquire_lock &&
         usedBytes(program.facts().record(*record)) == selection.used;
}

/// Chosen by a remainder (`%`), and the elements are no pointers: other hash tables are as large as
/// their data.
bool isFolded(const Program &program, const Selection &selection) {
  const bool pointer =
      selection.type && program.facts().type(*selection.type).kind == TypeClass::Pointer;
  return !pointer && selection.index.remainder;
}

/// Confidence for a table of locks or atomics, of which any thread may get any.
std::optional<Confidence> ofShard(const Program &program, const Choice &choice,
                                  Execution execution) {
  const Use &use = *choice.use;
  const Selection &selection = *choice.selection;
  if (!use.synchronises() || execution.role == kMainRole || selection.count == 1)
    return std::nullopt;
  // Atomics that are only stored are the content of a queue.
  if (use.leaf != TypeClass::Lock && use.access->op != Op::ReadModifyWrite)
    return std::nullopt;
  if (selection.index.from == Provenance::Ticket && use.leaf != TypeClass::Lock)
    return Confidence::Low; // each ticket is taken once
  const bool itself = isLockItself(program, choice);
  const bool few = selection.count != 0 && selection.count <= kManyShards;
  const bool locks = use.leaf == TypeClass::Lock || use.access->acquire_lock;
  if (selection.count > kManyLocks ||
      (!locks && selection.count == 0 && !isFolded(program, selection)))
    return Confidence::Low;
  if (!itself && !few && !(locks && selection.count == 0))
    return Confidence::Low;
  const bool many = program.roles().role(execution.role).many && execution.hot();
  const bool hashed =
      selection.index.from == Provenance::Hash || selection.index.from == Provenance::ThreadHash;
  const bool spread = selection.count == 0 || selection.count >= kFewShards;
  if (itself && many && hashed && !execution.pace.pauses() && spread &&
      use.instance != Instance::PerThread)
    return Confidence::High;
  return itself || locks ? Confidence::Medium : Confidence::Low;
}

std::optional<Confidence> judge(const Program &program, const Choice &choice, Execution execution,
                                const Slots &slots) {
  switch (choice.selection->by) {
  case Selector::Thread:
    return ofThread(program, choice, execution);
  case Selector::User:
    return ofUser(choice, execution, slots, program.facts().words);
  case Selector::Name:
    return byName(program, choice, execution);
  case Selector::Shard:
    return ofShard(program, choice, execution);
  default:
    return std::nullopt;
  }
}

/// Threads share the element: it is the only one, or a word of bits (`id / 64`).
bool isSharedByMany(const Selection &selection) {
  const bool numbered = selection.by == Selector::Thread || selection.by == Selector::Name;
  return selection.count == 1 ||
         (numbered && selection.index.from != Provenance::ThreadHash && selection.index.quotient);
}

std::optional<SlotEvidence> strongest(const Program &program, const Slots &slots) {
  std::optional<SlotEvidence> best;
  for (const Choice &choice : slots.choices) {
    if (!choice.use->writes() || isSharedByMany(*choice.selection))
      continue;
    for (const Execution &execution : choice.use->roles) {
      if (choice.use->byOneThread(execution))
        continue;
      auto confidence = judge(program, choice, execution, slots);
      if (confidence && isRare(execution.pace))
        confidence = Confidence::Low;
      if (confidence && (!best || *confidence < best->confidence))
        best = SlotEvidence{*confidence, &choice, execution.role};
    }
  }
  return best;
}

struct Base {
  std::uint64_t align = 1;
  bool known = true;
};

/// The first element's address is a multiple of `align`; not `known` = memory of unknown origin.
Base baseOf(const Program &program, const Choice &choice) {
  const Facts &facts = program.facts();
  const Selection &selection = *choice.selection;
  const auto type_align =
      selection.type ? std::max<std::uint64_t>(facts.type(*selection.type).align, 1) : 1;
  if (selection.on_heap) {
    const std::uint64_t promised = program.alignment(selection.array);
    return {std::max(promised, type_align), promised != 0};
  }
  std::uint64_t align = type_align;
  if (choice.use->root) {
    const FactVariable &variable = facts.variable(*choice.use->root);
    align = std::max({align, variable.declared_align, facts.type(variable.type).align});
  } else if (selection.array.record)
    align = std::max(align, facts.record(*selection.array.record).align);
  const std::uint64_t both = align | selection.begin;
  return {both & (~both + 1), choice.use->root.has_value() && !choice.kept};
}

/// Threads of unknown callers write their own elements; the facts do not show how often.
bool isByThreadsOutOfSight(const Choice &choice) {
  const auto &roles = choice.use->roles;
  return asksThread(*choice.selection) && !choice.kept &&
         std::any_of(roles.begin(), roles.end(),
                     [](const Execution &execution) { return execution.role == kUnknownRole; });
}

/// Data written at the end of one element mostly shares a line with data written at the start of
/// the next one, and one of the two is written often.
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

/// The confidence, lowered if the layout makes shared lines unlikely; none if elements never share
/// one.
std::optional<Confidence> weighLayout(const Program &program, const SlotEvidence &evidence,
                                      const Slots &slots) {
  const Selection &selection = *evidence.choice->selection;
  if (isBlock(selection)) // in an aligned array, blocks are taken to be whole lines
    return program.alignment(selection.array) >= program.lineSize()
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
