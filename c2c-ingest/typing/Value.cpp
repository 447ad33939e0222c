#include "c2c-ingest/typing/Value.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fsfind::typing {

namespace {

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

/// Most offsets that are told apart.
constexpr std::uint64_t kMostChoices = 16;

bool hasChoices(const Value &value) {
  return value.below + value.above != 0;
}

/// The multiples that may be added to each choice.
std::uint64_t strideOf(const Value &value) {
  return hasChoices(value) ? value.stride : value.step;
}

/// Notes the choice of offsets in a value whose `step` has been found, unless that says as much.
void noteChoices(Value &value, std::uint64_t below, std::uint64_t above, std::uint64_t stride) {
  value = withoutChoices(value);
  const bool few = value.step != 0 && below / value.step < kMostChoices &&
                   above / value.step < kMostChoices && (below + above) / value.step < kMostChoices;
  if (!few || stride == value.step || (stride != 0 && below + above >= stride))
    return;
  value.below = below;
  value.above = above;
  value.stride = below + above == 0 ? 0 : stride;
}

void move(Value &address, std::int64_t by) {
  address.offset = sum(address.offset, by);
  if (address.definition != kNoDefinition)
    address.distance = sum(address.distance, by);
}

/// Gives `sum` the steps and choices of both addends.
void addSteps(Value &sum, const Value &a, const Value &b) {
  const std::uint64_t below = a.below + b.below, above = a.above + b.above;
  const std::uint64_t stride = std::gcd(strideOf(a), strideOf(b));
  sum.step = std::gcd(a.step, b.step);
  noteChoices(sum, below, above, stride);
}

Value addToAddress(Value address, const Value &other) {
  switch (other.kind) {
  case Value::Kind::Constant:
    move(address, other.offset);
    return address;
  case Value::Kind::Linear:
    move(address, other.offset);
    address.spread = std::gcd(address.spread, other.step);
    addSteps(address, address, other);
    return address;
  default:
    address = withoutChoices(address);
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
  addSteps(result, a, b);
  return result;
}

/// True for a constant, and for a multiple of something, which cannot turn out to be a pointer.
bool isNumber(const Value &value) {
  return value.kind == Value::Kind::Constant ||
         (value.kind == Value::Kind::Linear &&
          (value.definition == kNoDefinition || value.step > 1));
}

/// Gives `met`, which begins as `a`, the steps and choices of either.
void meetSteps(Value &met, const Value &a, const Value &b) {
  const std::int64_t apart = difference(b.offset, a.offset);
  const std::uint64_t distance = magnitude(apart);
  const std::uint64_t stride = std::gcd(strideOf(a), strideOf(b));
  met.step = std::gcd(std::gcd(a.step, b.step), distance);
  const std::uint64_t before = b.below + (apart < 0 ? distance : 0);
  const std::uint64_t after = b.above + (apart > 0 ? distance : 0);
  noteChoices(met, std::max(a.below, before), std::max(a.above, after), stride);
}

/// True for a constant, and for a choice of several.
bool isFewNumbers(const Value &value) {
  return value.kind == Value::Kind::Constant ||
         (value.kind == Value::Kind::Linear && hasChoices(value) && value.stride == 0);
}

template <class Change> Value ofEach(const Value &numbers, const Change &change) {
  Value all;
  for (const Value &number : choicesOf(numbers))
    all = meet(all, constant(change(number.offset)));
  return all;
}

} // namespace

Value constant(std::int64_t value) {
  return {Value::Kind::Constant, {}, kNoDefinition, value, 0, 0, 0};
}

Value defined(Definition definition) {
  return {Value::Kind::Linear, {}, definition, 0, 1, 0, 0};
}

Value pointerTo(TypeId type, std::int64_t offset) {
  return {Value::Kind::Pointer, type, kNoDefinition, offset, 0, 0, 0};
}

Value frameAddress(std::int64_t offset) {
  return {Value::Kind::Frame, {}, kNoDefinition, offset, 0, 0, 0};
}

Value staticAddress(std::uint64_t svma) {
  return {Value::Kind::Static, {}, kNoDefinition, static_cast<std::int64_t>(svma), 0, 0, 0};
}

Value withOrigin(const Value &pointer, const Value &held) {
  Value result = pointer;
  if (held.kind == Value::Kind::Linear && held.step == 1 && held.definition != kNoDefinition) {
    result.definition = held.definition;
    result.distance = held.offset;
    result.spread = 0;
  } else if (held.kind == Value::Kind::Pointer) {
    result.definition = held.definition;
    result.distance = held.distance;
    result.spread = held.spread;
    result.holder = held.holder;
  }
  return result;
}

Value add(const Value &a, const Value &b) {
  if (a.kind == Value::Kind::None || b.kind == Value::Kind::None)
    return {};
  if (a.isAddress())
    return addToAddress(a, b);
  if (b.isAddress())
    return addToAddress(b, a);
  if (a.kind == Value::Kind::Unknown || b.kind == Value::Kind::Unknown)
    return kUnknown;
  if (a.kind == Value::Kind::Linear && b.kind == Value::Kind::Linear)
    return addLinear(a, b);
  Value result = a.kind == Value::Kind::Linear ? a : b;
  result.offset = sum(a.offset, b.offset);
  return result;
}

Value scaled(const Value &value, std::int64_t by) {
  if (by == 1)
    return value;
  Value result = value;
  switch (value.kind) {
  case Value::Kind::None:
    return value;
  case Value::Kind::Constant:
    result.offset = product(value.offset, by);
    return result;
  case Value::Kind::Linear:
    result.offset = product(value.offset, by);
    result.step = value.step * magnitude(by);
    noteChoices(result, value.below * magnitude(by), value.above * magnitude(by),
                value.stride * magnitude(by));
    if (by < 0) {
      result.definition = kNoDefinition; // `step` has no sign
      std::swap(result.below, result.above);
    }
    return result;
  default: // a multiple of something
    return {Value::Kind::Linear, {}, kNoDefinition, 0, magnitude(by), 0, 0};
  }
}

std::vector<Value> choicesOf(const Value &value) {
  Value choice = withoutChoices(value);
  choice.step = strideOf(value);
  move(choice, -static_cast<std::int64_t>(value.below));
  std::vector<Value> choices{choice};
  const std::uint64_t more = hasChoices(value) ? (value.below + value.above) / value.step : 0;
  for (std::uint64_t i = 0; i < more; ++i) {
    move(choice, static_cast<std::int64_t>(value.step));
    choices.push_back(choice);
  }
  return choices;
}

Value withoutChoices(const Value &value) {
  Value result = value;
  result.below = result.above = result.stride = 0;
  return result;
}

Value masked(const Value &value, std::int64_t mask) {
  if (isFewNumbers(value))
    return ofEach(value, [&](std::int64_t number) { return number & mask; });
  Value number{Value::Kind::Linear, {}, kNoDefinition, 0, 0, 0, 0};
  const auto bits = static_cast<std::uint64_t>(mask);
  number.step = bits & (0 - bits);
  noteChoices(number, 0, bits, 0);
  return hasChoices(number) ? number : kUnknown;
}

Value flipped(const Value &value, std::int64_t mask) {
  if (!isFewNumbers(value))
    return kUnknown;
  return ofEach(value, [&](std::int64_t number) { return number ^ mask; });
}

Value meet(const Value &a, const Value &b) {
  if (a == b || b.kind == Value::Kind::None)
    return a;
  if (a.kind == Value::Kind::None)
    return b;
  // A null pointer on one path does not contradict the pointer on the other.
  if (a.kind == Value::Kind::Pointer && b == constant(0))
    return a;
  if (b.kind == Value::Kind::Pointer && a == constant(0))
    return b;
  if (isNumber(a) && isNumber(b)) {
    Value number{Value::Kind::Linear, {}, kNoDefinition, a.offset, 0, 0, 0};
    meetSteps(number, a, b);
    return number;
  }
  if (a.kind != b.kind || !a.isAddress() || (a.kind == Value::Kind::Pointer && a.type != b.type))
    return kUnknown;
  Value result = a;
  meetSteps(result, a, b);
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
