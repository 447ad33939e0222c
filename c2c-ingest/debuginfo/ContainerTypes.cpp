// Finds the author's objects in and behind library records: see TypeTable::heldAt and pointeeAt.
#include "c2c-ingest/debuginfo/TypeTable.h"
#include "rules/model/ListedNames.h"

#include <algorithm>
#include <array>

namespace fsfind::debuginfo {

namespace {

/// Rust's heap blocks of shared objects: reference counts beside the object.
constexpr std::array<std::string_view, 3> kRustBoxes = {"ArcInner", "RcInner", "RcBox"};
/// libstdc++'s byte buffers that hold an element (ext/aligned_buffer.h).
constexpr std::array<std::string_view, 2> kBuffers = {"__aligned_membuf", "__aligned_buffer"};

/// Rust's buffer of a Vec, whose own pointer is to bytes (library/alloc/src/raw_vec).
constexpr std::string_view kRustBuffer = "RawVec";

/// `_Rb_tree_node<…>` -> `_Rb_tree_node`.
std::string_view templateName(std::string_view name) {
  return name.substr(0, name.find('<'));
}

std::optional<Dwarf_Die> firstTypeArgument(DwarfUnits &units, Dwarf_Die record) {
  std::optional<Dwarf_Die> argument;
  DieWalk().children(record, [&](Dwarf_Die child) {
    if (!argument && tagOf(child) == DW_TAG_template_type_parameter)
      argument = units.reference(child, DW_AT_type);
  });
  return argument;
}

constexpr int kMostWrappers = 16;
const std::vector<Component> kNoComponents;

} // namespace

bool TypeTable::isWrapper(TypeId type) {
  const Entry &record = entry(type);
  if (!record.library)
    return false;
  const std::string_view name = templateName(nameOf(record.die));
  return name.starts_with('_') || contains(kRustBoxes, name);
}

std::optional<TypeTable::Held> TypeTable::heldAt(TypeId type, std::uint64_t offset) {
  Held held{type, 0};
  for (int i = 0; i < kMostWrappers; ++i) {
    if (const auto array = arrayIn(entry(held.type).die); array && held.type != type) {
      held.begin += (offset - held.begin) / array->element_size * array->element_size;
      held.type = idOf(array->element);
      continue;
    }
    if (!isWrapper(held.type))
      return isRecord(held.type) || i > 0 ? std::optional(held) : std::nullopt;
    if (!stepInto(held, offset))
      return {};
  }
  return {};
}

std::optional<TypeId> TypeTable::pointeeAt(TypeId type, std::uint64_t offset) {
  const auto scalar = scalarAt(type, offset);
  const auto target = scalar ? pointee(*scalar) : std::nullopt;
  if (!target || isRecord(*target) || size(*target) != 1)
    return target;
  const auto element = erasedElement(type, offset);
  return element ? element : target;
}

/// The element type of the innermost RawVec in `type` that covers the offset.
std::optional<TypeId> TypeTable::erasedElement(TypeId type, std::uint64_t offset) {
  std::optional<TypeId> element;
  for (int i = 0; i < kMostWrappers; ++i) {
    if (const auto array = arrayIn(entry(type).die)) {
      offset %= array->element_size;
      type = idOf(array->element);
      continue;
    }
    if (entry(type).library && templateName(nameOf(entry(type).die)) == kRustBuffer)
      if (const auto argument = firstTypeArgument(units_, entry(type).die))
        element = idOf(*argument);
    const Component *covering = nullptr;
    for (const Component &component : isRecord(type) ? components(type) : kNoComponents)
      if (component.type && offset >= component.offset &&
          offset - component.offset < component.size)
        covering = &component;
    if (!covering)
      return element;
    offset -= covering->offset;
    type = idOf(Dwarf_Die(*covering->type));
  }
  return {};
}

/// Moves `held` from a wrapper to its part that covers the offset; false if that is one of the
/// wrapper's own numbers.
bool TypeTable::stepInto(Held &held, std::uint64_t offset) {
  const Dwarf_Die die = entry(held.type).die;
  if (contains(kBuffers, templateName(nameOf(die)))) {
    const auto element = firstTypeArgument(units_, die);
    if (element)
      held.type = idOf(*element);
    return element.has_value();
  }
  for (const Component &component : std::vector<Component>(components(held.type))) {
    const std::uint64_t begin = held.begin + component.offset;
    if (!component.type || offset < begin || offset - begin >= component.size)
      continue;
    const TypeId inner = idOf(*component.type);
    if (!isRecord(inner) && !arrayIn(entry(inner).die))
      return false;
    held = {inner, begin};
    return true;
  }
  return false;
}

} // namespace fsfind::debuginfo
