#include "rules/evidence/Links.h"
#include "rules/model/NameHints.h"
#include "rules/source/Rules.h"
#include "rules/source/contention/DatumUses.h"
#include "rules/source/contention/Draft.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace fsfind {

namespace {

struct Hit {
  const Use *use = nullptr;
  Execution execution;
};

/// The function takes an index from an atomic counter, or waits for a condition: contention is
/// intended there and rare enough.
bool isDispenserOrWaiter(const Facts &facts, const FactFunction &function) {
  return std::any_of(
      function.accesses.begin(), function.accesses.end(), [&](const FactAccess &access) {
        if (facts.type(access.what.type).kind == TypeClass::Condition)
          return true;
        return std::any_of(
            access.what.steps.begin(), access.what.steps.end(), [](const FactStep &step) {
              return step.kind == StepKind::Index && step.index->from == Provenance::Ticket;
            });
      });
}

/// The function stores to a thread-local variable: it keeps there what it took, so each thread
/// takes it once.
bool isKeptByThread(const Facts &facts, const FactFunction &function) {
  return std::any_of(function.accesses.begin(), function.accesses.end(),
                     [&](const FactAccess &access) {
                       return access.op != Op::Read && access.what.variable &&
                              facts.variable(*access.what.variable).storage == Storage::ThreadLocal;
                     });
}

/// What is known of functions that were asked for, each of which may have many uses.
class AskedFunctions {
public:
  using Question = bool (*)(const Facts &facts, const FactFunction &function);
  AskedFunctions(const Facts &facts, Question question) : facts_(facts), question_(question) {}

  [[nodiscard]] bool operator()(FunctionIndex index) {
    const auto [known, fresh] = answers_.try_emplace(index);
    if (fresh)
      known->second = question_(facts_, facts_.function(index));
    return known->second;
  }

private:
  const Facts &facts_;
  Question question_;
  std::map<FunctionIndex, bool> answers_;
};

std::optional<Execution> manyIn(const Program &program, const Use &use, AskedFunctions &kept) {
  if (!use.looped && kept(use.function))
    return std::nullopt;
  for (const Execution &execution : use.roles)
    if (execution.role != kUnknownRole && program.roles().role(execution.role).many &&
        (use.looped || execution.hot()) && !use.byOneThread(execution) &&
        !program.threads().oneThread(use, use, execution.role))
      return execution;
  return std::nullopt;
}

/// All threads lock or atomically modify one object.
bool isOfAll(const Use &use) {
  const bool hit =
      use.access->acquire_lock || (use.access->atomic && use.access->op == Op::ReadModifyWrite);
  return hit && !use.setup && use.selections.empty() && use.instance == Instance::Shared;
}

/// What ends it whoever reads the value: a sum of parts is as good as one sum.
std::string_view remedyInWords(const std::vector<Hit> &hits) {
  if (hits.front().use->access->acquire_lock)
    return "lock it less often or part what it guards";
  const bool sum = std::all_of(hits.begin(), hits.end(), [](const Hit &hit) {
    return hit.use->access->accumulates != Accumulation::None;
  });
  return sum ? "one for each thread or CPU does" : "update it less often";
}

/// What a pointer leads to has no name of its own: that of the pointer as the access writes it, or
/// else the type.
std::string nameBehindPointer(const Facts &facts, const Designator &what) {
  for (auto step = what.steps.rbegin(); step != what.steps.rend(); ++step)
    if (step->kind == StepKind::Member)
      return '*' + facts.record(step->record).members[step->member].name;
  return what.variable ? '*' + facts.variable(*what.variable).name : facts.type(what.type).text;
}

/// By the variable, if it is known, and the way to the member from there.
std::string nameOf(const Facts &facts, const Use &use) {
  if (!use.root)
    return use.path.empty() ? nameBehindPointer(facts, use.access->what) : use.path;
  const std::string &variable = facts.variable(*use.root).name;
  return use.path.empty() ? variable : variable + '.' + use.path;
}

/// What one declaration stands for in several objects: the hits on each, by name.
using ByName = std::map<std::string, std::vector<Hit>>;

/// Joins hits of which only the end of the name is known with those on the only datum whose name
/// ends so. Of several such data each has hits of its own, and the others may be on any of them.
ByName byDatum(ByName hits) {
  std::map<std::string, std::vector<std::string>> longer; ///< names, by those that they end with
  for (const auto &[name, some] : hits)
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1))
      if (const std::string end = name.substr(dot + 1); hits.contains(end))
        longer[end].push_back(name);
  for (auto &[end, names] : longer) {
    std::erase_if(names, [&](const std::string &name) { return longer.contains(name); });
    if (names.size() == 1) {
      std::vector<Hit> &whole = hits[names.front()];
      whole.insert(whole.end(), hits[end].begin(), hits[end].end());
    }
    hits.erase(end);
  }
  return hits;
}

Finding draft(const Program &program, const std::string &name, const std::vector<Hit> &hits,
              bool waits) {
  const Hit &hit = hits.front();
  const Use &use = *hit.use;
  Finding finding;
  finding.sharing = Sharing::True;
  // That threads wait for a mutex is no news to its author.
  const bool blocks = use.leaf == TypeClass::Lock && use.bytes.size() > kSpinlockSize;
  // A pointer, such as the end of a queue, is exchanged: threads cannot accumulate it locally.
  const bool pointer =
      program.facts().type(use.access->what.type).text.find('*') != std::string::npos;
  finding.location = program.facts().place(use.declared);
  if (use.root) {
    const FactVariable &variable = program.facts().variable(*use.root);
    finding.object.name = variable.name;
    finding.object.kind =
        variable.storage == Storage::Local ? ObjectKind::Stack : ObjectKind::Global;
  }
  const bool state = !use.access->acquire_lock && namesState(program.facts().words, name);
  // Locks are taken for rare work too: more than one call away, a lock is no evidence.
  const bool far =
      !isNear(use, hit.execution) || (use.access->acquire_lock && hit.execution.calls > 1);
  finding.confidence =
      waits || blocks || pointer || state || far ? Confidence::Low : Confidence::Medium;
  if (use.frame)
    finding.record = program.recordInfo(use.frame->record);
  Datum datum{.name = name, .declared = use.declared, .bytes = use.bytes, .uses = {}};
  for (const Hit &one : hits) {
    datum.uses.push_back(one.use);
    relateUse(program, finding, {name, one.use, one.execution.role});
  }
  judgeLinks(program, {.sides = {{name, &use, hit.execution.role}}}, finding);
  finding.members.push_back(draftMember(program, datum));
  relateStarts(program, finding, hit.execution.role);
  finding.message =
      fmt::format("'{}' is {} by all threads of {} in a loop: padding does not help, {}", name,
                  use.access->acquire_lock ? "locked" : "updated",
                  program.whoUses(use, hit.execution.role), remedyInWords(hits));
  return finding;
}

} // namespace

std::vector<Finding> checkContendedAtomic(const Program &program) {
  AskedFunctions kept(program.facts(), isKeptByThread),
      waiting(program.facts(), isDispenserOrWaiter);
  std::map<FactPlace, ByName> atomics;
  for (const Use &use : program.uses())
    if (isOfAll(use) && use.declared.known())
      if (const auto execution = manyIn(program, use, kept))
        atomics[use.declared][nameOf(program.facts(), use)].push_back({&use, *execution});
  std::vector<Finding> findings;
  for (const auto &[declared, named] : atomics)
    for (const auto &[name, hits] : byDatum(named))
      findings.push_back(draft(program, name, hits, waiting(hits.front().use->function)));
  return findings;
}

} // namespace fsfind
