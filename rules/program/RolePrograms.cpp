#include "rules/program/Roles.h"

#include <cstddef>
#include <utility>
#include <vector>

/// The part of Roles that tells apart the programs that one database describes. Threads of two of
/// them never meet, and what a main does that starts no threads meets none.
namespace fsfind {

namespace {

constexpr std::size_t kPrograms = 64;

/// Each main, with the program that it begins.
using Mains = std::vector<std::pair<FunctionIndex, Programs>>;

Mains mainsIn(const Facts &facts) {
  Mains mains;
  for (std::size_t i = 0; i < facts.functions.size(); ++i)
    if (facts.functions[i].name == "main" && facts.functions[i].defined)
      mains.emplace_back(FunctionIndex{i}, Programs{1} << (mains.size() % kPrograms));
  return mains;
}

} // namespace

/// In which programs each function may run, in whatever thread, if functions without callers run in
/// those given.
std::vector<Programs> Roles::programsOfFunctions(Programs of_unknown_callers) const {
  std::vector<std::vector<FunctionIndex>> nested(facts_.functions.size());
  std::vector<Programs> programs(facts_.functions.size());
  std::vector<FunctionIndex> work;
  const auto add = [&](FunctionIndex function, Programs some) {
    Programs &known = programs[function.value()];
    if ((some & ~known) == 0)
      return;
    known |= some;
    work.push_back(function);
  };
  for (const auto &[main, own] : mainsIn(facts_))
    add(main, own);
  for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
    const auto &parent = facts_.functions[i].parent;
    if (parent)
      nested[parent->value()].push_back(FunctionIndex{i});
    else if (callers_[i].empty() && started_[i] == 0 && programs[i] == 0)
      add(FunctionIndex{i}, of_unknown_callers);
  }
  while (!work.empty()) {
    const FunctionIndex function = work.back();
    work.pop_back();
    const Programs some = programs[function.value()];
    for (const FactCall &call : facts_.function(function).calls)
      for (const FunctionIndex target : targets(call.callee))
        add(target, some);
    for (const FactStart &start : facts_.function(function).starts)
      for (const FunctionIndex entry : targets(start.entry))
        add(entry, some);
    for (const FunctionIndex inner : nested[function.value()])
      add(inner, some);
  }
  return programs;
}

/// A program of its own needs no way from main to the start to be seen.
void Roles::findPrograms(const std::vector<Programs> &programs) {
  const std::vector<Programs> seen = mainsIn(facts_).size() > 1 ? programsOfFunctions(0) : programs;
  for (Role &role : roles_) {
    if (role.starts.empty())
      continue;
    role.programs = role.seen = 0;
    for (const StartSite &site : role.starts) {
      role.programs |= programs[site.function.value()];
      role.seen |= seen[site.function.value()];
    }
    if (role.programs == 0) // functions that call each other in a circle
      role.programs = kAnyProgram;
  }
}

/// From each main whose program starts threads.
void Roles::spreadMains() {
  Programs starting = 0;
  for (std::size_t i = 2; i < roles_.size(); ++i)
    starting |= roles_[i].programs;
  for (const auto &[main, own] : mainsIn(facts_))
    if ((own & starting) != 0)
      spread(kMainRole, main, own);
}

} // namespace fsfind
