#pragma once

#include "rules/program/Roles.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

/// What parameters stand for: the arguments of calls and of starts of threads.
namespace fsfind {

/// An object as a caller (or whoever started the thread) reaches it.
struct Reached {
  Designator what;
  FunctionIndex in; ///< the function that `what` is to be read in
  /// Between `in` and the access a thread was started: what is local to `in` is shared.
  bool through_start = false;
  std::optional<RoleIndex> role; ///< the thread, if it was started on the way
  FunctionIndex caller;          ///< the last function on the way that runs in the same thread
};

/// Which thread a number stands for, however it came here.
enum class Selector : std::uint8_t {
  None,
  Name,     ///< only the name says it is a thread's
  Thread,   ///< a thread's own number
  Shard,    ///< hash, mask or ticket: any thread may get any
  Strided,  ///< every n-th element
  Parallel, ///< a contiguous part
  Serial,   ///< a loop over all
};

class Bindings {
public:
  Bindings(const Facts &facts, const Roles &roles);

  /// Every object the designator may mean; itself if callers tell nothing more.
  [[nodiscard]] std::vector<Reached> resolve(const Designator &what, FunctionIndex in) const;
  [[nodiscard]] Selector selector(const FactIndex &index, FunctionIndex in) const;

private:
  struct Passing {
    FunctionIndex caller;
    const std::optional<Designator> *object = nullptr;
    const std::vector<FactArgument> *arguments = nullptr;
    bool start = false;
  };
  struct Store {
    FunctionIndex function;
    const FactIndex *value = nullptr;
  };

  void collect();
  void collectStore(FunctionIndex function, const FactAccess &access);
  void collectStarted(FunctionIndex function, const FactStart &start);
  void follow(Reached from, int depth, std::vector<Reached> &out) const;
  [[nodiscard]] bool pass(const Reached &from, const Passing &passing, FunctionIndex callee,
                          int depth, std::vector<Reached> &out) const;
  void crossStart(Reached &from, FunctionIndex outer) const;
  [[nodiscard]] Selector select(const FactIndex &index, FunctionIndex in, int depth) const;
  [[nodiscard]] Selector ofParameter(std::uint32_t number, FunctionIndex in, int depth) const;
  [[nodiscard]] Selector ofMember(const FactIndex &index, int depth) const;

  const Facts &facts_;
  const Roles &roles_;
  std::vector<std::vector<Passing>> passings_;
  std::map<std::pair<RecordIndex, std::uint32_t>, std::vector<Store>> stores_;
  std::vector<bool> handed_over_; ///< records whose instances are given to threads
};

} // namespace fsfind
