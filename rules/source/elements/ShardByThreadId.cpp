#include "rules/model/NameHints.h"
#include "rules/source/Rules.h"

#include <fmt/format.h>

#include <set>

namespace fsfind {

namespace {

/// The variable or member that the index number `at` is an index into.
ArrayId indexedBy(const Designator &what, std::size_t at) {
  ArrayId array;
  array.variable = what.variable;
  for (std::size_t i = 0; i < at; ++i)
    if (what.steps[i].kind == StepKind::Member)
      array = {.variable = {}, .record = what.steps[i].record, .member = what.steps[i].member};
  return array;
}

class Shards {
public:
  explicit Shards(const Program &program) : program_(program), facts_(program.facts()) {}

  std::vector<Finding> run() {
    for (const FactFunction &function : facts_.functions) {
      for (const FactAccess &access : function.accesses)
        look(access.what, access.place);
      for (const FactCall &call : function.calls) {
        if (call.object)
          look(*call.object, call.place);
        for (const FactArgument &argument : call.arguments)
          look(argument.what, call.place);
      }
    }
    return std::move(found_);
  }

private:
  void look(const Designator &what, FactPlace place) {
    for (std::size_t i = 0; i < what.steps.size(); ++i) {
      const FactStep &step = what.steps[i];
      const bool thread =
          step.kind == StepKind::Index &&
          (step.index->from == Provenance::ThreadHash || step.index->from == Provenance::ThreadId);
      const ArrayId array = indexedBy(what, i);
      if (!thread || !array.known() || namesNumaNode(facts_.words, step.index->text) ||
          !isOfNodes(array) || !known_.insert(array).second)
        continue;
      report(array, step.index, place);
    }
  }

  [[nodiscard]] bool isOfNodes(const ArrayId &array) const {
    const TypeIndex type = array.variable ? facts_.variable(*array.variable).type
                                          : facts_.record(*array.record).members[array.member].type;
    return namesNumaNode(facts_.words, program_.nameOf(array)) ||
           namesNumaNode(facts_.words, facts_.type(type).extent);
  }

  void report(const ArrayId &array, const FactIndex &index, FactPlace place) {
    Finding found;
    found.verdict = Verdict::Latent;
    found.sharing = Sharing::True;
    found.confidence = index.from == Provenance::ThreadHash ? Confidence::Medium : Confidence::Low;
    found.location = facts_.place(place);
    found.object.name = program_.nameOf(array);
    found.object.declared = program_.placeOf(array);
    found.related.push_back(
        {found.object.declared, "declared here; by its name, one for each NUMA node"});
    found.message = fmt::format("'{}' is one for each NUMA node, but '{}' chooses by thread: "
                                "threads of one node use the memory of another",
                                found.object.name, index.text);
    found_.push_back(std::move(found));
  }

  const Program &program_;
  const Facts &facts_;
  std::set<ArrayId> known_;
  std::vector<Finding> found_;
};

} // namespace

std::vector<Finding> checkShardByThreadId(const Program &program) {
  return Shards(program).run();
}

} // namespace fsfind
