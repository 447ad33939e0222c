#include "rules/program/Locks.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace fsfind {

namespace {

constexpr int kRounds = 4;
/// A function that only locks or unlocks has at most this many accesses.
constexpr std::size_t kFewAccesses = 2;

/// The lock that a function takes or releases for its callers; null if it does more than that.
const Designator *wrappedBy(const FactFunction &function) {
  if (!function.defined || function.accesses.size() > kFewAccesses || !function.starts.empty())
    return nullptr;
  const Designator *lock = nullptr;
  for (const FactAccess &access : function.accesses)
    if (access.acquire_lock)
      lock = lock ? lock : &access.what;
    else
      return nullptr;
  // A lock that is a parameter is seen at the calls.
  return lock && lock->root == Root::Variable ? lock : nullptr;
}

bool isElement(const Designator &lock) {
  return std::any_of(lock.steps.begin(), lock.steps.end(), [](const FactStep &step) {
    return step.kind == StepKind::Index && step.index->from != Provenance::Constant;
  });
}

bool releases(const FactFunction &function) {
  return function.locks.empty();
}

} // namespace

Locks::Locks(const Facts &facts, const Roles &roles)
    : facts_(facts), taken_(facts.functions.size()), inherited_(facts.functions.size()),
      wrapped_(facts.functions.size()) {
  bool any = false;
  for (std::size_t i = 0; i < facts.functions.size(); ++i)
    for (const Designator &lock : facts.functions[i].locks) {
      taken_[i].push_back(number(lock));
      if (isElement(lock))
        elements_.insert(taken_[i].back());
      any = true;
    }
  if (any)
    findWrapped();
  for (int round = 0; any && round < kRounds && meetCallers(roles); ++round)
    ;
}

std::uint32_t Locks::number(std::string name) {
  return numbers_.try_emplace(std::move(name), static_cast<std::uint32_t>(numbers_.size()))
      .first->second;
}

/// Empty if the lock lies at an unknown place.
std::string Locks::nameOf(const Designator &lock) const {
  for (auto step = lock.steps.rbegin(); step != lock.steps.rend(); ++step)
    if (step->kind == StepKind::Member) {
      const FactRecord &record = facts_.record(step->record);
      return (record.pattern.empty() ? record.key : record.pattern) + '.' +
             std::to_string(step->member);
    }
  return lock.variable ? "variable " + std::to_string(lock.variable->value()) : "";
}

std::uint32_t Locks::number(const Designator &lock) {
  const std::string name = nameOf(lock);
  if (!name.empty())
    return number(name);
  // A lock at an unknown place is taken to be different from all others.
  const std::uint32_t fresh = number("unknown " + std::to_string(numbers_.size()));
  unknown_.insert(fresh);
  return fresh;
}

std::optional<std::uint32_t> Locks::find(const Designator &lock) const {
  const auto known = numbers_.find(nameOf(lock));
  return known == numbers_.end() ? std::nullopt : std::optional(known->second);
}

/// Relies on the order of a function's calls, which is that of the source.
void Locks::findWrapped() {
  for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
    std::vector<Span> open;
    for (const FactCall &call : facts_.functions[i].calls) {
      const FactFunction &callee = facts_.function(call.callee);
      const Designator *lock = wrappedBy(callee);
      if (!lock)
        continue;
      const std::uint32_t which = number(*lock);
      if (!releases(callee)) {
        open.push_back({call.place.file, call.place.line, call.place.line, which});
        continue;
      }
      for (Span &span : open)
        if (span.lock == which && span.file == call.place.file)
          span.last = std::max(span.last, call.place.line);
    }
    wrapped_[i] = std::move(open);
  }
}

Locks::Set Locks::own(FunctionIndex function, std::span<const std::uint32_t> held,
                      FactPlace place) const {
  const auto &inherited = inherited_[function.value()];
  Set all(inherited.begin(), inherited.end());
  for (const Span &span : wrapped_[function.value()])
    if (place.file == span.file && span.first < place.line && place.line < span.last)
      all.push_back(span.lock);
  for (const std::uint32_t at : held)
    if (at < taken_[function.value()].size())
      all.push_back(taken_[function.value()][at]);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<std::uint32_t> Locks::heldAt(FunctionIndex function, const FactAccess &access) const {
  return own(function, access.held, access.place);
}

std::vector<std::uint32_t> Locks::heldAt(FunctionIndex function, const FactCall &call) const {
  return own(function, call.held, call.place);
}

/// One step towards the fixpoint: a function inherits the locks that all its callers hold at their
/// calls. Returns whether anything changed.
bool Locks::meetCallers(const Roles &roles) {
  std::vector<std::optional<Set>> met(facts_.functions.size());
  for (std::size_t i = 0; i < facts_.functions.size(); ++i)
    for (const FactCall &call : facts_.functions[i].calls) {
      const Set held = own(FunctionIndex{i}, call.held, call.place);
      for (const FunctionIndex target : roles.targets(call.callee)) {
        auto &known = met[target.value()];
        if (!known) {
          known = held;
          continue;
        }
        Set both;
        std::set_intersection(known->begin(), known->end(), held.begin(), held.end(),
                              std::back_inserter(both));
        known = std::move(both);
      }
    }
  bool changed = false;
  for (std::size_t i = 0; i < met.size(); ++i) {
    const bool entry = roles.startedIn(FunctionIndex{i}).has_value();
    Set next = met[i] && !entry ? std::move(*met[i]) : Set{};
    RareList<std::uint32_t> &now = inherited_[i];
    changed = changed || !std::equal(next.begin(), next.end(), now.begin(), now.end());
    now = std::move(next);
  }
  return changed;
}

} // namespace fsfind
