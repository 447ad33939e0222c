#include "rules/remedy/source/LocalSums.h"

#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/EnclosingObjects.h"
#include "rules/remedy/source/Gathering.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <tuple>
#include <utility>

namespace fsfind {

namespace {

/// The edits of one number's loops.
class OneNumber {
public:
  OneNumber(const AdviceCase &at, const Place &declared)
      : at_(at), declared_(declared), changes_(changesByThreads(at, declared)) {}

  [[nodiscard]] bool isLocked() const {
    return std::any_of(changes_.begin(), changes_.end(),
                       [](const ThreadsChange &one) { return !one.access->held.empty(); });
  }

  /// Requires that it is not locked.
  [[nodiscard]] LocalSums sums() const {
    LocalSums all;
    all.obstacle = obstacleToAll();
    std::set<FunctionIndex> functions;
    for (const ThreadsChange &one : changes_)
      functions.insert(one.function);
    for (const FunctionIndex function : functions) {
      if (!all.obstacle.empty())
        return {{}, std::move(all.obstacle)};
      addLoops(function, all);
    }
    return all.obstacle.empty() ? std::move(all) : LocalSums{{}, std::move(all.obstacle)};
  }

private:
  [[nodiscard]] std::string lineOf(FactPlace place) const {
    return fmt::format("line {}", at_.facts.place(place).line);
  }

  /// What the whole program forbids.
  [[nodiscard]] std::string obstacleToAll() const {
    const Facts &facts = at_.facts;
    if (std::any_of(facts.units.begin(), facts.units.end(),
                    [](const FactUnit &unit) { return unit.errors != 0; }))
      return "some of the sources could not be read";
    const auto holders = holdersOf(facts, declared_);
    if (std::any_of(holders.begin(), holders.end(), [&](RecordIndex holder) {
          const FactRecord &record = facts.record(holder);
          const FactOrderUses &uses = record.order_uses;
          return record.is_union || uses.offsets || uses.casts || uses.bytes;
        }))
      return "code reads objects that hold it as bytes, or by pointers to another type";
    if (std::any_of(facts.functions.begin(), facts.functions.end(),
                    [](const FactFunction &function) { return function.detaches; }))
      return "the program has threads that nobody waits for";
    for (const ThreadsChange &one : changes_)
      if (one.access->loop_depth == 0 && isHot(one.function))
        return fmt::format("{} changes it in a function that is called in a loop",
                           lineOf(one.access->place));
    return {};
  }

  [[nodiscard]] bool isHot(FunctionIndex function) const {
    const auto reached = at_.roles.of(function);
    return std::any_of(reached.begin(), reached.end(),
                       [](const Execution &execution) { return execution.hot(); });
  }

  void addLoops(FunctionIndex function, LocalSums &all) const {
    const bool loops = std::any_of(changes_.begin(), changes_.end(), [&](const auto &one) {
      return one.function == function && one.access->loop_depth > 0;
    });
    bool found = false;
    for (const FactSum &sum : at_.facts.function(function).sums) {
      if (declaredAt(at_.facts, sum.what) != declared_)
        continue;
      found = true;
      all.obstacle = obstacleTo(function, sum);
      if (!all.obstacle.empty()) {
        all.obstacle = fmt::format("{} (the loop in {})", all.obstacle, lineOf(sum.loop));
        return;
      }
      for (const FactEdit &edit : sum.edits)
        addEdit(edit, all.edits);
    }
    if (loops && !found)
      all.obstacle = "a loop changes it in a way that no tool can write otherwise";
  }

  void addEdit(const FactEdit &edit, std::vector<Edit> &edits) const {
    const Place begin = at_.facts.place(edit.begin), end = at_.facts.place(edit.end);
    edits.push_back({begin.file, begin.line, begin.column, end.line, end.column, edit.text});
  }

