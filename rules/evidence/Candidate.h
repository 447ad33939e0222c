#pragma once

#include "rules/program/Program.h"

#include <algorithm>
#include <string>
#include <vector>

/// What a rule proposes as a finding, with the uses that it rests on, for evidence to look at. All
/// pointers are to what the program and the rule own.
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
  /// write different elements, or which all of them write. None of a buffer that one thread fills
  /// and many use.
  std::vector<Side> sides = {};
  bool elements = false; ///< threads write different elements, or objects of one type
  /// How the threads choose their elements; null if that is not known.
  const Selection *selection = nullptr;
  ArrayId buffer = {}; ///< that one thread fills

  template <class Test> [[nodiscard]] const Side *find(Test test) const {
    const auto found = std::find_if(sides.begin(), sides.end(), test);
    return found == sides.end() ? nullptr : &*found;
  }
};

/// Each thread writes a contiguous part of the elements.
[[nodiscard]] bool areParts(const Candidate &candidate);

} // namespace fsfind
