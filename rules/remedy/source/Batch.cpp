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
  return findAccess(at.lookup, declared,
                    [](const FactAccess &access) { return access.acquire_lock; }) != nullptr;
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
    for (const SeenAccess &one : accessesTo(at_.lookup, declared_)) {
      if (!isOfThreads(at_.roles, one.function))
        continue;
      const TicketUse &use =
          at_.inquiries.tickets(one.function, [&] { return useIn(one.function); });
      // No other number is drawn in the function, so that its tickets are of this one.
      if (!draws(*one.access) || use.numbers.size() != 1 || !use.chooses_alone)
        return nullptr;
      found = one.access;
    }
    return found;
  }

private:
  [[nodiscard]] static bool draws(const FactAccess &access) {
    return access.op == Op::ReadModifyWrite && access.atomic &&
           access.accumulates == Accumulation::None;
  }

  [[nodiscard]] TicketUse useIn(FunctionIndex function) const {
    TicketUse use;
    for (const FactAccess &access : at_.facts.function(function).accesses)
      if (draws(access))
        use.numbers.insert(declarationOf(at_.facts, access.what));
    use.chooses_alone = choosesAlone(function);
    return use;
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
      if (const FactPlace chosen = declarationOf(at_.facts, table);
          !chosen.known() || areChosenOtherwise(chosen))
        return false;
      any = true;
    }
    return any;
  }

  [[nodiscard]] bool areChosenOtherwise(FactPlace table) const {
    return at_.inquiries.chosen_otherwise([&] { return chosenOtherwise(); }).contains(table);
  }

  /// By the threads; with what leads there.
  [[nodiscard]] std::set<FactPlace> chosenOtherwise() const {
    std::set<FactPlace> all;
    for (std::size_t i = 0; i < at_.facts.functions.size(); ++i)
      if (isOfThreads(at_.roles, FunctionIndex{i}))
        for (const FactAccess &access : at_.facts.functions[i].accesses)
          if (const FactStep *step = indexStep(access);
              step && step->index->from != Provenance::Ticket)
            addWay(access.what, all);
    return all;
  }

  void addWay(const Designator &what, std::set<FactPlace> &all) const {
    if (what.variable)
      all.insert(at_.facts.variable(*what.variable).place);
    for (const FactStep &step : what.steps)
      if (step.kind == StepKind::Member)
        all.insert(at_.facts.record(step.record).members[step.member].place);
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
