#include "rules/remedy/idiom/Declaration.h"
#include "rules/remedy/idiom/Idiom.h"
#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/Gathering.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

constexpr int kSteps = 64; // so that the claim costs little beside the work of the steps

bool isLock(const AdviceCase &at, const Place &declared) {
  return findAccess(at.facts, [&](const FactAccess &access) {
           return access.acquire_lock && declaredAt(at.facts, access.what) == declared;
         }) != nullptr;
}

const FactStep *indexStep(const FactAccess &access) {
  const auto &steps = access.what.steps;
  const auto step = std::find_if(steps.begin(), steps.end(), [](const FactStep &one) {
    return one.kind == StepKind::Index && one.index->from != Provenance::Constant;
  });
  return step == steps.end() ? nullptr : &*step;
}

/// A number that threads draw by adding to it, to use as an index.
class Ticket {
public:
  Ticket(const AdviceCase &at, const Place &declared) : at_(at), declared_(declared) {}

  /// The one way in which threads use it; null if they also read it or set it, as those do that
  /// wait for a number to come, or if what they choose by it others choose otherwise, as the other
  /// side of a queue does, which waits for it.
  [[nodiscard]] const FactAccess *draw() const {
    const FactAccess *found = nullptr;
    for (std::size_t i = 0; i < at_.facts.functions.size(); ++i) {
      if (!isOfThreads(at_.roles, FunctionIndex{i}))
        continue;
      for (const FactAccess &access : at_.facts.functions[i].accesses) {
        if (declaredAt(at_.facts, access.what) != declared_)
          continue;
        const bool draws = access.op == Op::ReadModifyWrite && access.atomic &&
                           access.accumulates == Accumulation::None &&
                           isOnlyDrawIn(at_.facts.functions[i]) && choosesAlone(FunctionIndex{i});
        if (!draws)
          return nullptr;
        found = &access;
      }
    }
    return found;
  }

private:
  /// No other number is drawn in the function, so that its tickets are of this one.
  [[nodiscard]] bool isOnlyDrawIn(const FactFunction &function) const {
    return std::none_of(function.accesses.begin(), function.accesses.end(),
                        [&](const FactAccess &access) {
                          return access.op == Op::ReadModifyWrite && access.atomic &&
                                 access.accumulates == Accumulation::None &&
                                 declaredAt(at_.facts, access.what) != declared_;
                        });
  }

  /// The function uses a ticket as an index of data that all threads choose by tickets.
  [[nodiscard]] bool choosesAlone(FunctionIndex function) const {
    bool any = false;
    for (const FactAccess &access : at_.facts.function(function).accesses) {
      const FactStep *step = indexStep(access);
      if (!step || step->index->from != Provenance::Ticket)
        continue;
      Designator table = access.what;
      table.steps.resize(static_cast<std::size_t>(step - access.what.steps.data()));
      if (const Place chosen = declaredAt(at_.facts, table);
          !chosen.known() || areChosenOtherwise(chosen))
        return false;
      any = true;
    }
    return any;
  }

  [[nodiscard]] bool areChosenOtherwise(const Place &table) const {
    for (std::size_t i = 0; i < at_.facts.functions.size(); ++i)
      if (isOfThreads(at_.roles, FunctionIndex{i}))
        for (const FactAccess &access : at_.facts.functions[i].accesses) {
          const FactStep *step = indexStep(access);
          if (step && step->index->from != Provenance::Ticket &&
              leadsThrough(at_.facts, access.what, table))
            return true;
        }
    return false;
  }

  const AdviceCase &at_;
  const Place &declared_;
};

Advice drawnAtOnce(const AdviceCase &at, const FactAccess &draw, const std::string &name) {
  const std::string &type = at.facts.type(draw.what.type).text;
  const std::string variable(unqualified(name));
  Advice one;
  one.remedy = Remedy::Batch;
  one.why = fmt::format(
      "threads draw numbers from '{}' one by one, each time with its cacheline: a thread that "
      "draws "
      "{} at once comes for it {} times less often, and works on neighbouring elements; the "
      "sources show nobody who waits for a number that another thread has drawn",
      name, kSteps, kSteps);
  one.example = fmt::format("{} = 0, end = 0; // each thread's own\n"
                            "if (own == end) {{ // drawn by line {} today\n  own = {};\n"
                            "  end = own + {};\n}}\n"
                            "// use own++; past the last element it ends as it does today\n",
                            declaration(valueType(type), "own"), draw.place.line,
                            fetched(type, variable, std::to_string(kSteps)), kSteps);
  return one;
}

/// Threads act on the value that they read, so copies would not mean the same.
Advice changedLess(const std::string &name) {
  Advice one;
  one.remedy = Remedy::Batch;
  one.why =
      fmt::format("all threads update the same '{}' and may act by its value, so that neither "
                  "padding nor a local copy helps: change it less often (several steps at "
                  "once, a test before the write), or give each CPU or node one of its own "
                  "together with the data it is about",
                  name);
  return one;
}

} // namespace

std::vector<Advice> batch(const AdviceCase &at) {
  if (at.finding.sharing != Sharing::True || at.finding.members.empty())
    return {};
  const FindingMember &member = at.finding.members.front();
  if (isLock(at, member.declared) || accumulationOf(at, member.declared) != Accumulation::None)
    return {};
  if (const FactAccess *draw = Ticket(at, member.declared).draw())
    return {drawnAtOnce(at, *draw, member.path)};
  return {changedLess(member.path)};
}

} // namespace fsfind
