#pragma once

#include "rules/model/Facts.h"

#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

/// Who runs a function: main, one of the threads the program starts, or somebody unknown.
namespace fsfind {

using RoleIndex = Index<struct RoleTag>;
/// `main` and what it calls while other threads may run.
inline constexpr RoleIndex kMainRole{0};
/// Callers that the facts do not show: a library's users, callbacks.
inline constexpr RoleIndex kUnknownRole{1};

struct StartSite {
  FunctionIndex function; ///< that contains the start
  const FactStart *start = nullptr;
};

struct Role {
  std::string name; ///< of the thread's entry function, with its place where others have the same
  std::optional<FunctionIndex> entry;
  bool many = false;        ///< several threads may play it at once
  bool synchronous = false; ///< whoever starts it waits for its end on the spot
  std::vector<StartSite> starts;
};

/// That a role gets to a function.
struct Reach {
  RoleIndex role;
  bool hot = false; ///< some way there from the role's entry goes through a loop
  /// Calls between the role's entry and the function, at least; of a way through a loop if `hot`.
  std::uint32_t calls = 0;
  bool one_thread = false; ///< of the threads of the role one gets there, by any way
};

/// A loop, unless it is known to run a few times only.
[[nodiscard]] bool isLooped(std::uint32_t loop_depth, std::uint32_t iterations);

class Roles {
public:
  explicit Roles(const Facts &facts);

  [[nodiscard]] const std::vector<Role> &all() const { return roles_; }
  [[nodiscard]] const Role &role(RoleIndex at) const { return roles_[at.value()]; }
  /// Empty for functions that only run before threads start or after they ended, or that are called
  /// on branches that are seldom taken. Of a function that very many roles get to, as a library's
  /// own scheduler, some of them.
  [[nodiscard]] std::span<const Reach> of(FunctionIndex function) const {
    return reach_[function.value()];
  }
  /// Whether some function gets to both by a call or two.
  [[nodiscard]] bool haveCommonCaller(FunctionIndex a, FunctionIndex b) const;
  /// The role whose threads begin in the function.
  [[nodiscard]] std::optional<RoleIndex> startedIn(FunctionIndex function) const;
  /// Whether code of the two roles may run at the same time.
  [[nodiscard]] bool concurrent(RoleIndex a, RoleIndex b) const;
  /// Whether the place, in that function, is before its first start of a thread or after its last
  /// wait for one's end, so that those threads do not run yet or no more.
  [[nodiscard]] bool alone(FunctionIndex function, FactPlace place) const;
  /// Where a thread may come from that gets to the function: itself, or those of its callers that
  /// nobody calls here; empty if they are too many to tell.
  [[nodiscard]] std::set<FunctionIndex> entriesTo(FunctionIndex function) const;
  /// The functions a call may get to: the callee, and methods that override it.
  [[nodiscard]] std::span<const FunctionIndex> targets(FunctionIndex callee) const {
    return targets_[callee.value()];
  }

private:
  /// Lines of one function between which threads may run; 0 = no such line.
  struct Span {
    FileIndex file;
    std::uint32_t first_start = 0, last_join = 0;
  };

  [[nodiscard]] std::set<FunctionIndex> nearCallers(FunctionIndex function) const;
  void findTargets();
  void findCallers();
  void findEntries();
  void addStart(StartSite site);
  void findSpans();
  void widenSpans();
  void toCallers(std::vector<FunctionIndex> work,
                 const std::function<bool(Span &, std::uint32_t)> &widen);
  void judgeNumbers();
  void findUnknownCallers();
  void findClosedCircles();
  void spread(RoleIndex role, FunctionIndex from);
  [[nodiscard]] bool extend(FunctionIndex function, Reach reach);
  [[nodiscard]] bool repeats(FunctionIndex function, int depth) const;
  [[nodiscard]] bool isOpen(FunctionIndex function) const;

  const Facts &facts_;
  std::vector<Role> roles_;
  std::vector<std::vector<Reach>> reach_;
  std::vector<std::vector<FunctionIndex>> targets_;
  std::vector<std::vector<std::pair<FunctionIndex, const FactCall *>>> callers_;
  std::vector<std::uint32_t> started_; ///< role of each function that is an entry, or 0
  std::vector<Span> spans_;
};

} // namespace fsfind
