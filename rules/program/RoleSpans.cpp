#include "rules/program/Roles.h"

#include <algorithm>
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

/// The function's threads run one after the other, and none when it returns: on its lines, outside
/// loops, a join follows each start.
bool joinsEachStart(const Facts &facts, const FactFunction &function) {
  std::vector<std::pair<std::uint32_t, bool>> steps; // line, whether it is a start
  for (const FactStart &start : function.starts) {
    if (start.many || start.place.file != function.place.file)
      return false;
    steps.emplace_back(start.place.line, true);
  }
  for (const FactCall &call : function.calls)
    if (call.loop_depth == 0 && call.place.file == function.place.file &&
        waitsForOne(facts, facts.function(call.callee)))
      steps.emplace_back(call.place.line, false);
  std::sort(steps.begin(), steps.end());
  bool running = false;
  for (const auto &[line, starts] : steps) {
    if (starts && running)
      return false;
    running = starts;
  }
  return !running;
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
  return span.last_join > span.first_start && place.line > span.last_join;
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
