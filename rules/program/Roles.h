#pragma once

#include "rules/model/Facts.h"
#include "rules/program/Pace.h"

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Which threads run a function. A role is all threads that begin in one thread entry; main and
/// unknown callers are roles, too.
namespace fsfind {

using RoleIndex = Index<struct RoleTag>;
/// The main thread, in code that may run while other threads run.
inline constexpr RoleIndex kMainRole{0};
/// Callers that the facts do not show: a library's users, callbacks.
inline constexpr RoleIndex kUnknownRole{1};
/// The role's threads are started in the program.
[[nodiscard]] inline bool isStarted(RoleIndex role) {
  return role != kMainRole && role != kUnknownRole;
}

/// Programs that a database describes, one for each main(): bit n for the n-th of them, those from
/// the 65th on beginning anew. What unknown callers may run is in all.
using Programs = std::uint64_t;
inline constexpr Programs kAnyProgram = ~Programs{0};

struct StartSite {
  FunctionIndex function; ///< that contains the start
  const FactStart *start = nullptr;
};

struct Role {
  std::string name; ///< of the thread entry; with its place where another entry has the same name
  std::optional<FunctionIndex> entry;
  bool many = false;               ///< several threads of the role may run at once
  bool synchronous = false;        ///< every start waits for the end of what it starts
  Programs programs = kAnyProgram; ///< that start such threads
  Programs seen = kAnyProgram;     ///< those of them whose main is seen to get to a start
  /// All are started in one phase of this function, which no thread executes: threads of another
  /// phase do not run meanwhile.
  std::optional<std::pair<FunctionIndex, std::size_t>> phase = {};
  std::vector<StartSite> starts;
};

/// Threads of a role may execute a function.
struct Execution {
  RoleIndex role;
  Pace pace = {}; ///< by the call chain from the role's entry that goes through most loops
  /// Length of the shortest call chain that was found; of that chain if it is hot.
  std::uint32_t calls = 0;
  bool one_thread = false;         ///< on every chain only one of the role's threads gets this far
  Programs programs = kAnyProgram; ///< where threads of the role get this far
  [[nodiscard]] bool hot() const { return isOften(pace); }
};

class Roles {
public:
  explicit Roles(const Facts &facts);

  [[nodiscard]] const std::vector<Role> &all() const { return roles_; }
  [[nodiscard]] const Role &role(RoleIndex at) const { return roles_[at.value()]; }
  /// The roles that reach a function. None for functions that run only before threads start or
  /// after they have ended, or are called only on branches that are seldom taken. For a function
  /// that very many roles reach, such as a scheduler, only some of them.
  [[nodiscard]] std::span<const Execution> of(FunctionIndex function) const {
    return reach_[function.value()];
  }
  /// The calls that may execute the function, each with the function that contains it.
  [[nodiscard]] std::span<const std::pair<FunctionIndex, const FactCall *>>
  callers(FunctionIndex function) const {
    return callers_[function.value()];
  }
  /// Whether some function calls both, directly or through one other function.
  [[nodiscard]] bool haveCommonCaller(FunctionIndex a, FunctionIndex b) const;
  /// The role whose threads begin in the function; none if it is no thread entry.
  [[nodiscard]] std::optional<RoleIndex> startedIn(FunctionIndex function) const;
  /// Whether code of the two roles may run at the same time.
  [[nodiscard]] bool concurrent(RoleIndex a, RoleIndex b) const;
  /// Whether what the two execute may run at the same time.
  [[nodiscard]] bool concurrent(const Execution &a, const Execution &b) const {
    return (a.programs & b.programs) != 0 && concurrent(a.role, b.role);
  }
  /// Whether the place in `function` comes before the function's first thread start, after its last
  /// join, or between the join of all threads and the next start, so that the threads it starts are
  /// not running there.
  [[nodiscard]] bool alone(FunctionIndex function, FactPlace place) const;
  /// The same, by the function itself or by all ways to it.
  [[nodiscard]] bool aloneByAllCallers(FunctionIndex function, FactPlace place) const;
  /// The outermost callers of the function (itself, if nothing in the facts calls it), where a
  /// thread that executes it may come from; empty if they are too many to tell.
  [[nodiscard]] std::set<FunctionIndex> entriesTo(FunctionIndex function) const;
  [[nodiscard]] const Paces &paces() const { return paces_; }
  /// The functions that a call may execute: the callee and the methods that override it.
  [[nodiscard]] std::span<const FunctionIndex> targets(FunctionIndex callee) const {
    return targets_[callee.value()];
  }

private:
  /// Lines of one function between which threads may run; 0 = no such line.
  struct Span {
    FileIndex file;
    std::uint32_t first_start = 0, last_join = 0;
    /// First and last line while threads run that have all ended before the next ones start.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> phases;
    bool closed = false; ///< in its programs all threads run in phases of some function
  };

  [[nodiscard]] std::set<FunctionIndex> nearCallers(FunctionIndex function) const;
  [[nodiscard]] static std::vector<std::vector<FunctionIndex>> targetsIn(const Facts &facts);
  void findCallers();
  void findEntries();
  void addStart(StartSite site);
  void findSpans();
  void widenSpans();
  void findPhases(const std::vector<Programs> &programs);
  void assignPhases();
  [[nodiscard]] std::vector<Programs> programsOfFunctions(Programs of_unknown_callers) const;
  void findPrograms(const std::vector<Programs> &programs);
  void spreadMains();
  void toCallers(std::vector<FunctionIndex> work,
                 const std::function<bool(Span &, std::uint32_t)> &widen);
  void judgeNumbers();
  void findUnknownCallers();
  void findClosedCircles();
  void spread(RoleIndex role, FunctionIndex from, Programs programs = kAnyProgram);
  [[nodiscard]] bool extend(FunctionIndex function, Execution execution);
  [[nodiscard]] bool repeats(FunctionIndex function, int depth) const;
  /// The entries are one function by name, compiled with different macros: each works on objects of
  /// its own kind, as codecs compiled for several widths of pixels do.
  [[nodiscard]] bool isCompiledTwice(const Role &one, const Role &other) const;
  /// Of the threads that the function starts, each has ended before the next one starts.
  [[nodiscard]] bool startsOneByOne(FunctionIndex function) const;
  [[nodiscard]] bool isOpen(FunctionIndex function) const;

  const Facts &facts_;
  std::vector<Role> roles_;
  std::vector<std::vector<Execution>> reach_;
  std::vector<std::vector<FunctionIndex>> targets_;
  Paces paces_;
  std::vector<std::vector<std::pair<FunctionIndex, const FactCall *>>> callers_;
  std::vector<std::uint32_t> started_; ///< role of each function that is an entry, or 0
  std::vector<Span> spans_;
};

} // namespace fsfind
