#include "rules/program/Bindings.h"
#include "rules/program/Names.h"

#include <algorithm>

/// Bindings, of numbers: which thread an index stands for.
namespace fsfind {

namespace {

constexpr int kDepth = 5;
/// A helper that more call is no one's own; a member that more store to is no thread's number.
constexpr std::size_t kMaxCallers = 32, kMaxStores = 12;
/// Through a member a number comes a longer way than through a call.
constexpr int kMemberDepth = 2;

/// Blocks of some size, one for each thread: `tid * chunk`.
Selector ofBlocks(const FactIndex &value, Selector by) {
  return value.scale == 0 && by == Selector::Thread ? Selector::Parallel : by;
}

} // namespace

Selector Bindings::selector(const FactIndex &index, FunctionIndex in) const {
  return select(index, {.in = in, .depth = kDepth});
}

Selector Bindings::select(const FactIndex &index, Question question) const {
  const Selector named = namesThread(index.text) ? Selector::Name : Selector::None;
  switch (index.from) {
  case Provenance::SpawnLoop:
  case Provenance::ThreadId:
  case Provenance::ThreadHash:
    return Selector::Thread;
  case Provenance::Parameter:
    return std::max(named, ofParameter(index.number, question));
  case Provenance::Member:
    return std::max(named, ofMember(index, question));
  case Provenance::Ticket:
  case Provenance::Hash:
    return Selector::Shard;
  case Provenance::StridedLoop:
    return Selector::Strided;
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

Selector Bindings::ofParameter(std::uint32_t number, Question question) const {
  const auto &passings = passings_[question.in.value()];
  if (question.depth == 0 || passings.size() > kMaxCallers)
    return Selector::None;
  Selector best = Selector::None;
  for (const Passing &passing : passings) {
    if (number >= passing.arguments->size())
      continue;
    const FactIndex &value = (*passing.arguments)[number].value;
    if (passing.several && value.from == Provenance::Constant)
      return Selector::Thread;
    const Selector by = select(value, {.in = passing.caller,
                                       .depth = question.depth - 1,
                                       .started = question.started || passing.start});
    best = std::max(best, ofBlocks(value, by));
  }
  return best;
}

Selector Bindings::ofMember(const FactIndex &index, Question question) const {
  if (!index.record || question.depth < kMemberDepth)
    return Selector::None;
  const auto stores = numbers_.find({*index.record, index.member});
  if (stores == numbers_.end() || stores->second.size() > kMaxStores)
    return Selector::None;
  const bool handed = handed_over_[index.record->value()];
  Selector best = Selector::None;
  for (const auto &store : stores->second) {
    const Selector by = select(*store.value, {.in = store.function,
                                              .depth = question.depth - kMemberDepth,
                                              .started = question.started || handed});
    // Where a thread's block began says little of the number that its record carries along.
    const bool carried = ofBlocks(*store.value, by) != by && index.scale != 0;
    best = std::max(best, carried ? Selector::None : by);
  }
  return best;
}

} // namespace fsfind
