#pragma once

#include "c2c-ingest/debuginfo/FunctionInfo.h"

#include <cstdint>
#include <vector>

/// What a register or stack slot holds, as far as it matters for addresses.
namespace fsfind::typing {

using debuginfo::TypeId;

/// Number of the instruction, or of the join of paths, that made a value. Equal numbers mean equal
/// values, so a type learnt from one copy (in a variable, or passed as a parameter) holds for all.
using Definition = std::uint32_t;
inline constexpr Definition kNoDefinition = UINT32_MAX;

/// A lattice: None is below all values, Unknown above all.
struct Value {
  enum class Kind : std::uint8_t {
    None,        ///< no path has come here yet
    Unknown,     ///< anything
    Constant,    ///< offset
    Linear,      ///< definition * step + offset; without a definition any multiple of step
    Pointer,     ///< address of an object of `type` + offset
    Frame,       ///< canonical frame address + offset
    Static,      ///< svma `offset`
    ThreadLocal, ///< thread pointer + offset
  };
  Kind kind = Kind::None;
  TypeId type = {};
  /// Linear: the definition that is multiplied. Pointer: its origin; the address is the
  /// definition's value plus `distance`, plus any multiple of `spread`.
  Definition definition = kNoDefinition;
  std::int64_t offset = 0;
  /// Addresses: an unknown multiple of this is added (0: none). Linear: the factor.
  std::uint64_t step = 0;
  std::int64_t distance = 0;
  std::uint64_t spread = 0;
  /// Pointer: svma of the static pointer variable it was loaded from, whatever was added since;
  /// 0 = none, or not known.
  std::uint64_t holder = 0;
  /// Set where branches choose among a few offsets, as of two members: the offset is one of
  /// `offset` - `below` to `offset` + `above`, `step` apart, plus an unknown multiple of `stride`
  /// (0: none). Not of a Linear with a definition.
  std::uint64_t below = 0, above = 0, stride = 0;

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

/// `pointer`, which `held` turned out to be, with the origin (definition, distance, spread, holder)
/// of `held`.
Value withOrigin(const Value &pointer, const Value &held);

Value add(const Value &a, const Value &b);
Value scaled(const Value &value, std::int64_t by);

/// value & mask, where that is one of a few numbers, else Unknown.
Value masked(const Value &value, std::int64_t mask);
/// value ^ mask, likewise.
Value flipped(const Value &value, std::int64_t mask);

/// The values that branches chose among, each with an index only; the value itself if none did.
std::vector<Value> choicesOf(const Value &value);
/// Without what is known of the choice: another step of a loop may bring one more, and so on.
Value withoutChoices(const Value &value);

/// The value where two paths with these values meet; Unknown if the values do not agree.
Value meet(const Value &a, const Value &b);

} // namespace fsfind::typing
