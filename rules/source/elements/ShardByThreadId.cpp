#include "rules/source/Rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fsfind {

namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

bool namesNode(const std::string &name) {
  const std::string text = lower(name);
  for (const std::string_view word :
       {"numa", "per_node", "pernode", "node_local", "nodelocal", "node_pool", "max_nodes"})
    if (text.find(word) != std::string::npos)
      return true;
  return false;
}

/// The variable or member that the index number `at` is an index into.
Holder indexedBy(const Designator &what, std::size_t at) {
  Holder holder;
  holder.variable = what.variable;
  for (std::size_t i = 0; i < at; ++i)
    if (what.steps[i].kind == StepKind::Member)
      holder = {.variable = {}, .record = what.steps[i].record, .member = what.steps[i].member};
  return holder;
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
          (step.index.from == Provenance::ThreadHash || step.index.from == Provenance::ThreadId);
      const Holder holder = indexedBy(what, i);
      if (!thread || !holder.known() || namesNode(step.index.text) || !isOfNodes(holder) ||
          !known_.insert(holder).second)
        continue;
      report(holder, step.index, place);
    }
  }

  [[nodiscard]] bool isOfNodes(const Holder &holder) const {
    const TypeIndex type = holder.variable
                               ? facts_.variable(*holder.variable).type
                               : facts_.record(*holder.record).members[holder.member].type;
    return namesNode(program_.nameOf(holder)) || namesNode(facts_.type(type).extent);
  }

  void report(const Holder &holder, const FactIndex &index, FactPlace place) {
    Finding found;
    found.verdict = Verdict::Latent;
    found.sharing = Sharing::True;
    found.confidence = index.from == Provenance::ThreadHash ? Confidence::Medium : Confidence::Low;
    found.location = facts_.place(place);
    found.object.name = program_.nameOf(holder);
    found.object.declared = program_.placeOf(holder);
    found.related.push_back(
        {found.object.declared, "declared here; by its name, one for each NUMA node"});
    found.message = fmt::format("'{}' is one for each NUMA node, but '{}' chooses by thread: "
                                "threads of one node use the memory of another",
                                found.object.name, index.text);
    found_.push_back(std::move(found));
  }

  const Program &program_;
  const Facts &facts_;
  std::set<Holder> known_;
  std::vector<Finding> found_;
};

} // namespace

std::vector<Finding> checkShardByThreadId(const Program &program) {
  return Shards(program).run();
}

} // namespace fsfind
