#include "rules/program/Roles.h"

#include "rules/model/NameHints.h"
#include "rules/program/RoleNames.h"

#include <algorithm>
#include <map>
#include <utility>

namespace fsfind {

namespace {

constexpr int kCallersLookedUp = 3;
/// Most roles kept for one function: rules compare all pairs, and more roles tell nothing new.
constexpr std::size_t kManyRoles = 32;

/// Whether the role is started at several places of the source. One place compiled twice (a file
/// built for two data widths) counts once: a program uses one of the two.
bool isStartedAtPlaces(const Role &role) {
  const FactPlace first = role.starts.front().start->place;
  return std::any_of(role.starts.begin(), role.starts.end(), [&](const StartSite &site) {
    return !first.known() || !(site.start->place == first);
  });
}

} // namespace

Roles::Roles(const Facts &facts)
    : facts_(facts), reach_(facts.functions.size()), targets_(targetsIn(facts)),
      paces_(facts, targets_), callers_(facts.functions.size()), started_(facts.functions.size()),
      spans_(facts.functions.size()) {
  roles_.push_back({.name = "main", .entry = {}, .starts = {}});
  roles_.push_back({.name = "unknown callers", .entry = {}, .many = false, .starts = {}});
  findCallers();
  findEntries();
  nameApart(facts, roles_);
  findSpans();
  widenSpans();
  judgeNumbers();
  const std::vector<Programs> programs = programsOfFunctions(kAnyProgram);
  findPrograms(programs);
  findPhases(programs);
  for (std::size_t i = 2; i < roles_.size(); ++i)
    spread(RoleIndex{i}, *roles_[i].entry, roles_[i].programs);
  spreadMains();
  findUnknownCallers();
  findClosedCircles();
  assignPhases();
}

std::optional<RoleIndex> Roles::startedIn(FunctionIndex function) const {
  const auto role = started_[function.value()];
  return role == 0 ? std::nullopt : std::optional(RoleIndex{role});
}

bool Roles::isCompiledTwice(const Role &one, const Role &other) const {
  if (!one.entry || !other.entry)
    return false;
  const FactFunction &entry = facts_.function(*one.entry), &same = facts_.function(*other.entry);
  return entry.name == same.name && entry.place == same.place;
}

bool Roles::concurrent(RoleIndex a, RoleIndex b) const {
  if (a == b)
    return role(a).many;
  if (isCompiledTwice(role(a), role(b)) || (role(a).programs & role(b).programs) == 0)
    return false;
  const auto &phase = role(a).phase, &other = role(b).phase;
  if (phase && other && phase->first == other->first && phase->second != other->second)
    return false;
  if (role(a).synchronous && role(b).synchronous)
    return false;
  const bool waits = !isStarted(a) || !isStarted(b);
  return !(waits && (role(a).synchronous || role(b).synchronous));
}

std::vector<std::vector<FunctionIndex>> Roles::targetsIn(const Facts &facts) {
  std::vector<std::vector<FunctionIndex>> overriders(facts.functions.size());
  for (std::size_t i = 0; i < facts.functions.size(); ++i)
    for (const FunctionIndex base : facts.functions[i].overrides)
      overriders[base.value()].push_back(FunctionIndex{i});
  std::vector<std::vector<FunctionIndex>> targets(facts.functions.size());
  for (std::size_t callee = 0; callee < facts.functions.size(); ++callee) {
    std::vector<FunctionIndex> &all = targets[callee];
    all.push_back(FunctionIndex{callee});
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const FunctionIndex derived : overriders[all[i].value()])
        if (std::find(all.begin(), all.end(), derived) == all.end())
          all.push_back(derived);
  }
  return targets;
}

void Roles::findCallers() {
  for (std::size_t i = 0; i < facts_.functions.size(); ++i)
    for (const FactCall &call : facts_.functions[i].calls)
      for (const FunctionIndex target : targets(call.callee))
        callers_[target.value()].emplace_back(FunctionIndex{i}, &call);
}

