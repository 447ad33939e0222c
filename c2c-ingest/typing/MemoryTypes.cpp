#include "c2c-ingest/typing/MemoryTypes.h"

#include <algorithm>
#include <string>

namespace fsfind::typing {

namespace {

std::uint64_t modulo(std::int64_t value, std::uint64_t by) {
  const auto signed_by = static_cast<std::int64_t>(by);
  const std::int64_t rest = value % signed_by;
  return static_cast<std::uint64_t>(rest < 0 ? rest + signed_by : rest);
}

/// Bytes. Only wrong debug info has larger types.
constexpr std::uint64_t kLargestObject = std::uint64_t{1} << 40;

} // namespace

std::optional<Value> MemoryTypes::pointerIn(TypeId type, std::uint64_t offset) {
  const auto pointee = types_.pointeeAt(type, offset);
  if (!pointee)
    return {};
  return pointerTo(*pointee);
}

bool MemoryTypes::isWidePointer(TypeId type) {
  if (!types_.isRecord(type))
    return false;
  const std::string name = types_.name(type);
  return name.starts_with('&') || name.starts_with('*');
}

std::optional<MemoryTypes::Within> MemoryTypes::reduce(const Value &pointer) {
  const std::uint64_t size = types_.size(pointer.type);
  if (size == 0 || size > kLargestObject)
    return {};
  // A record with a flexible array, whose first element ends behind the record, is no array's
  // element, whatever its size. Arrays without elements may also lie between members.
  if (pointer.offset >= 0)
    if (const auto flexible =
            types_.arrayAt(pointer.type, static_cast<std::uint64_t>(pointer.offset), pointer.step);
        flexible && flexible->count == 0 && flexible->begin + types_.size(flexible->element) > size)
      return withinElement(*flexible, static_cast<std::uint64_t>(pointer.offset));
  const bool element_known = pointer.step % size == 0;
  // Behind the end lies a flexible array member, which has a scalar there, or the next element.
  if (pointer.step == 0 && pointer.offset >= 0 &&
      types_.scalarAt(pointer.type, static_cast<std::uint64_t>(pointer.offset)))
    return Within{pointer.type, static_cast<std::uint64_t>(pointer.offset)};
  const std::uint64_t offset = modulo(pointer.offset, size);
  if (element_known)
    return Within{pointer.type, offset};
  const auto array = types_.arrayAt(pointer.type, offset, pointer.step);
  return array ? withinElement(*array, offset) : std::nullopt;
}

std::optional<MemoryTypes::Within>
MemoryTypes::withinElement(const debuginfo::TypeTable::ArrayAt &array, std::uint64_t offset) {
  const std::uint64_t element = types_.size(array.element);
  if (element == 0)
    return {};
  return Within{array.element, (offset - array.begin) % element};
}

std::optional<Value> MemoryTypes::pointerAt(const Value &pointer) {
  const auto within = reduce(pointer);
  return within ? pointerIn(within->type, within->offset) : std::nullopt;
}

bool MemoryTypes::holds(const Value &outer, const Value &inner) {
  Within within{outer.type, 0};
  std::int64_t offset = outer.offset - inner.offset;
  if (outer.step != 0) { // an element of an array in it
    const auto element = reduce(outer);
    if (!element || element->type == outer.type || inner.step != 0)
      return false;
    within = *element;
    offset = static_cast<std::int64_t>(element->offset) - inner.offset;
  }
  if (offset < 0)
    return false;
  const auto parts = types_.subobjectsAt(within.type, static_cast<std::uint64_t>(offset));
  return std::find(parts.begin(), parts.end(), inner.type) != parts.end();
}

int MemoryTypes::worth(TypeId type) {
  if (!types_.isRecord(type))
    return types_.size(type) == 0 ? 0 : 1;
  return types_.isLibrary(type) ? 2 : 3;
}

Value MemoryTypes::better(const Value &first, const Value &second) {
  if (first.type == second.type)
    return first.step <= second.step ? first : second;
  if (holds(first, second))
    return first;
  if (holds(second, first))
    return second;
  return worth(second.type) > worth(first.type) ? second : first;
}

} // namespace fsfind::typing
