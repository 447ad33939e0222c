#include "rules/model/NameHints.h"
#include "rules/program/Bindings.h"

#include <algorithm>

/// The part of Bindings about numbers: how an index is related to threads.
namespace fsfind {

namespace {

constexpr int kSelectorDepth = 7;
/// A function with more callers is a general helper, and a member with more stores holds no
/// thread's number: neither is followed.
constexpr std::size_t kMaxSelectorCallers = 32, kMaxSelectorStores = 12;
/// A store and load of a member count as this many calls against kSelectorDepth.
constexpr int kMemberDepth = 2;
/// The operand of a hash, mask or modulus is followed through this many calls only.
constexpr int kHashDepth = 3;

/// An atomic addition to a counter that is no array element: tickets are taken from such counters.
bool isDraw(const Facts &facts, const FactAccess &access) {
  const TypeClass kind = facts.type(access.what.type).kind;
  return access.atomic && access.op == Op::ReadModifyWrite && !access.acquire_lock &&
         kind != TypeClass::Lock && kind != TypeClass::Condition &&
         std::none_of(access.what.steps.begin(), access.what.steps.end(),
                      [](const FactStep &step) { return step.kind == StepKind::Index; });
}

bool loops(const FactFunction &function) {
  const auto in_loop = [](const auto &one) { return one.loop_depth > 0; };
  return std::any_of(function.accesses.begin(), function.accesses.end(), in_loop) ||
         std::any_of(function.calls.begin(), function.calls.end(), in_loop);
}

/// Most calls between a thread entry and the function with the thread's main loop.
constexpr std::uint32_t kNearCalls = 2;

/// To rules a ticket is like a shard: any thread may get any number.
Selector anyones(Selector by) {
  return by == Selector::Ticket ? Selector::Shard : by;
}

/// A thread's number times a size that is not constant begins a block of each thread: `tid *
/// chunk`.
Selector ofBlocks(const FactIndex &value, Selector by) {
  return value.scale == 0 && by == Selector::Thread ? Selector::Parallel : by;
}

/// What is reduced, or what the loop begins at: a parameter or member; none if neither is known.
std::optional<FactIndex> operandOf(const FactIndex &index) {
  if (index.number > 0)
    return FactIndex{.from = Provenance::Parameter, .number = index.number - 1};
  if (index.record)
    return FactIndex{.from = Provenance::Member, .member = index.member, .record = index.record};
  return std::nullopt;
}

} // namespace

std::vector<bool> Bindings::drawBeforeLoops(const Facts &facts) {
  struct Draws {
    bool before = false, within = false; ///< loops
  };
  std::vector<Draws> draws(facts.functions.size());
  for (std::size_t i = 0; i < draws.size(); ++i)
    for (const FactAccess &access : facts.functions[i].accesses)
      if (isDraw(facts, access))
        (access.loop_depth == 0 ? draws[i].before : draws[i].within) = true;
  std::vector<bool> all(draws.size());
  for (std::size_t i = 0; i < draws.size(); ++i) {
    Draws sum = draws[i];
    for (const FactCall &call : facts.functions[i].calls) {
      const Draws &callee = draws[call.callee.value()];
      sum.before |= callee.before && call.loop_depth == 0;
      sum.within |= callee.within || (callee.before && call.loop_depth > 0);
    }
    all[i] = sum.before && !sum.within && loops(facts.functions[i]);
  }
  return all;
}

Selector Bindings::selector(const FactIndex &index, FunctionIndex in) const {
  return anyones(followed(index, in));
}

Selector Bindings::selector(const FactIndex &settled) const {
  return anyones(select(settled, {.in = {}}));
}

Selector Bindings::followed(const FactIndex &index, FunctionIndex in) const {
  return select(index, {.in = in, .depth = kSelectorDepth});
}

Selector Bindings::select(const FactIndex &index, Question question) const {
  const Selector named = namesThread(facts_.words, index.text) ? Selector::Name : Selector::None;
  switch (index.from) {
  case Provenance::ThreadHash:
    question.reduced = true;
    [[fallthrough]];
  case Provenance::SpawnLoop:
  case Provenance::ThreadId:
    // `(4096 * tid + i) % buckets` is a key that begins at another place in each thread.
    return question.reduced && index.scale != 1 ? Selector::Shard : Selector::Thread;
  case Provenance::Parameter:
    return std::max(named, ofParameter(index.number, question));
  case Provenance::Member:
    return std::max(named, ofMember(index, question));
  case Provenance::Ticket:
    return question.depth > 0 && isDrawnOnce(question.in) ? Selector::Thread : Selector::Ticket;
  case Provenance::Hash:
    return ofHash(index, question);
  case Provenance::StridedLoop:
    return ofStart(index, question);
  case Provenance::ParallelLoop:
    return Selector::Parallel;
  case Provenance::Loop:
    return question.started ? Selector::Thread : Selector::Serial;
  case Provenance::Unknown:
    return named;
  case Provenance::Constant:
  case Provenance::Whole:
    break;
  }
  return Selector::None;
}

/// Asked once each: ways through callers of callers are many.
Selector Bindings::ofParameter(std::uint32_t number, Question question) const {
  if (question.depth == 0 || passings_[question.in.value()].size() > kMaxSelectorCallers)
    return Selector::None;
  const auto key =
      std::tuple(question.in, number, question.depth, question.started, question.reduced);
  if (const auto known = of_parameters_.find(key); known != of_parameters_.end())
    return known->second;
  const Selector by = passedFor(number, question);
  of_parameters_.emplace(key, by);
  return by;
}

Selector Bindings::passedFor(std::uint32_t number, Question question) const {
  const auto &passings = passings_[question.in.value()];
  Selector best = Selector::None;
  for (const Passing &passing : passings) {
    if (number >= passing.arguments->size())
      continue;
    const FactIndex &value = (*passing.arguments)[number].value;
    if (passing.several && value.from == Provenance::Constant)
      return Selector::Thread;
    Selector by = select(value, {.in = passing.caller,
                                 .depth = question.depth - 1,
                                 .started = question.started || passing.start,
                                 .reduced = question.reduced});
    if (value.from == Provenance::Unknown)
      by = std::max(by, ofPointee((*passing.arguments)[number].what, passing, question));
    best = std::max(best, ofBlocks(value, by));
  }
  return best;
}

/// `pthread_create(…, &ids[i])`: the numbers stored in the elements of which one is passed.
Selector Bindings::ofPointee(const Designator &what, const Passing &passing,
                             Question question) const {
  const bool element = what.address_of && what.root == Root::Variable && !what.steps.empty() &&
                       what.steps.back().kind == StepKind::Index;
  const auto stores = element ? elements_.find(*what.variable) : elements_.end();
  if (!passing.start || stores == elements_.end() || stores->second.size() > kMaxSelectorStores)
    return Selector::None;
  Selector best = Selector::None;
  for (const auto &store : stores->second)
    best = std::max(best, select(*store.value, {.in = store.function,
                                                .depth = question.depth - kMemberDepth,
                                                .started = true}));
  return best;
}

Selector Bindings::ofMember(const FactIndex &index, Question question) const {
  if (!index.record || question.depth < kMemberDepth)
    return Selector::None;
  const auto stores = numbers_.find({*index.record, index.member});
  if (stores == numbers_.end() || stores->second.size() > kMaxSelectorStores)
    return Selector::None;
  const bool handed = handed_over_[index.record->value()];
  Selector best = Selector::None;
  for (const auto &store : stores->second) {
    if (handed && store.value->from == Provenance::Ticket &&
        facts_.function(store.function).kind == FunctionKind::Constructor)
      return Selector::Thread; // the object passed to the thread took a ticket when it was made
    const Selector by = select(*store.value, {.in = store.function,
                                              .depth = question.depth - kMemberDepth,
                                              .started = question.started || handed});
    // A member that only began as the start of the thread's block may have moved on since.
    const bool carried = ofBlocks(*store.value, by) != by && index.scale != 0;
    best = std::max(best, carried ? Selector::None : by);
  }
  return best;
}

/// Threads that begin at their own numbers have every n-th element each; any other begin is that of
/// a loop like others, over pairs or over parts of a thread's own array.
Selector Bindings::ofStart(const FactIndex &index, Question question) const {
  const auto begin = operandOf(index);
  return !begin || select(*begin, question) == Selector::Thread ? Selector::Strided
                                                                : Selector::Serial;
}

/// A thread's number that is reduced (`tid % shards`) still chooses the thread's shard, and a
/// reduced ticket is a ticket; any other operand may give any shard.
Selector Bindings::ofHash(const FactIndex &index, Question question) const {
  const FactIndex operand = operandOf(index).value_or(FactIndex{});
  question.depth = std::min(question.depth, kHashDepth);
  question.reduced = true;
  const Selector by = select(operand, question);
  return by == Selector::Thread || by == Selector::Ticket ? by : Selector::Shard;
}

/// The ticket is taken by a thread before its main loop, so the thread keeps that number.
bool Bindings::isDrawnOnce(FunctionIndex in) const {
  if (!drawing_[in.value()])
    return false;
  const auto reached = roles_.of(in);
  const auto once = [&](const Execution &execution) {
    return execution.role != kUnknownRole && !execution.hot() && execution.calls <= kNearCalls &&
           !roles_.role(execution.role).synchronous;
  };
  const auto many = [&](const Execution &execution) { return roles_.role(execution.role).many; };
  return std::all_of(reached.begin(), reached.end(), once) &&
         std::any_of(reached.begin(), reached.end(), many);
}

} // namespace fsfind