void Roles::findEntries() {
  for (std::size_t i = 0; i < facts_.functions.size(); ++i)
    for (const FactStart &start : facts_.functions[i].starts)
      addStart({FunctionIndex{i}, &start});
}

void Roles::addStart(StartSite site) {
  for (const FunctionIndex entry : targets(site.start->entry)) {
    auto &known = started_[entry.value()];
    if (known == 0) {
      known = static_cast<std::uint32_t>(roles_.size());
      roles_.push_back({.name = entryName(facts_, entry), .entry = entry, .starts = {}});
    }
    roles_[known].starts.push_back(site);
  }
}

std::set<FunctionIndex> Roles::nearCallers(FunctionIndex function) const {
  constexpr int kCalls = 2;
  std::set<FunctionIndex> near{function};
  for (int call = 0; call < kCalls; ++call)
    for (const FunctionIndex known : std::set(near))
      for (const auto &[caller, how] : callers_[known.value()])
        near.insert(caller);
  return near;
}

bool Roles::haveCommonCaller(FunctionIndex a, FunctionIndex b) const {
  const auto left = nearCallers(a), right = nearCallers(b);
  return std::any_of(left.begin(), left.end(),
                     [&](FunctionIndex one) { return right.count(one) != 0; });
}

bool Roles::repeats(FunctionIndex function, int depth) const {
  const auto &callers = callers_[function.value()];
  // One place of the source that is compiled several times is one call.
  const auto elsewhere = [&](const auto &caller) {
    const FactPlace first = callers.front().second->place;
    return !first.known() || !(caller.second->place == first);
  };
  if (callers.size() > 1 && std::any_of(callers.begin(), callers.end(), elsewhere))
    return true;
  return std::any_of(callers.begin(), callers.end(), [&](const auto &caller) {
    return caller.second->loop_depth > 0 || (depth > 0 && repeats(caller.first, depth - 1));
  });
}

/// Code outside the facts may call the function: nothing here calls it, threads begin in it, or it
/// is in a header, which other units can include.
bool Roles::isOpen(FunctionIndex at) const {
  const FactPlace place = facts_.function(at).place;
  const auto isOwn = [&](const FactUnit &unit) {
    return place.known() && unit.file == facts_.files[place.file.value()].path;
  };
  return callers_[at.value()].empty() || started_[at.value()] != 0 ||
         std::none_of(facts_.units.begin(), facts_.units.end(), isOwn);
}

std::set<FunctionIndex> Roles::entriesTo(FunctionIndex function) const {
  constexpr std::size_t many = 64;
  std::set<FunctionIndex> entries, seen{function};
  std::vector<FunctionIndex> work{function};
  while (!work.empty()) {
    const FunctionIndex at = work.back();
    work.pop_back();
    if (isOpen(at))
      entries.insert(at);
    else
      for (const auto &[caller, call] : callers_[at.value()])
        if (seen.insert(caller).second)
          work.push_back(caller);
    if (seen.size() > many)
      return {};
  }
  return entries;
}

void Roles::judgeNumbers() {
  std::map<FunctionIndex, bool> known; // one function may start very many roles
  const auto areOneByOne = [&](const Role &role) {
    const FunctionIndex in = role.starts.front().function;
    if (std::any_of(role.starts.begin(), role.starts.end(),
                    [&](const StartSite &site) { return site.function != in; }))
      return false;
    const auto [answer, fresh] = known.try_emplace(in, false);
    if (fresh)
      answer->second = startsOneByOne(in);
    return answer->second;
  };
  for (std::size_t i = 2; i < roles_.size(); ++i) {
    Role &role = roles_[i];
    role.synchronous = true;
    const bool one_by_one = areOneByOne(role);
    role.many = !one_by_one && role.starts.size() > 1 && isStartedAtPlaces(role);
    for (const StartSite &site : role.starts) {
      role.synchronous = role.synchronous && site.start->waits();
      role.many = role.many || site.start->many ||
                  (!one_by_one && repeats(site.function, kCallersLookedUp));
    }
    role.many =
        role.many && !(role.synchronous && role.starts.front().start->kind == StartKind::Section);
  }
}

