#pragma once

#include "rules/program/Program.h"

#include <algorithm>
#include <string>
#include <vector>

/// What a rule proposes as a finding, with the uses that it rests on, for its links to be looked
/// at. All pointers are to what the program and the rule own.
namespace fsfind {

/// A datum, and the use of it that makes the finding.
struct Side {
  std::string name;
  const Use *use = nullptr;
  RoleIndex role; ///< one of the use's

  /// How the role reaches the use.
  [[nodiscard]] Execution execution() const;
};

struct Candidate {
  /// Two data that may lie on one line, the first of which is written; or one of which threads
  /// write different elements, or which all of them write.
  std::vector<Side> sides = {};
  bool elements = false; ///< threads write different elements, or objects of one type
  /// How the threads choose their elements; null if that is not known.
  const Selection *selection = nullptr;
  /// The index is asked of the thread at each use: its number, or the CPU's.
  bool asks_thread = false;
  /// One side moves the end of a queue where it puts elements in, the other where it takes them
  /// out.
  bool hands_over = false;
  /// Of two data one is only read, by code that uses the other as well.
  bool read_together = false;

  template <class Test> [[nodiscard]] const Side *find(Test test) const {
    const auto found = std::find_if(sides.begin(), sides.end(), test);
    return found == sides.end() ? nullptr : &*found;
  }
};

/// Each thread writes a contiguous part of the elements.
[[nodiscard]] bool areParts(const Candidate &candidate);

} // namespace fsfind
