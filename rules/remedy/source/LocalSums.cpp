#include "rules/remedy/source/LocalSums.h"

#include "rules/remedy/source/EnclosingObjects.h"
#include "rules/remedy/source/Gathering.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace fsfind {

namespace {

/// The edits of one number's loops.
class OneNumber {
public:
  OneNumber(const AdviceCase &at, const Place &declared)
      : at_(at), declared_(declared), changes_(changesByThreads(at, declared)),
        holders_(holdersOf(at.lookup, declared)) {
    for (const auto &[_, one] : at.lookup.accesses.sumsOf(at.lookup.declared.place(declared)))
      sums_[one.function].push_back(one.sum);
  }

  [[nodiscard]] bool isLocked() const {
    return std::any_of(changes_.begin(), changes_.end(),
                       [](const SeenAccess &one) { return !one.access->held.empty(); });
  }

  /// Requires that it is not locked.
  [[nodiscard]] LocalSums sums() {
    LocalSums all;
    all.obstacle = obstacleToAll();
    std::map<FunctionIndex, bool> functions; // whether loops of theirs change it
    for (const SeenAccess &one : changes_)
      functions[one.function] |= one.access->loop_depth > 0;
    for (const auto &[function, loops] : functions) {
      if (!all.obstacle.empty())
        return {{}, std::move(all.obstacle)};
      addLoops(function, loops, all);
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
    if (at_.lookup.traits.haveErrors())
      return "some of the sources could not be read";
    if (std::any_of(holders_.begin(), holders_.end(), [&](RecordIndex holder) {
          const FactRecord &record = facts.record(holder);
          const FactOrderUses &uses = record.order_uses;
          return record.is_union || uses.offsets || uses.casts || uses.bytes;
        }))
      return "code reads objects that hold it as bytes, or by pointers to another type";
    if (at_.lookup.traits.detach())
      return "the program has threads that nobody waits for";
    for (const SeenAccess &one : changes_)
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

  void addLoops(FunctionIndex function, bool loops, LocalSums &all) {
    const auto found = sums_.find(function);
    if (found != sums_.end())
      for (const FactSum *sum : found->second) {
        all.obstacle = obstacleTo(function, *sum);
        if (!all.obstacle.empty()) {
          all.obstacle = fmt::format("{} (the loop in {})", all.obstacle, lineOf(sum->loop));
          return;
        }
        for (const FactEdit &edit : sum->edits)
          addEdit(edit, all.edits);
      }
    if (loops && found == sums_.end())
      all.obstacle = "a loop changes it in a way that no tool can write otherwise";
  }

  void addEdit(const FactEdit &edit, std::vector<Edit> &edits) const {
    const Place begin = at_.facts.place(edit.begin), end = at_.facts.place(edit.end);
    edits.push_back({begin.file, begin.line, begin.column, end.line, end.column, edit.text});
  }

  [[nodiscard]] std::string obstacleTo(FunctionIndex function, const FactSum &sum) {
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
    const EnclosingObjects memory(at_, holders_, sum.what);
    if (memory.isOfUnknownOrigin())
      return "nothing shows whose memory it is in";
    if (memory.isGivenToUnread())
      return "functions that were not read are given objects that hold it";
    if (sum.calls && memory.mayEnd())
      return "the loop calls functions, and the object that holds it may be freed meanwhile";
    if (!isReachedSteadily(at_, sum.what))
      return "other code changes which object it is part of";
    if (!users_)
      users_ = usersOf(at_, declared_);
    if (callsInLoops(at_, function, *users_))
      return "a function that the loop calls uses it otherwise";
    if (sum.calls && at_.lookup.traits.unwind())
      return "the program ends threads, or leaves functions, other than by their return";
    if (sum.throws && mayBeCaught(function))
      return "an exception may leave the loop, and the program handles some";
    return {};
  }

  /// Some other function that handles exceptions may be among the loop's callers.
  [[nodiscard]] bool mayBeCaught(FunctionIndex loop) const {
    const Catchers &all = at_.inquiries.catchers([&] {
      Catchers found;
      for (std::size_t i = 0; i < at_.facts.functions.size(); ++i)
        count(FunctionIndex{i}, found);
      return found;
    });
    Catchers own;
    count(loop, own);
    const auto looping = at_.roles.of(loop);
    return all.anywhere > own.anywhere ||
           std::any_of(looping.begin(), looping.end(), [&](const Execution &one) {
             const auto catching = all.in_role.find(one.role);
             return catching != all.in_role.end() && catching->second > own.in_role[one.role];
           });
  }

  /// Counts the function if it handles exceptions.
  void count(FunctionIndex function, Catchers &all) const {
    if (!at_.facts.function(function).catches)
      return;
    const auto catching = at_.roles.of(function);
    const bool anywhere =
        catching.empty()
            ? !at_.roles.aloneByAllCallers(function, at_.facts.function(function).place)
            : std::any_of(catching.begin(), catching.end(),
                          [](const Execution &one) { return one.role == kUnknownRole; });
    all.anywhere += anywhere;
    std::set<RoleIndex> roles;
    for (const Execution &one : catching)
      if (roles.insert(one.role).second)
        ++all.in_role[one.role];
  }

  const AdviceCase &at_;
  Place declared_;
  std::vector<SeenAccess> changes_; ///< in the order of the facts
  std::set<RecordIndex> holders_;
  std::map<FunctionIndex, std::vector<const FactSum *>> sums_;
  std::optional<std::set<FunctionIndex>> users_; ///< see usersOf()
};

auto beginOf(const Edit &edit) {
  return std::tie(edit.file, edit.line, edit.column);
}

bool inserts(const Edit &edit) {
  return edit.line == edit.end_line && edit.column == edit.end_column;
}

/// By place, each once; what is inserted at one place for several numbers becomes one edit.
std::vector<Edit> joinedInsertions(std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit &a, const Edit &b) { return beginOf(a) < beginOf(b); });
  std::vector<Edit> all;
  for (Edit &edit : edits) {
    const auto same = std::find_if(all.rbegin(), all.rend(), [&](const Edit &one) {
      return one == edit || beginOf(one) != beginOf(edit);
    });
    if (same != all.rend() && *same == edit)
      continue;
    if (!all.empty() && beginOf(all.back()) == beginOf(edit) && inserts(all.back()) &&
        inserts(edit))
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
    OneNumber number(at, place);
    if (number.isLocked())
      return {};
    LocalSums one = number.sums();
    if (!one.obstacle.empty())
      return one;
    all.edits.insert(all.edits.end(), std::make_move_iterator(one.edits.begin()),
                     std::make_move_iterator(one.edits.end()));
  }
  all.edits = joinedInsertions(std::move(all.edits));
  return all;
}

} // namespace fsfind
