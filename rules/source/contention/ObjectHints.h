#pragma once

#include "rules/program/Program.h"

#include <cstdint>
#include <map>
#include <vector>

/// What is known about a record's objects: how many there may be, and whether they are made to be
/// shared.
namespace fsfind {

struct ObjectHints {
  bool concurrent = false; ///< by the record's name they are shared without a lock: a queue, a ring
  bool single = false;     ///< a global or static variable is such an object
  bool few = false;        ///< `single`, or nothing shows that there are many
  /// Each object's address is a multiple of this, as all its allocations and variables promise; 0 =
  /// unknown, or objects are also parts of others.
  std::uint64_t align = 0;
  /// Unknown callers may request operations that modify several of its members atomically: then
  /// each object is shared, however many there are.
  bool operated = false;
};

/// The hints of every record, computed once.
class RecordHints {
public:
  explicit RecordHints(const Program &program);

  [[nodiscard]] ObjectHints of(RecordIndex record) const { return hints_[record.value()]; }

private:
  void noteVariables(const Facts &facts);
  void noteElements(const Facts &facts);
  void noteLinks(const Facts &facts);
  void noteSelected(const Program &program);
  void noteAllocations(const Program &program);
  void notePromise(const Facts &facts, const FactAllocation &allocation);
  void promise(const Facts &facts, TypeIndex type, std::uint64_t align);
  void dropPromises(const Facts &facts);
  void noteOperations(const Program &program);
  void setMany(const Facts &facts, TypeIndex type);

  std::vector<ObjectHints> hints_;
  std::vector<bool> many_;
  std::map<RecordIndex, std::uint64_t> promised_;
};

} // namespace fsfind
