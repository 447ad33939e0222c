#pragma once

#include "c2c-ingest/debuginfo/FunctionInfo.h"

#include <cstdint>

/// What a register or stack slot holds, as far as it matters for addresses.
namespace fsfind::typing {

using debuginfo::TypeId;

/// The instruction, or the meeting of paths, that made a value. Equal numbers mean equal values, so
/// what is learnt of one copy (a variable that holds it, a parameter that takes it) holds for all.
using Definition = std::uint32_t;
inline constexpr Definition kNoDefinition = UINT32_MAX;

/// A lattice: None below everything, Unknown above everything.
struct Value {
  enum class Kind : std::uint8_t {
    None,        ///< no path has come here yet
    Unknown,     ///< anything
    Constant,    ///< offset
    Linear,      ///< definition * factor + offset; without a definition any multiple of factor
    Pointer,     ///< address of an object of `type` + offset
    Frame,       ///< canonical frame address + offset
    Static,      ///< svma `offset`
    ThreadLocal, ///< thread pointer + offset
  };
  Kind kind = Kind::None;
  TypeId type = {};
  /// What a Linear is a multiple of. Of a Pointer, where it came from: it is the definition's value
  /// plus `distance`, plus any multiple of `spread`.
  Definition definition = kNoDefinition;
  std::int64_t offset = 0;
  /// Of addresses: 0, or any multiple of this is added. Of Linear: the factor.
  std::uint64_t step = 0;
  std::int64_t distance = 0;
  std::uint64_t spread = 0;

  bool operator==(const Value &) const = default;
  [[nodiscard]] bool isAddress() const { return kind >= Kind::Pointer; }
};

inline constexpr Value kUnknown{Value::Kind::Unknown, {}, kNoDefinition, 0, 0, 0, 0};
Value constant(std::int64_t value);
/// The value that a definition made.
Value defined(Definition definition);
Value pointerTo(TypeId type, std::int64_t offset = 0);
Value frameAddress(std::int64_t offset);
Value staticAddress(std::uint64_t svma);

/// `pointer`, which is what `held` turned out to be, with where it came from.
Value withOrigin(const Value &pointer, const Value &held);

Value add(const Value &a, const Value &b);
Value scaled(const Value &value, std::int64_t by);

/// What two paths that bring these agree on; Unknown where nothing.
Value meet(const Value &a, const Value &b);

} // namespace fsfind::typing