void Roles::findUnknownCallers() {
  for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
    const FactFunction &function = facts_.functions[i];
    const bool nested =
        function.kind == FunctionKind::Lambda || function.kind == FunctionKind::ParallelRegion;
    if (!function.defined || started_[i] != 0 || !callers_[i].empty() || function.name == "main")
      continue;
    // A lambda that is neither called nor started in the facts may run in the enclosing function.
    if (nested && function.parent)
      for (const Execution execution : std::vector(reach_[function.parent->value()]))
        spread(execution.role, FunctionIndex{i});
    if (!nested || reach_[i].empty())
      spread(kUnknownRole, FunctionIndex{i});
  }
}

/// Functions that call each other in a circle have callers, and yet no role reaches them: unknown
/// callers enter at one of them.
void Roles::findClosedCircles() {
  std::vector<bool> seen(facts_.functions.size());
  const auto visit = [&](FunctionIndex from) {
    std::vector<FunctionIndex> work{from};
    while (!work.empty()) {
      const FunctionIndex function = work.back();
      work.pop_back();
      if (seen[function.value()])
        continue;
      seen[function.value()] = true;
      for (const FactCall &call : facts_.function(function).calls)
        work.insert(work.end(), targets(call.callee).begin(), targets(call.callee).end());
    }
  };
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (callers_[i].empty() || started_[i] != 0)
      visit(FunctionIndex{i});
  for (const bool internal : {false, true})
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (const FactFunction &function = facts_.functions[i]; !seen[i] && function.defined &&
                                                              function.internal == internal &&
                                                              function.name != "main") {
        spread(kUnknownRole, FunctionIndex{i});
        visit(FunctionIndex{i});
      }
}

/// Notes that a role reaches the function. False if that tells nothing new: the role, or enough
/// other roles, are known to reach it.
bool Roles::extend(FunctionIndex function, Execution execution) {
  const bool elder = !isStarted(execution.role);
  auto &reached = reach_[function.value()];
  const auto known = std::find_if(reached.begin(), reached.end(),
                                  [&](const Execution &one) { return one.role == execution.role; });
  if (known != reached.end()) {
    const bool oftener = rarer(execution.pace, known->pace) != execution.pace;
    if (!oftener && (execution.one_thread || !known->one_thread) &&
        (execution.programs & ~known->programs) == 0)
      return false;
    const bool longer = oftener && execution.hot() == known->hot();
    const std::uint32_t calls = longer ? known->calls : execution.calls;
    *known = {execution.role, oftener ? execution.pace : known->pace, calls,
              execution.one_thread && known->one_thread, execution.programs | known->programs};
    return true;
  }
  if (reached.size() >= kManyRoles && !elder && execution.calls > 0)
    return false;
  reached.push_back(execution);
  return true;
}

void Roles::spread(RoleIndex role, FunctionIndex from, Programs programs) {
  const bool elder = !isStarted(role);
  std::vector<std::pair<FunctionIndex, Execution>> steps{
      {from, {.role = role, .programs = programs}}};
  for (std::size_t next = 0; next < steps.size(); ++next) {
    const auto [function, execution] = steps[next];
    if (!extend(function, execution))
      continue;
    for (const FactCall &call : facts_.function(function).calls) {
      if (call.frequency == BranchFrequency::Seldom || (elder && alone(function, call.place)))
        continue;
      // A call with very many targets (a dispatcher's) does not tell which role runs which of them.
      if (targets(call.callee).size() > kManyTargets)
        continue;
      const Execution beyond{.role = role,
                             .pace = paces_.of(function, call, execution.pace),
                             .calls = execution.calls + 1,
                             .one_thread = execution.one_thread || call.one_thread,
                             .programs = execution.programs};
      for (const FunctionIndex target : targets(call.callee))
        steps.emplace_back(target, beyond);
    }
  }
}

} // namespace fsfind
