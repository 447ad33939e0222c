#pragma once

#include "rules/program/Program.h"

#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

/// Arrays whose elements are chosen by thread, user or shard, and the uses of their elements.
namespace fsfind {

struct Choice {
  const Use *use = nullptr;
  const Selection *selection = nullptr;
  bool kept = false; ///< the use goes through a pointer to the element, which the thread keeps
};

/// All choices of elements of one array.
struct Slots {
  std::vector<Choice> choices;
  Bytes used; ///< bytes of an element, by any of the choices
  /// Some code goes through all elements for the data that threads publish in them.
  bool scanned = false;
};

/// Identifies a group of elements by array (itself, or its rows), stride and begin; without a known
/// array, by the elements' record or else the function.
using SlotKey = std::tuple<ArrayId, bool, std::optional<RecordIndex>, FunctionIndex, std::uint64_t,
                           std::uint64_t>;

class SlotTable {
public:
  explicit SlotTable(const Program &program);
  [[nodiscard]] const std::map<SlotKey, Slots> &all() const { return slots_; }

private:
  void add(const Use &use, const Selection &selection, bool kept);
  void addSelected(const Use &use);
  void addGuarded();
  void addKept();
  void addKeptInObjects();
  void addPassed(const Use &use);
  void noteScans();

  const Program &program_;
  std::map<SlotKey, Slots> slots_;
  std::deque<Selection> kept_; ///< own selections; choices refer to them
};

/// The index comes from a call that returns the thread's number, or from a hash of that.
[[nodiscard]] bool asksThread(const Selection &selection);
/// A block of elements for each thread, whose size is known at run time only.
[[nodiscard]] bool isBlock(const Selection &selection);

} // namespace fsfind
