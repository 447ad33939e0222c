#include "rules/program/Roles.h"

#include <algorithm>
#include <set>
#include <utility>

/// The part of Roles that finds, for each function, the lines between which the threads that it
/// starts may run.
namespace fsfind {

namespace {

/// Joins a thread, itself or in a function that it calls outside loops.
bool waitsForOne(const Facts &facts, const FactFunction &function) {
  return function.joins ||
         std::any_of(function.calls.begin(), function.calls.end(), [&](const FactCall &call) {
           return call.loop_depth == 0 && facts.function(call.callee).joins;
         });
}

enum class ThreadEvent : std::uint8_t {
  Start,
  Join,
  Phase, ///< calls a function that starts threads and joins them all
};

struct Step {
  ThreadEvent kind = ThreadEvent::Start;
  std::uint32_t line = 0;
  bool many = false; ///< in a loop
};

/// Functions that start threads, themselves or in what they call, and join all.
using Closed = std::set<FunctionIndex>;

/// Where the function starts threads and joins some, by line. None if it does so in other files.
std::optional<std::vector<Step>> stepsOf(const Facts &facts, const FactFunction &function,
                                         const Closed &closed) {
  std::vector<Step> steps;
  for (const FactStart &start : function.starts) {
    if (start.waits())
      continue;
    if (start.place.file != function.place.file)
      return std::nullopt;
    steps.push_back({ThreadEvent::Start, start.place.line, start.many});
  }
  for (const FactCall &call : function.calls) {
    const bool phase = closed.contains(call.callee);
    if (!phase && !waitsForOne(facts, facts.function(call.callee)))
      continue;
    if (call.place.file != function.place.file)
      return std::nullopt;
    steps.push_back(
        {phase ? ThreadEvent::Phase : ThreadEvent::Join, call.place.line, call.loop_depth != 0});
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step &one, const Step &other) { return one.line < other.line; });
  return steps;
}

/// The function's threads run one after the other, and none when it returns: on its lines, outside
/// loops, a join follows each start.
bool joinsEachStart(const Facts &facts, const FactFunction &function) {
  const auto steps = stepsOf(facts, function, {});
  if (!steps)
    return false;
  bool running = false;
  for (const Step &step : *steps) {
    const bool starts = step.kind == ThreadEvent::Start;
    if (starts && (running || step.many))
      return false;
    if (starts || !step.many)
      running = starts;
  }
  return !running;
}

using Phases = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// None if some start has no join.
Phases phasesOf(const std::vector<Step> &steps) {
  Phases phases;
  int running = 0;
  const Step *before = nullptr;
  for (const Step &step : steps) {
    const auto startsMany = [](const Step &one) {
      return one.kind == ThreadEvent::Start && one.many;
    };
    const bool again = startsMany(step) && before != nullptr && startsMany(*before);
    before = &step;
    if (again)
      continue;
    if (step.kind == ThreadEvent::Join && running == 0)
      return {};
    if (running == 0)
      phases.emplace_back(step.line, step.line);
    phases.back().second = step.line;
    if (step.kind != ThreadEvent::Phase)
      running += step.kind == ThreadEvent::Start ? 1 : -1;
  }
  return running == 0 ? phases : Phases{};
}

} // namespace

/// Only main's thread may come to where they are started: several would each start one.
bool Roles::startsOneByOne(FunctionIndex function) const {
  if (!joinsEachStart(facts_, facts_.function(function)))
    return false;
  const auto entries = entriesTo(function);
  return !entries.empty() && std::all_of(entries.begin(), entries.end(), [&](FunctionIndex entry) {
    return facts_.function(entry).name == "main" && !startedIn(entry);
  });
}

bool Roles::alone(FunctionIndex function, FactPlace place) const {
  const Span &span = spans_[function.value()];
  if (!place.known() || place.file != span.file)
    return false;
  if (span.first_start != 0 && place.line < span.first_start)
    return true;
  if (span.last_join > span.first_start && place.line > span.last_join)
    return true;
  return span.closed && !span.phases.empty() &&
         std::none_of(span.phases.begin(), span.phases.end(), [&](const auto &phase) {
           return phase.first <= place.line && place.line <= phase.second;
         });
}

bool Roles::aloneByAllCallers(FunctionIndex function, FactPlace place) const {
  std::set<FunctionIndex> known;
  std::vector<std::pair<FunctionIndex, FactPlace>> open = {{function, place}};
  while (!open.empty()) {
    const auto [at, line] = open.back();
    open.pop_back();
    if (alone(at, line))
      continue;
    const auto &callers = callers_[at.value()];
    if (startedIn(at) || callers.empty())
      return false;
    if (known.insert(at).second)
      for (const auto &[caller, call] : callers)
        open.emplace_back(caller, call->place);
  }
  return true;
}

