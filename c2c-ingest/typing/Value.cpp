#include "c2c-ingest/typing/Value.h"

#include <numeric>
#include <utility>

namespace fsfind::typing {

namespace {

using Kind = Value::Kind;

/// Wraps on overflow, as registers do.
std::int64_t sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

std::int64_t difference(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

std::int64_t product(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

void move(Value &address, std::int64_t by) {
  address.offset = sum(address.offset, by);
  if (address.definition != kNoDefinition)
    address.distance = sum(address.distance, by);
}

Value addToAddress(Value address, const Value &other) {
  switch (other.kind) {
  case Kind::Constant:
    move(address, other.offset);
    return address;
  case Kind::Linear:
    move(address, other.offset);
    address.step = std::gcd(address.step, other.step);
    address.spread = std::gcd(address.spread, other.step);
    return address;
  default:
    address.step = address.spread = 1;
    return other.isAddress() ? kUnknown : address;
  }
}

Value addLinear(const Value &a, const Value &b) {
  Value result = a;
  result.offset = sum(a.offset, b.offset);
  if (a.definition == b.definition && a.definition != kNoDefinition) {
    result.step = a.step + b.step;
    return result;
  }
  result.definition = kNoDefinition;
  result.step = std::gcd(a.step, b.step);
  return result;
}

/// True for a constant, and for a multiple of something, which cannot turn out to be a pointer.
bool isNumber(const Value &value) {
  return value.kind == Kind::Constant ||
         (value.kind == Kind::Linear && (value.definition == kNoDefinition || value.step > 1));
}

std::uint64_t stepOfBoth(const Value &a, const Value &b) {
  return std::gcd(std::gcd(a.step, b.step), magnitude(difference(a.offset, b.offset)));
}

} // namespace

Value constant(std::int64_t value) {
  return {Kind::Constant, {}, kNoDefinition, value, 0, 0, 0};
}

Value defined(Definition definition) {
  return {Kind::Linear, {}, definition, 0, 1, 0, 0};
}

Value pointerTo(TypeId type, std::int64_t offset) {
  return {Kind::Pointer, type, kNoDefinition, offset, 0, 0, 0};
}

Value frameAddress(std::int64_t offset) {
  return {Kind::Frame, {}, kNoDefinition, offset, 0, 0, 0};
}

Value staticAddress(std::uint64_t svma) {
  return {Kind::Static, {}, kNoDefinition, static_cast<std::int64_t>(svma), 0, 0, 0};
}

Value withOrigin(const Value &pointer, const Value &held) {
  Value result = pointer;
  if (held.kind == Kind::Linear && held.step == 1 && held.definition != kNoDefinition) {
    result.definition = held.definition;
    result.distance = held.offset;
    result.spread = 0;
  } else if (held.kind == Kind::Pointer) {
    result.definition = held.definition;
    result.distance = held.distance;
    result.spread = held.spread;
    result.holder = held.holder;
  }
  return result;
}

Value add(const Value &a, const Value &b) {
  if (a.kind == Kind::None || b.kind == Kind::None)
    return {};
  if (a.isAddress())
    return addToAddress(a, b);
  if (b.isAddress())
    return addToAddress(b, a);
  if (a.kind == Kind::Unknown || b.kind == Kind::Unknown)
    return kUnknown;
  if (a.kind == Kind::Linear && b.kind == Kind::Linear)
    return addLinear(a, b);
  Value result = a.kind == Kind::Linear ? a : b;
  result.offset = sum(a.offset, b.offset);
  return result;
}

Value scaled(const Value &value, std::int64_t by) {
  if (by == 1)
    return value;
  Value result = value;
  switch (value.kind) {
  case Kind::None:
    return value;
  case Kind::Constant:
    result.offset = product(value.offset, by);
    return result;
  case Kind::Linear:
    result.offset = product(value.offset, by);
    result.step = value.step * magnitude(by);
    if (by < 0)
      result.definition = kNoDefinition; // `step` has no sign
    return result;
  default: // a multiple of something
    return {Kind::Linear, {}, kNoDefinition, 0, magnitude(by), 0, 0};
  }
}

Value meet(const Value &a, const Value &b) {
  if (a == b || b.kind == Kind::None)
    return a;
  if (a.kind == Kind::None)
    return b;
  // A null pointer on one path does not contradict the pointer on the other.
  if (a.kind == Kind::Pointer && b == constant(0))
    return a;
  if (b.kind == Kind::Pointer && a == constant(0))
    return b;
  if (isNumber(a) && isNumber(b))
    return {Kind::Linear, {}, kNoDefinition, a.offset, stepOfBoth(a, b), 0, 0};
  if (a.kind != b.kind || !a.isAddress() || (a.kind == Kind::Pointer && a.type != b.type))
    return kUnknown;
  Value result = a;
  result.step = stepOfBoth(a, b);
  result.holder = a.holder == b.holder ? a.holder : 0;
  const bool one_origin = a.definition == b.definition &&
                          difference(a.offset, b.offset) == difference(a.distance, b.distance);
  if (one_origin) {
    result.spread =
        std::gcd(std::gcd(a.spread, b.spread), magnitude(difference(a.distance, b.distance)));
  } else {
    result.definition = kNoDefinition;
    result.distance = 0;
    result.spread = 0;
  }
  return result;
}

} // namespace fsfind::typing
