#pragma once

#include "rules/program/Program.h"

#include <cstdint>
#include <map>
#include <vector>

/// What is known of a record's objects: how many there may be, and whether they exist to be shared.
namespace fsfind {

struct ObjectSigns {
  bool concurrent = false; ///< they are shared without a lock, as the name of the record says
  bool single = false;     ///< a variable of its own
  bool few = false;        ///< that, or nothing is seen to make many of them
  /// What all allocations in sight promise of each object's address; 0: some are elsewhere.
  std::uint64_t align = 0;
  /// Several of its words are changed atomically: whatever number of them there is, each is shared.
  bool operated = false;
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
  void noteSelected(const Program &program);
  void noteAllocations(const Program &program);
  void notePromise(const Facts &facts, const FactAllocation &allocation);
  void dropPromises(const Facts &facts);
  void noteOperations(const Program &program);
  void setMany(const Facts &facts, TypeIndex type);

  std::vector<ObjectSigns> signs_;
  std::vector<bool> many_;
  std::map<RecordIndex, std::uint64_t> promised_;
};

} // namespace fsfind
