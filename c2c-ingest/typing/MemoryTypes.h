#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/debuginfo/TypeTable.h"
#include "c2c-ingest/typing/Value.h"

#include <optional>

namespace fsfind::typing {

/// What typed addresses lead to.
class MemoryTypes {
public:
  explicit MemoryTypes(debuginfo::TypeTable &types) : types_(types) {}

  /// The pointer that the value of a variable of this type is, or holds at `offset`: a pointer,
  /// a reference, a record of pointers. Nothing for numbers and pointers to void.
  std::optional<Value> pointerIn(TypeId type, std::uint64_t offset = 0);
  /// What eight bytes read through `pointer` (of kind Pointer) are, if a pointer.
  std::optional<Value> pointerAt(const Value &pointer);

  /// Two pointers for one address: true if the object that `outer` leads to holds, at the same
  /// address, the one that `inner` leads to.
  bool holds(const Value &outer, const Value &inner);
  /// Of two pointers for one address the one that says more: the outer object, the author's type;
  /// `first` where neither does.
  Value better(const Value &first, const Value &second);

private:
  struct Within {
    TypeId type;
    std::uint64_t offset;
  };
  std::optional<Within> reduce(const Value &pointer);
  int worth(TypeId type);

  debuginfo::TypeTable &types_;
};

} // namespace fsfind::typing
