#include "rules/join/MeasuredCode.h"

#include <algorithm>
#include <functional>

namespace fsfind {

namespace {

using Threads = MeasuredCode::Threads;

bool addAll(Threads &to, const Threads &from) {
  const std::size_t before = to.size();
  to.insert(from.begin(), from.end());
  return to.size() != before;
}

Threads named(const std::vector<std::string> &ids) {
  Threads threads;
  for (const std::string &id : ids)
    threads.insert(threadNamed(id));
  return threads;
}

/// Calls `see` for each member that the access comes by, the last one first, with whether it is
/// written; until `see` returns true.
void forMembers(const FactAccess &access,
                const std::function<bool(const FactStep &, bool written)> &see) {
  bool written = access.op != Op::Read && !access.what.address_of;
  const auto &steps = access.what.steps;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (step->kind == StepKind::Deref)
      written = false; // the pointer before it is read
    if (step->kind == StepKind::Member && see(*step, written))
      return;
  }
}

/// What the designators of the call come by.
std::vector<const Designator *> passedBy(const FactCall &call) {
  std::vector<const Designator *> passed;
  if (call.object)
    passed.push_back(&*call.object);
  for (const FactArgument &argument : call.arguments)
    passed.push_back(&argument.what);
  return passed;
}

} // namespace

MeasuredCode::MeasuredCode(const Facts &facts, const Roles &roles,
                           const std::vector<UsedDatum> &measured)
    : facts_(facts), roles_(roles), runners_(facts.functions.size()) {
  ByMember written, read;
  for (const UsedDatum &one : measured)
    for (const TrailStep &step : one.trail) {
      if (!step.in_element && &step != &one.trail.back())
        continue;
      const FactPlace place = facts.record(step.record).members[step.member].place;
      if (one.member.writers.empty())
        addAll(read[place], named(one.member.readers));
      else
        written[place].insert(one.member.writers.begin(), one.member.writers.end());
    }
  findRunners(written, true);
  findRunners(read, false);
  collectUses();
}

const Threads &MeasuredCode::of(const ByMember &all, FactPlace member) {
  static const Threads none;
  const auto found = all.find(member);
  return found == all.end() ? none : found->second;
}

FactPlace MeasuredCode::placeOf(const FactStep &step) const {
  const auto &members = facts_.record(step.record).members;
  return step.member < members.size() ? members[step.member].place : FactPlace{};
}

bool MeasuredCode::counts(FunctionIndex function) const {
  const FunctionKind kind = facts_.function(function).kind;
  return kind != FunctionKind::Constructor && kind != FunctionKind::Destructor &&
         !roles_.of(function).empty();
}

/// `what` is an access or call in the function.
template <class What> bool MeasuredCode::isOften(FunctionIndex function, const What &what) const {
  if (what.frequency == BranchFrequency::Seldom || roles_.alone(function, what.place))
    return false;
  const auto reaches = roles_.of(function);
  return std::any_of(reaches.begin(), reaches.end(), [&](const Execution &execution) {
    return execution.role == kUnknownRole ||
           fsfind::isOften(roles_.paces().of(function, what, execution.pace));
  });
}

/// The threads of those of `members` that the function writes (or uses).
Threads MeasuredCode::runBy(const FactFunction &function, const ByMember &members, bool writes) {
  Threads threads;
  for (const FactAccess &access : function.accesses)
    forMembers(access, [&](const FactStep &step, bool written) {
      const auto known = members.find(placeOf(step));
      if (known == members.end())
        return false;
      if (written == writes)
        addAll(threads, known->second);
      return true;
    });
  return threads;
}

/// Only of functions of which it is not known yet who runs them.
void MeasuredCode::findRunners(const ByMember &members, bool writes) {
  std::vector<FunctionIndex> found;
  std::vector<Threads> runners(runners_.size());
  for (std::size_t i = 0; i < runners_.size(); ++i)
    if (runners_[i].empty() && counts(FunctionIndex(i)))
      if (runners[i] = runBy(facts_.functions[i], members, writes); !runners[i].empty())
        found.emplace_back(i);
  for (const FunctionIndex at : found)
    runners_[at.value()] = std::move(runners[at.value()]);
  spread(std::move(found));
}

/// To what the functions call, and to the only callers of those.
void MeasuredCode::spread(std::vector<FunctionIndex> from) {
  std::vector<bool> known(runners_.size());
  std::transform(runners_.begin(), runners_.end(), known.begin(),
                 [](const Threads &threads) { return !threads.empty(); });
  const auto reach = [&](FunctionIndex at, const Threads &threads) {
    if (!known[at.value()] && counts(at) && addAll(runners_[at.value()], threads))
      from.push_back(at);
  };
  while (!from.empty()) {
    const FunctionIndex at = from.back();
    from.pop_back();
    const Threads threads = runners_[at.value()];
    for (const FactCall &call : facts_.function(at).calls)
      if (call.frequency != BranchFrequency::Seldom)
        for (const FunctionIndex callee : roles_.targets(call.callee))
          reach(callee, threads);
    const auto callers = roles_.callers(at);
    if (!callers.empty() && std::all_of(callers.begin(), callers.end(), [&](const auto &caller) {
          return caller.first == callers.front().first;
        }))
      reach(callers.front().first, threads);
  }
}

void MeasuredCode::collectUses() {
  for (std::size_t i = 0; i < runners_.size(); ++i) {
    if (runners_[i].empty())
      continue;
    for (const FactAccess &access : facts_.functions[i].accesses)
      if (isOften(FunctionIndex(i), access))
        addUses(access, runners_[i]);
    for (const FactCall &call : facts_.functions[i].calls)
      if (isOften(FunctionIndex(i), call))
        for (const Designator *passed : passedBy(call))
          addPointers(*passed, runners_[i]);
  }
}

void MeasuredCode::addUses(const FactAccess &access, const Threads &threads) {
  forMembers(access, [&](const FactStep &step, bool written) {
    if (written)
      addAll(writers_[placeOf(step)], threads);
    if (!written || access.op == Op::ReadModifyWrite)
      addAll(readers_[placeOf(step)], threads);
    return false;
  });
}

/// Of what is only handed on, the pointers and containers that lead to it are read.
void MeasuredCode::addPointers(const Designator &what, const Threads &threads) {
  bool read = false;
  for (auto step = what.steps.rbegin(); step != what.steps.rend(); ++step) {
    read |= step->kind == StepKind::Deref;
    if (step->kind == StepKind::Member && read)
      addAll(readers_[placeOf(*step)], threads);
  }
}

} // namespace fsfind
