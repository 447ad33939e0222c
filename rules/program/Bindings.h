#pragma once

#include "rules/program/Composition.h"
#include "rules/program/Roles.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

/// Which objects parameters and stored pointers stand for, found by following the arguments of
/// calls and of thread starts, and what is stored in members.
namespace fsfind {

/// An object as a caller, or the function that started the thread, reaches it. Its indices have
/// been followed through parameters and members: no provenance is Parameter or Member any more.
struct Reached {
  Designator what;
  FunctionIndex in; ///< the function that `what` is to be read in
  /// A thread is started between `in` and the access, so locals of `in` are shared with it.
  bool through_start = false;
  bool through_store = false;    ///< found by a store to a member, perhaps by another thread
  std::optional<RoleIndex> role; ///< of the thread that is started between; none if there is none
  FunctionIndex caller;          ///< outermost function on the way that runs in the same thread
  /// The function that chose the member: for `update(&ring->tail)`, the caller of update.
  FunctionIndex author;
  /// The calls on the way within one thread, each with the function that contains it.
  std::vector<std::pair<FunctionIndex, const FactCall *>> calls;
};

/// How a number is related to threads, however it got here. Later enumerators tell more.
enum class Selector : std::uint8_t {
  None,
  Serial,   ///< a loop over all
  User,     ///< by its name, the number of one of several users: `session->id`, `producer`
  Name,     ///< by its name, a thread's number
  Ticket,   ///< taken from a shared counter, in the order in which threads come
  Shard,    ///< hash, mask or ticket: any thread may get any
  Parallel, ///< each thread has a contiguous part
  Strided,  ///< each thread has every n-th element
  Thread,   ///< a thread's own number
};

class Bindings {
public:
  Bindings(const Facts &facts, const Roles &roles);

  /// Every object that `what`, used in function `in`, may denote; `what` itself if callers tell
  /// nothing more. At most a few: see the limits in Bindings.cpp.
  [[nodiscard]] std::vector<Reached> resolve(const Designator &what, FunctionIndex in) const;
  [[nodiscard]] Selector selector(const FactIndex &index, FunctionIndex in) const;
  /// Of an index in a result of resolve(), which is known without asking callers.
  [[nodiscard]] Selector selector(const FactIndex &settled) const;
  /// A ticket that is taken in the function is taken by each thread once, before its main loop.
  [[nodiscard]] bool isDrawnOnce(FunctionIndex in) const;

private:
  /// By function: it takes tickets, itself or in functions that it calls, before its loops and not
  /// in them.
  [[nodiscard]] static std::vector<bool> drawBeforeLoops(const Facts &facts);

  using MemberKey = std::pair<RecordIndex, std::uint32_t>;
  struct Passing {
    FunctionIndex caller;
    const Boxed<Designator> *object = nullptr;
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
    bool started = false; ///< a thread is started between this function and the use
    bool reduced = false; ///< by a mask, remainder or hash, between here and the use
  };

  void collect();
  void collectStore(FunctionIndex function, const FactAccess &access);
  void noteHandedOver(const Designator &what);
  void handOverDerived();
  void follow(Reached from, int depth, std::vector<Reached> &out) const;
  void followRoot(Reached from, int depth, std::vector<Reached> &out) const;
  void followStores(Reached from, int depth, std::vector<Reached> &out) const;
  [[nodiscard]] std::optional<Reached> passed(const Reached &from, const Passing &passing) const;
  void settle(Designator &what, FunctionIndex in) const;
  void leave(Reached &from, FunctionIndex outer) const;
  [[nodiscard]] Selector followed(const FactIndex &index, FunctionIndex in) const;
  [[nodiscard]] Selector select(const FactIndex &index, Question question) const;
  [[nodiscard]] Selector passedFor(std::uint32_t number, Question question) const;
  [[nodiscard]] Selector ofParameter(std::uint32_t number, Question question) const;
  [[nodiscard]] Selector ofMember(const FactIndex &index, Question question) const;
  [[nodiscard]] Selector ofPointee(const Designator &what, const Passing &passing,
                                   Question question) const;
  [[nodiscard]] Selector ofStart(const FactIndex &index, Question question) const;
  [[nodiscard]] Selector ofHash(const FactIndex &index, Question question) const;

  const Facts &facts_;
  const Bases bases_;
  const Roles &roles_;
  std::vector<std::vector<Passing>> passings_;
  std::map<MemberKey, std::vector<Store<FactIndex>>> numbers_;
  /// Numbers stored in elements of an array or allocation, by the variable that holds or leads to
  /// it.
  std::map<VariableIndex, std::vector<Store<FactIndex>>> elements_;
  std::map<MemberKey, std::vector<Store<Designator>>> pointers_;
  std::vector<bool> drawing_; ///< by function: drawBeforeLoops()
  /// Of parameters: by function, number, and the rest of the question.
  mutable std::map<std::tuple<FunctionIndex, std::uint32_t, int, bool, bool>, Selector>
      of_parameters_;
  std::vector<bool> handed_over_; ///< by record: objects of it are arguments of thread starts
};

} // namespace fsfind
