#pragma once

#include "rules/program/Program.h"

#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

/// Arrays of which threads choose their elements: who uses which.
namespace fsfind {

struct Choice {
  const Use *use = nullptr;
  const Selection *selection = nullptr;
  bool kept = false; ///< through a pointer to the element that the thread keeps
};

/// All that choose elements of one array.
struct Slots {
  std::vector<Choice> choices;
  Bytes used; ///< of an element, by anybody
  /// Somebody goes through all elements for what threads publish in them.
  bool scanned = false;
};

/// The array, or what its elements are where nobody knows which array it is.
using SlotKey =
    std::tuple<Holder, std::optional<RecordIndex>, FunctionIndex, std::uint64_t, std::uint64_t>;

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
  std::deque<Selection> kept_; ///< choices refer to them
};

/// The number is had from the thread itself.
[[nodiscard]] bool asksThread(const Selection &selection);
/// A block of elements for each thread, of a size that is known when the program runs.
[[nodiscard]] bool isBlock(const Selection &selection);

} // namespace fsfind