void Roles::findSpans() {
  for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
    const FactFunction &function = facts_.functions[i];
    Span &span = spans_[i];
    span.file = function.place.file;
    for (const FactStart &start : function.starts)
      if (start.place.file == span.file && !start.waits() &&
          (span.first_start == 0 || start.place.line < span.first_start))
        span.first_start = start.place.line;
    for (const FactCall &call : function.calls)
      if (call.place.file == span.file && waitsForOne(facts_, facts_.function(call.callee)))
        span.last_join = std::max(span.last_join, call.place.line);
  }
}

/// Where each start has its join, the lines tell which threads have all ended before others start:
///
///     for (i = 0; i < n; ++i) pthread_create(&handles[i], 0, count, &parts[i]);
///     for (i = 0; i < n; ++i) pthread_join(handles[i], 0);
///     pthread_create(&writer, 0, write, &parts[0]);
///     pthread_join(writer, 0);
///
/// Loops of starts that follow each other count as one: either goes on where a condition says so,
/// or one loop joins all. A function that calls one of which that holds comes after it.
void Roles::findPhases(const std::vector<Programs> &programs) {
  Closed closed;
  std::vector<FunctionIndex> work;
  for (std::size_t i = 0; i < facts_.functions.size(); ++i)
    if (!facts_.functions[i].starts.empty())
      work.push_back(FunctionIndex{i});
  while (!work.empty()) {
    const FunctionIndex at = work.back();
    work.pop_back();
    const FactFunction &function = facts_.function(at);
    const auto leaves = [&](const FactCall &call) {
      return call.callee != at && spans_[call.callee.value()].first_start != 0 &&
             !closed.contains(call.callee);
    };
    if (closed.contains(at) || std::any_of(function.calls.begin(), function.calls.end(), leaves))
      continue;
    const auto steps = stepsOf(facts_, function, closed);
    spans_[at.value()].phases = steps ? phasesOf(*steps) : Phases{};
    if (spans_[at.value()].phases.empty())
      continue;
    closed.insert(at);
    for (const auto &[caller, call] : callers_[at.value()])
      work.push_back(caller);
  }
  Programs open = 0;
  for (std::size_t i = 0; i < facts_.functions.size(); ++i)
    for (const FactStart &start : facts_.functions[i].starts)
      if (!start.waits() && !closed.contains(FunctionIndex{i}))
        open |= programs[i];
  for (std::size_t i = 0; i < facts_.functions.size(); ++i)
    spans_[i].closed = (programs[i] & open) == 0;
}

void Roles::assignPhases() {
  for (Role &role : roles_) {
    if (role.starts.empty())
      continue;
    const FunctionIndex in = role.starts.front().function;
    const auto &phases = spans_[in.value()].phases;
    const auto reached = of(in);
    if (std::any_of(reached.begin(), reached.end(),
                    [](const Execution &execution) { return isStarted(execution.role); }))
      continue;
    const auto contains = [&](const auto &phase) {
      return std::all_of(role.starts.begin(), role.starts.end(), [&](const StartSite &site) {
        return site.function == in && phase.first <= site.start->place.line &&
               site.start->place.line <= phase.second;
      });
    };
    const auto found = std::find_if(phases.begin(), phases.end(), contains);
    if (found != phases.end())
      role.phase = {in, static_cast<std::size_t>(found - phases.begin())};
  }
}

/// A call of a function that starts or joins threads counts as a start or join at the call's line.
/// In a loop, lines do not tell the order of execution, so calls there do not count.
void Roles::widenSpans() {
  std::vector<FunctionIndex> starting, joining;
  for (std::size_t i = 0; i < spans_.size(); ++i)
    if (spans_[i].first_start != 0)
      starting.push_back(FunctionIndex{i});
    else if (spans_[i].last_join != 0)
      joining.push_back(FunctionIndex{i});
  toCallers(std::move(starting), [](Span &span, std::uint32_t line) {
    return std::exchange(span.first_start, span.first_start == 0 ? line : span.first_start) == 0;
  });
  toCallers(std::move(joining), [](Span &span, std::uint32_t line) {
    return std::exchange(span.last_join, std::max(span.last_join, line)) == 0;
  });
}

/// Carries starts or joins from functions to their callers. `widen` changes a caller's span by a
/// line and returns whether the span had none before. Lines are known: a span that stays without
/// one would be widened again and again where functions call each other.
void Roles::toCallers(std::vector<FunctionIndex> work,
                      const std::function<bool(Span &, std::uint32_t)> &widen) {
  while (!work.empty()) {
    const FunctionIndex callee = work.back();
    work.pop_back();
    for (const auto &[caller, call] : callers_[callee.value()]) {
      Span &span = spans_[caller.value()];
      if (call->place.known() && call->place.file == span.file && call->loop_depth == 0 &&
          widen(span, call->place.line))
        work.push_back(caller);
    }
  }
}

} // namespace fsfind
