#pragma once

#include "rules/program/Roles.h"

#include <vector>

/// The memory of the objects that hold a datum: where it comes from, whether it may end, and who is
/// given the objects.
namespace fsfind {

class EnclosingObjects {
public:
  /// `holders` are the records whose objects hold the datum; `what` is how a loop reaches it.
  EnclosingObjects(const Facts &facts, std::vector<RecordIndex> holders, const Designator &what);

  /// The datum is behind a pointer, and not all objects like its own are variables or come from the
  /// allocators of C and C++: other processes may see its memory.
  [[nodiscard]] bool isOfUnknownOrigin() const;
  /// The datum is behind a pointer to memory that can be given back.
  [[nodiscard]] bool mayEnd() const;
  /// A function of the project that was not read is given an object, and may use it at any time.
  [[nodiscard]] bool isGivenToUnread(const Roles &roles) const;

private:
  [[nodiscard]] bool holds(TypeIndex type) const;
  [[nodiscard]] bool isOfThese(const FactAllocation &allocation) const;
  [[nodiscard]] bool isGiven(const Designator &argument) const;
  [[nodiscard]] bool isGivenBy(const FactCall &call) const;
  [[nodiscard]] bool isUnread(FunctionIndex callee, const Roles &roles) const;

  const Facts &facts_;
  std::vector<RecordIndex> holders_;
  const Designator &what_;
  bool behind_pointer_;
};

} // namespace fsfind