  [[nodiscard]] std::string obstacleTo(FunctionIndex function, const FactSum &sum) const {
    if (!sum.obstacle.empty())
      return sum.obstacle;
    const auto &untraced = at_.facts.untraced;
    const auto is_untraced = [&](const std::string &key) {
      return std::binary_search(untraced.begin(), untraced.end(), key);
    };
    if (is_untraced(sum.key))
      return "its address is passed on, or code reaches it in a way that is not followed";
    if (std::any_of(sum.way.begin(), sum.way.end(), is_untraced))
      return "what leads to it may be changed in a way that is not followed";
    const EnclosingObjects memory(at_.facts, holdersOf(at_.facts, declared_), sum.what);
    if (memory.isOfUnknownOrigin())
      return "nothing shows whose memory it is in";
    if (memory.isGivenToUnread(at_.roles))
      return "functions that were not read are given objects that hold it";
    if (sum.calls && memory.mayEnd())
      return "the loop calls functions, and the object that holds it may be freed meanwhile";
    if (!isReachedSteadily(at_, sum.what))
      return "other code changes which object it is part of";
    if (isUsedByCallsIn(at_, declared_, function))
      return "a function that the loop calls uses it otherwise";
    const auto &functions = at_.facts.functions;
    if (sum.calls && std::any_of(functions.begin(), functions.end(),
                                 [](const FactFunction &one) { return one.unwinds; }))
      return "the program ends threads, or leaves functions, other than by their return";
    if (sum.throws && mayBeCaught(function))
      return "an exception may leave the loop, and the program handles some";
    return {};
  }

  /// Some function that handles exceptions may be among the loop's callers.
  [[nodiscard]] bool mayBeCaught(FunctionIndex loop) const {
    const auto &functions = at_.facts.functions;
    for (std::size_t i = 0; i < functions.size(); ++i)
      if (functions[i].catches && FunctionIndex{i} != loop && mayCall(FunctionIndex{i}, loop))
        return true;
    return false;
  }

  [[nodiscard]] bool mayCall(FunctionIndex catcher, FunctionIndex loop) const {
    const auto catching = at_.roles.of(catcher), looping = at_.roles.of(loop);
    if (catching.empty())
      return !at_.roles.aloneByAllCallers(catcher, at_.facts.function(catcher).place);
    return std::any_of(catching.begin(), catching.end(), [&](const Execution &one) {
      return one.role == kUnknownRole ||
             std::any_of(looping.begin(), looping.end(),
                         [&](const Execution &other) { return other.role == one.role; });
    });
  }

  const AdviceCase &at_;
  Place declared_;
  std::vector<ThreadsChange> changes_;
};

auto begin(const Edit &edit) {
  return std::tie(edit.file, edit.line, edit.column);
}

bool inserts(const Edit &edit) {
  return edit.line == edit.end_line && edit.column == edit.end_column;
}

/// By place, each once; what is inserted at one place for several numbers becomes one edit.
std::vector<Edit> joined(std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit &a, const Edit &b) { return begin(a) < begin(b); });
  std::vector<Edit> all;
  for (Edit &edit : edits) {
    if (std::find(all.begin(), all.end(), edit) != all.end())
      continue;
    if (!all.empty() && begin(all.back()) == begin(edit) && inserts(all.back()) && inserts(edit))
      all.back().text += edit.text;
    else
      all.push_back(std::move(edit));
  }
  return all;
}

} // namespace

LocalSums localSumsOf(const AdviceCase &at, const std::vector<Place> &declared) {
  LocalSums all;
  for (const Place &place : declared) {
    const OneNumber number(at, place);
    if (number.isLocked())
      return {};
    LocalSums one = number.sums();
    if (!one.obstacle.empty())
      return one;
    all.edits.insert(all.edits.end(), std::make_move_iterator(one.edits.begin()),
                     std::make_move_iterator(one.edits.end()));
  }
  all.edits = joined(std::move(all.edits));
  return all;
}

} // namespace fsfind
