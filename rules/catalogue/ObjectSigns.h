#pragma once

#include "rules/program/Program.h"

#include <vector>

/// What is known of a record's objects: how many there may be, and whether they exist to be shared.
namespace fsfind {

struct ObjectSigns {
  bool concurrent = false; ///< they are shared without a lock, as the name of the record says
  bool single = false;     ///< a variable of its own
  bool few = false;        ///< that, or nothing is seen to make many of them
};

/// The signs of every record, found once.
class RecordSigns {
public:
  explicit RecordSigns(const Program &program);

  [[nodiscard]] ObjectSigns of(RecordIndex record) const { return signs_[record.value()]; }

private:
  void noteVariables(const Facts &facts);
  void noteElements(const Facts &facts);
  void noteLinks(const Facts &facts);
  void noteAllocations(const Program &program);
  void setMany(const Facts &facts, TypeIndex type);

  std::vector<ObjectSigns> signs_;
  std::vector<bool> many_;
};

} // namespace fsfind
