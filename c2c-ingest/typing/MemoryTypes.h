#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/debuginfo/TypeTable.h"
#include "c2c-ingest/typing/Value.h"

#include <optional>

namespace fsfind::typing {

/// Finds what lies at typed addresses.
class MemoryTypes {
public:
  explicit MemoryTypes(debuginfo::TypeTable &types) : types_(types) {}

  /// The pointer or reference at `offset` of a variable of this type, which may be a record.
  /// Nothing for numbers and pointers to void.
  std::optional<Value> pointerIn(TypeId type, std::uint64_t offset = 0);
  /// The type is a pointer to something, raw or smart, itself; no record that has one.
  bool isPointer(TypeId type) {
    return types_.pointee(type) && (!types_.isRecord(type) || types_.isLibrary(type));
  }
  /// A reference or pointer of Rust that has a length or a table of functions beside the address,
  /// as
  /// `&[T]`: in debug info a record, but functions return its parts in two registers, the address
  /// in that of the result (scalar pairs of rustc's ABI). Records of other languages have names.
  bool isWidePointer(TypeId type);
  /// The pointer that a load of eight bytes through `pointer` (of kind Pointer) gives, if it gives
  /// one.
  std::optional<Value> pointerAt(const Value &pointer);

  /// For two pointers with the same address: true if the object of `outer` has that of `inner` as a
  /// part at this address.
  bool holds(const Value &outer, const Value &inner);
  /// Of two pointers with the same address the one that says more: that to the outer object, else
  /// that to an author's type, else `first`.
  Value better(const Value &first, const Value &second);

private:
  struct Within {
    TypeId type;
    std::uint64_t offset;
  };
  std::optional<Within> reduce(const Value &pointer);
  std::optional<Within> withinElement(const debuginfo::TypeTable::ArrayAt &array,
                                      std::uint64_t offset);
  int worth(TypeId type);

  debuginfo::TypeTable &types_;
};

} // namespace fsfind::typing
