#include "rules/program/Pace.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>
#include <utility>

namespace fsfind {

namespace {

/// A loop of at most this many iterations does not make code hot.
constexpr std::uint64_t kFewIterations = 16;
/// Microseconds. A line takes a few hundred nanoseconds to come from another core: at a thousand
/// times a second not a thousandth of each thread's time.
constexpr std::uint32_t kLongPeriod = 1000;
/// Microseconds. The kernel prolongs shorter pauses by about as much.
constexpr std::uint32_t kShortestPause = 100;
/// A wait is found behind this many calls. Further ones are seldom sure to be reached.
constexpr int kCallsLookedInto = 5;
/// Loops that are nested deeper are not looked into.
constexpr std::uint32_t kDeep = 32;

/// Code is beside the work of an iteration if the work is in this many more loops than the code.
/// One more is what looking up a key or copying a name takes.
constexpr std::uint8_t kBeside = 2;
/// Deeper nests say nothing more.
constexpr std::uint8_t kDeepestNest = 8;

constexpr Pace kFree{PaceKind::Free, 0}, kAside{PaceKind::Beside, 0};

bool isMany(std::uint64_t iterations) {
  return iterations == 0 || iterations > kFewIterations;
}

Pace paceOf(FactWait wait) {
  switch (wait.what) {
  case Wait::Event:
    return {PaceKind::Event, 0};
  case Wait::Time:
    return {PaceKind::Timed, wait.period};
  case Wait::None:
    break;
  }
  return kFree;
}

} // namespace

Pace rarer(Pace a, Pace b) {
  return std::tuple(a.kind, -std::int64_t{a.period}) <= std::tuple(b.kind, -std::int64_t{b.period})
             ? a
             : b;
}

bool isRare(Pace pace) {
  return pace.pauses() && pace.period >= kLongPeriod;
}

bool isOften(Pace pace) {
  return pace.kind != PaceKind::Once && !isRare(pace);
}

bool isLooped(std::uint32_t loop_depth, std::uint32_t iterations) {
  return loop_depth > 0 && isMany(iterations);
}

std::string words(Pace pace) {
  constexpr std::uint32_t ms = 1000, second = 1000 * ms;
  if (pace.kind == PaceKind::Event)
    return "after a wait each time";
  if (pace.kind == PaceKind::Beside)
    return "beside nested loops each time";
  if (!pace.pauses())
    return {};
  if (pace.period < kShortestPause)
    return "after a pause each time";
  if (pace.period == second)
    return "once a second at most";
  if (pace.period % second == 0)
    return fmt::format("once in {} s at most", pace.period / second);
  if (pace.period % ms == 0)
    return fmt::format("once in {} ms at most", pace.period / ms);
  return fmt::format("once in {} us at most", pace.period);
}

Paces::Paces(const Facts &facts, const Targets &targets) : facts_(facts), targets_(targets) {
  waits_.reserve(facts.functions.size());
  nests_.reserve(facts.functions.size());
  for (const FactFunction &function : facts.functions) {
    waits_.emplace_back(function.loops.size(), kFree);
    nests_.emplace_back(function.loops.size(), 0);
  }
  for (int round = 0; round < kCallsLookedInto && findWaits(); ++round)
    ;
  for (int round = 0; round < kCallsLookedInto && findNests(); ++round)
    ;
}

Pace Paces::waitsIn(FunctionIndex function) const {
  const auto &waits = waits_[function.value()];
  return waits.empty() ? kFree : waits.front();
}

/// Looks one call further than before; false if that finds nothing new.
bool Paces::findWaits() {
  auto next = waits_;
  for (std::size_t i = 0; i < next.size(); ++i) {
    const auto &loops = facts_.functions[i].loops;
    for (std::size_t at = loops.size(); at-- > 0;) { // inner ones first
      next[i][at] = rarer(next[i][at], paceOf(loops[at].wait));
      for (const FunctionIndex callee : loops[at].passed_calls)
        next[i][at] = rarer(next[i][at], leastIn(callee));
      // A loop that waits in each iteration ends when what it waits for has come.
      if (at > 0 && loops[at].passed && next[i][at].kind != PaceKind::Free)
        next[i][loops[at].parent] = rarer(next[i][loops[at].parent], {PaceKind::Event, 0});
    }
  }
  return std::exchange(waits_, next) != next;
}

/// What all functions that the call may execute wait for.
Pace Paces::leastIn(FunctionIndex callee) const {
  const auto &all = targets_[callee.value()];
  std::optional<Pace> least;
  if (all.size() <= kManyTargets)
    for (const FunctionIndex target : all)
      if (const Pace one = waitsIn(target); facts_.function(target).defined)
        least = least && rarer(*least, one) == *least ? one : least.value_or(one);
  return least.value_or(kFree);
}

/// Of the functions that the call may execute, the least.
std::uint8_t Paces::leastNestOf(FunctionIndex callee) const {
  const auto &all = targets_[callee.value()];
  std::optional<std::uint8_t> least;
  if (all.size() <= kManyTargets)
    for (const FunctionIndex target : all)
      if (facts_.function(target).defined) {
        const auto &nests = nests_[target.value()];
        const std::uint8_t one = nests.empty() ? std::uint8_t{0} : nests.front();
        least = std::min(least.value_or(one), one);
      }
  return least.value_or(0);
}

/// Looks at least one call further than before; false if that finds nothing new.
bool Paces::findNests() {
  bool found = false;
  for (std::size_t i = 0; i < nests_.size(); ++i) {
    const auto &loops = facts_.functions[i].loops;
    const auto deepen = [&](std::uint32_t at, std::uint8_t to) {
      std::uint8_t &nest = nests_[i][at];
      found |= to > nest;
      nest = std::max(nest, to);
    };
    for (std::size_t at = loops.size(); at-- > 0;) { // inner ones first
      for (const FunctionIndex callee : loops[at].passed_calls)
        deepen(static_cast<std::uint32_t>(at), leastNestOf(callee));
      if (at == 0 || !loops[at].passed)
        continue;
      const std::uint8_t nest = nests_[i][at];
      deepen(loops[at].parent, isMany(loops[at].iterations) && nest < kDeepestNest
                                   ? static_cast<std::uint8_t>(nest + 1)
                                   : nest);
    }
  }
  return found;
}

Pace Paces::within(FunctionIndex function, Around around, Pace caller) const {
  const auto &waits = waits_[function.value()];
  const auto &loops = facts_.function(function).loops;
  std::uint32_t depth = 0;
  for (std::uint32_t at = around.loop; at != 0; at = loops[at].parent)
    if (++depth > kDeep)
      return kFree;
  // An algorithm of the library has a loop that the function's source has not.
  const bool looped = isLooped(around.depth, around.iterations);
  if (looped && around.depth > depth)
    return kFree;
  const auto &nests = nests_[function.value()];
  std::uint64_t iterations = 1;
  bool many = false;
  std::uint8_t depth_here = 0; // loops of many iterations between the code and `at`
  for (std::uint32_t at = around.loop; at != 0; at = loops[at].parent) {
    if (!many && waits[at].kind != PaceKind::Free)
      return waits[at];
    if (nests[at] >= depth_here + kBeside)
      return kAside;
    iterations *= loops[at].iterations;
    many = many || isMany(iterations);
    if (isMany(loops[at].iterations))
      ++depth_here;
  }
  const bool aside = !nests.empty() && nests.front() >= depth_here + kBeside;
  if (many || looped)
    return aside ? kAside : kFree;
  const Pace pace = rarer(caller, waitsIn(function));
  return aside ? rarer(pace, kAside) : pace;
}

Pace Paces::of(FunctionIndex function, const FactCall &call, Pace caller) const {
  return within(function, {call.loop, call.loop_depth, call.iterations}, caller);
}

/// A loop over many objects comes to each of them as often as the loop itself is begun.
Pace Paces::of(FunctionIndex function, const FactAccess &access, Pace caller) const {
  if (access.loop != 0 && !access.same_object) {
    const std::uint32_t outer = facts_.function(function).loops[access.loop].parent;
    if (const Pace begun = within(function, {.loop = outer}, caller); isRare(begun))
      return begun;
  }
  return within(function, {access.loop, access.loop_depth, access.iterations}, caller);
}

} // namespace fsfind
