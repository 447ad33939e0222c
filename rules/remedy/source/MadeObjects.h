#pragma once

#include "rules/model/Facts.h"
#include "rules/remedy/source/Grouped.h"

#include <map>
#include <set>
#include <utility>

namespace fsfind {

/// An allocation, and the function that makes it.
struct SeenAllocation {
  FunctionIndex function;
  std::size_t number = 0; ///< among all of the program
  const FactAllocation *allocation = nullptr;
};

/// The variables and allocations of a program by the type of their objects and by place.
class MadeObjects {
public:
  /// `facts` outlives this.
  explicit MadeObjects(const Facts &facts);

  /// The allocations of elements of the type.
  [[nodiscard]] std::span<const std::pair<TypeIndex, SeenAllocation>>
  allocations(TypeIndex element) const {
    return allocations_.of(element);
  }
  [[nodiscard]] std::span<const std::pair<TypeIndex, const FactVariable *>>
  variables(TypeIndex type) const {
    return variables_.of(type);
  }
  /// The same by the record that the objects are, or that their innermost elements are.
  [[nodiscard]] std::span<const std::pair<RecordIndex, const FactAllocation *>>
  allocations(RecordIndex record) const {
    return of_records_.of(record);
  }
  [[nodiscard]] bool isInVariables(RecordIndex record) const {
    return in_variables_.contains(record);
  }
  /// The allocations whose memory the variable leads to.
  [[nodiscard]] std::span<const std::pair<VariableIndex, const FactAllocation *>>
  allocations(VariableIndex target) const {
    return by_target_.of(target);
  }
  [[nodiscard]] std::span<const std::pair<FactPlace, SeenAllocation>> at(FactPlace place) const {
    return by_place_.of(place);
  }
  /// All in the line of the place.
  [[nodiscard]] std::span<const std::pair<FactPlace, SeenAllocation>>
  inLineOf(FactPlace place) const {
    return by_line_.of({place.file, place.line, 0});
  }
  /// Some block of such elements, or of unknown ones, may be resized.
  [[nodiscard]] bool areResized(TypeIndex element) const {
    return any_resized_ || resized_.contains(element);
  }
  /// The memory of a container is reached by what is declared there.
  [[nodiscard]] bool isContainer(FactPlace declared) const {
    return containers_.contains(declared);
  }
  /// The first call of the allocator in the file above which a function may stand; null if there is
  /// none.
  [[nodiscard]] const FactAllocatorCall *firstCall(AllocationKind kind, FileIndex file) const;

private:
  void add(const Facts &facts, const FactAllocation &allocation);

  Grouped<TypeIndex, SeenAllocation> allocations_;
  Grouped<TypeIndex, const FactVariable *> variables_;
  Grouped<RecordIndex, const FactAllocation *> of_records_;
  Grouped<VariableIndex, const FactAllocation *> by_target_;
  Grouped<FactPlace, SeenAllocation> by_place_, by_line_;
  std::set<RecordIndex> in_variables_;
  std::set<TypeIndex> resized_;
  bool any_resized_ = false;
  std::set<FactPlace> containers_;
  std::map<std::pair<AllocationKind, FileIndex>, const FactAllocatorCall *> first_calls_;
};

/// The record that objects of the type are, or that their innermost elements are; none for
/// pointers.
[[nodiscard]] std::optional<RecordIndex> innermostRecord(const Facts &facts, TypeIndex type);

} // namespace fsfind
