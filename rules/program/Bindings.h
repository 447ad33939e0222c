#pragma once

#include "rules/program/Roles.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

/// What parameters and stored pointers stand for: the arguments of calls and of starts of threads,
/// and what is stored where.
namespace fsfind {

/// An object as a caller (or whoever started the thread) reaches it. The provenances of its indices
/// are followed through parameters and members too: none of the two is left.
struct Reached {
  Designator what;
  FunctionIndex in; ///< the function that `what` is to be read in
  /// Between `in` and the access a thread was started: what is local to `in` is shared.
  bool through_start = false;
  bool through_store = false;    ///< found by what was stored in a member: another thread may have
  std::optional<RoleIndex> role; ///< the thread, if it was started on the way
  FunctionIndex caller;          ///< the last function on the way that runs in the same thread
  /// The function that chose the member: of `update(&ring->tail)` the caller of update.
  FunctionIndex author;
  /// On the way in the same thread, each with its function.
  std::vector<std::pair<FunctionIndex, const FactCall *>> calls;
};

/// Which thread a number stands for, however it came here. The later tells more.
enum class Selector : std::uint8_t {
  None,
  Serial,   ///< a loop over all
  Party,    ///< only the name says it is one of several users': `session->id`, `producer`
  Name,     ///< only the name says it is a thread's
  Ticket,   ///< drawn from a counter, by whoever comes next
  Shard,    ///< hash, mask or ticket: any thread may get any
  Parallel, ///< a contiguous part
  Strided,  ///< every n-th element
  Thread,   ///< a thread's own number
};

class Bindings {
public:
  Bindings(const Facts &facts, const Roles &roles);

  /// Every object the designator may mean; itself if callers tell nothing more.
  [[nodiscard]] std::vector<Reached> resolve(const Designator &what, FunctionIndex in) const;
  [[nodiscard]] Selector selector(const FactIndex &index, FunctionIndex in) const;
  /// Of an index of what resolve() gave, which needs no callers any more.
  [[nodiscard]] Selector selector(const FactIndex &settled) const;

private:
  using MemberKey = std::pair<RecordIndex, std::uint32_t>;
  struct Passing {
    FunctionIndex caller;
    const std::optional<Designator> *object = nullptr;
    const std::vector<FactArgument> *arguments = nullptr;
    bool start = false;
    bool several = false; ///< one of several starts of the same entry
    const FactCall *call = nullptr;
  };
  template <class T> struct Store {
    FunctionIndex function;
    const T *value = nullptr;
  };
  struct Question {
    FunctionIndex in;
    int depth = 0;
    bool started = false; ///< between here and the use a thread was started
  };

  void collect();
  void collectStore(FunctionIndex function, const FactAccess &access);
  void noteHandedOver(const Designator &what);
  void follow(Reached from, int depth, std::vector<Reached> &out) const;
  void followRoot(Reached from, int depth, std::vector<Reached> &out) const;
  void followStores(Reached from, int depth, std::vector<Reached> &out) const;
  [[nodiscard]] std::optional<Reached> passed(const Reached &from, const Passing &passing) const;
  void settle(Designator &what, FunctionIndex in) const;
  void leave(Reached &from, FunctionIndex outer) const;
  [[nodiscard]] Selector followed(const FactIndex &index, FunctionIndex in) const;
  [[nodiscard]] Selector select(const FactIndex &index, Question question) const;
  [[nodiscard]] Selector ofParameter(std::uint32_t number, Question question) const;
  [[nodiscard]] Selector ofMember(const FactIndex &index, Question question) const;
  [[nodiscard]] Selector ofHash(const FactIndex &index, Question question) const;
  [[nodiscard]] bool isDrawnOnce(Question question) const;

  const Facts &facts_;
  const Roles &roles_;
  std::vector<std::vector<Passing>> passings_;
  std::map<MemberKey, std::vector<Store<FactIndex>>> numbers_;
  std::map<MemberKey, std::vector<Store<Designator>>> pointers_;
  std::vector<bool> handed_over_; ///< records whose instances are given to threads
};

} // namespace fsfind
