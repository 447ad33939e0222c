#pragma once

#include "rules/remedy/source/AdviceCase.h"

#include <set>

/// The memory of the objects that hold a datum: where it comes from, whether it may end, and who is
/// given the objects.
namespace fsfind {

class EnclosingObjects {
public:
  /// `holders` are the records whose objects hold the datum; `what` is how a loop reaches it.
  EnclosingObjects(const AdviceCase &at, const std::set<RecordIndex> &holders,
                   const Designator &what);

  /// The datum is behind a pointer, and not all objects like its own are variables or come from the
  /// allocators of C and C++: other processes may see its memory.
  [[nodiscard]] bool isOfUnknownOrigin() const;
  /// The datum is behind a pointer to memory that can be given back.
  [[nodiscard]] bool mayEnd() const;
  /// A function of the project that was not read is given an object, and may use it at any time.
  [[nodiscard]] bool isGivenToUnread() const;

private:
  template <class Fits> [[nodiscard]] bool anyAllocation(const Fits &fits) const;

  const AdviceCase &at_;
  const std::set<RecordIndex> &holders_;
  const Designator &what_;
  bool behind_pointer_;
};

} // namespace fsfind
