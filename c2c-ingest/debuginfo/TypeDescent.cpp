#include "c2c-ingest/debuginfo/TypeDescent.h"

#include "c2c-ingest/debuginfo/LibraryTypes.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace fsfind::debuginfo {

namespace {

bool holds(const Component &component, std::uint64_t offset) {
  return offset >= component.offset && offset - component.offset < component.size;
}

bool isBitField(const Component &component) {
  return hasAttribute(component.die, DW_AT_bit_size);
}

/// Of one union so many alternatives are told.
constexpr std::size_t kMostAlternatives = 16;
/// So many of their parts are looked at: crafted debug info may branch without end.
constexpr int kMostParts = 64;

bool isByte(Dwarf_Die type) {
  return tagOf(type) == DW_TAG_base_type && constantOf(type, DW_AT_byte_size) == 1;
}

/// `first` and `second` of std::pair are the only members of library records that authors write.
bool isPairMember(Dwarf_Die record, std::string_view name) {
  return nameOf(record).starts_with("pair") && (name == "first" || name == "second");
}

} // namespace

MemberAt TypeDescent::find(Dwarf_Die type, std::uint64_t offset, std::uint64_t access_size) {
  found_ = {};
  access_size_ = access_size;
  target_ = offset;
  descend({type, type}, offset, Mode::Author, 0);
  const Dwarf_Die bare = types_.bare(type);
  if (!found_.record && isRecordTag(tagOf(bare)) && modeOf(bare) == Mode::Author && !isOpaque(bare))
    found_.record = types_.recordInfo(type);
  return std::move(found_);
}

/// Whether all members have reserved names, as those of a `pthread_mutex_t`: authors name none of
/// them, wherever the record is declared.
bool TypeDescent::isOpaque(Dwarf_Die record) {
  const std::vector<Component> &components = types_.componentsOf(record);
  return !components.empty() && !isRust(units_.unitOf(record)) &&
         std::all_of(components.begin(), components.end(), [](const Component &component) {
           return isReservedName(nameOf(component.die));
         });
}

MemberAt TypeDescent::findInRow(const ArrayType &row, std::uint64_t offset,
                                std::uint64_t access_size) {
  found_ = {};
  access_size_ = access_size;
  target_ = offset;
  descendArray(row, offset, 0);
  return std::move(found_);
}

void TypeDescent::descend(TypeAt type, std::uint64_t offset, Mode mode, int depth) {
  if (depth > kMaxReferences)
    return;
  const Dwarf_Die bare = types_.bare(type.type);
  if (isRecordTag(tagOf(bare)))
    return descendRecord(type, offset, depth);
  if (mode == Mode::Library)
    return;
  if (const auto array = types_.arrayOf(bare))
    descendArray(*array, offset, depth);
}

void TypeDescent::descendArray(const ArrayType &array, std::uint64_t offset, int depth) {
  const std::uint64_t element = offset / array.element_size;
  std::uint64_t rest = element;
  std::string indices;
  for (std::size_t i = array.counts.size(); i-- > 1;) {
    const std::uint64_t count = std::max<std::uint64_t>(array.counts[i], 1);
    indices.insert(0, fmt::format("[{}]", rest % count));
    rest /= count;
  }
  if (array.counts[0] != 0 && rest >= array.counts[0])
    return;
  indices.insert(0, fmt::format("[{}]", rest));
  const std::uint64_t inner = offset - element * array.element_size;
  found_.path += indices;
  name({}, inner, array.element_size);
  descend({array.element, array.element}, inner, Mode::Author, depth + 1);
}

TypeDescent::Mode TypeDescent::modeOf(Dwarf_Die record) {
  if (!isLibraryRecord(units_, names_, record))
    return Mode::Author;
  const bool indexable = isRust(units_.unitOf(record)) || types_.wrappedArrayOf(record);
  return indexable ? Mode::LibraryArray : Mode::Library;
}

void TypeDescent::descendRecord(TypeAt type, std::uint64_t offset, int depth) {
  const Dwarf_Die record = types_.bare(type.type);
  const Mode mode = modeOf(record);
  // Go's built-in types and standard packages keep nothing of the author's inside.
  if (mode != Mode::Author && isGo(units_.unitOf(record)))
    return;
  std::vector<Component> components = types_.componentsOf(record);
  std::optional<Component> chosen;
  if (tagOf(record) == DW_TAG_union_type) {
    std::erase_if(components, [&](const Component &c) { return !holds(c, offset); });
    chosen = chooseInUnion(components, offset, mode != Mode::Author);
    if (!chosen && mode == Mode::Author && type.owner.addr != type.type.addr)
      nameAlternatives(components, type, offset);
  } else {
    chosen = chooseInStruct(components, offset);
  }
  if (!chosen)
    return;
  bit_fields_ = bitFieldsAt(components, *chosen, offset);
  enter(*chosen, type, offset, mode, depth);
}

/// The names of the bit-fields in the accessed bytes, `a/b`: instructions access them together, so
/// the address does not tell which one was meant.
std::string TypeDescent::bitFieldsAt(const std::vector<Component> &components,
                                     const Component &chosen, std::uint64_t offset) const {
  std::string names;
  for (const Component &component : bitFieldsWith(components, chosen, offset))
    names += (names.empty() ? "" : "/") + std::string(nameOf(component.die));
  return names;
}

/// The bit-fields with names in the accessed bytes, if `chosen` is one.
std::vector<Component> TypeDescent::bitFieldsWith(const std::vector<Component> &components,
                                                  const Component &chosen,
                                                  std::uint64_t offset) const {
  std::vector<Component> found;
  const std::uint64_t end = offset + std::max<std::uint64_t>(access_size_, 1);
  if (isBitField(chosen))
    std::copy_if(components.begin(), components.end(), std::back_inserter(found),
                 [&](const Component &one) {
                   return isBitField(one) && one.offset < end && one.offset + one.size > offset &&
                          !nameOf(one.die).empty();
                 });
  return found;
}

std::optional<Component> TypeDescent::chooseInStruct(const std::vector<Component> &components,
                                                     std::uint64_t offset) {
  std::optional<Component> base, empty, flexible;
  for (const Component &component : components) {
    if (flexible && component.offset > flexible->offset && offset >= component.offset)
      flexible.reset();
    if (isOpenEnded(component) && offset >= component.offset)
      flexible = component;
    if (!holds(component, offset))
      continue;
    // An empty class shares its byte with whatever else is there.
    const bool is_empty = component.size == 1 && component.type &&
                          isRecordTag(tagOf(types_.bare(*component.type))) &&
                          types_.componentsOf(*component.type).empty();
    if (is_empty)
      empty = component;
    else if (component.base) // bases overlap if the size of one includes a virtual base
      base = base && base->offset >= component.offset ? base : component;
    else
      return component;
  }
  return base ? base : empty && !empty->base ? empty : flexible;
}

/// A flexible array, or a class this module only declares: it reaches as far as the next member.
bool TypeDescent::isOpenEnded(const Component &component) {
  if (component.size != 0 || !component.type)
    return false;
  const Dwarf_Die type = types_.bare(*component.type);
  return types_.arrayOf(type) || (isRecordTag(tagOf(type)) && flagOf(type, DW_AT_declaration));
}

bool TypeDescent::isRawStorage(const Component &component, bool library) {
  if (!component.type)
    return true;
  const Dwarf_Die type = types_.bare(*component.type);
  if (isRecordTag(tagOf(type)))
    return types_.componentsOf(type).empty();
  if (const auto array = types_.arrayOf(type))
    return isByte(types_.bare(array->element));
  return library && isByte(type);
}

/// The alternative of a union that was meant: the only one beside raw bytes (storage or padding),
/// the first if all have one type, or the only one that fits the access. None otherwise: then
/// `components` are those that may be meant.
std::optional<Component> TypeDescent::chooseInUnion(std::vector<Component> &components,
                                                    std::uint64_t offset, bool library) {
  if (components.size() > 1)
    std::erase_if(components, [&](const Component &c) { return isRawStorage(c, library); });
  if (components.empty())
    return {};
  const auto type = [&](const Component &c) {
    return c.type ? types_.bare(*c.type).addr : nullptr;
  };
  const bool same = std::all_of(components.begin(), components.end(), [&](const Component &c) {
    return type(c) == type(components.front());
  });
  if (components.size() == 1 || same)
    return components.front();
  found_.overlaid = true;
  if (access_size_ == 0)
    return {};
  int steps = kMostParts;
  std::vector<Component> fitting;
  std::copy_if(components.begin(), components.end(), std::back_inserter(fitting),
               [&](const Component &c) { return hasScalar(c, offset, steps); });
  if (fitting.size() == 1 && steps > 0)
    return fitting.front();
  if (!fitting.empty())
    components = std::move(fitting);
  return {};
}

/// The named members of an anonymous component at the offset, or the component itself.
void TypeDescent::addNames(const Component &component, std::uint64_t offset, int &steps,
                           std::vector<Component> &named) {
  if (!nameOf(component.die).empty())
    return named.push_back(component);
  if (!component.type || --steps < 0 || named.size() == kMostAlternatives)
    return;
  const Dwarf_Die type = types_.bare(*component.type);
  const std::uint64_t within = offset - component.offset;
  const std::vector<Component> &parts = types_.componentsOf(type);
  if (tagOf(type) == DW_TAG_union_type) {
    for (const Component &part : parts)
      if (holds(part, within))
        addNames(part, within, steps, named);
  } else if (const auto part = chooseInStruct(parts, within)) {
    const std::vector<Component> fields = bitFieldsWith(parts, *part, within);
    if (fields.empty())
      addNames(*part, within, steps, named);
    named.insert(named.end(), fields.begin(), fields.end());
  }
}

/// Which of them was meant is not known, so the union is one datum.
void TypeDescent::nameAlternatives(const std::vector<Component> &alternatives, TypeAt in,
                                   std::uint64_t offset) {
  std::vector<Component> named;
  int steps = kMostParts;
  for (const Component &one : alternatives)
    addNames(one, offset, steps, named);
  if (named.empty())
    return;
  std::string names;
  for (const Component &one : named)
    names += (names.empty() ? "" : "/") + std::string(nameOf(one.die));
  name(names, offset, types_.sizeOf(in.type));
  found_.declared = units_.declarationOf(named.front().die);
  found_.record = types_.recordInfo(in.owner);
}

/// True if a scalar as large as the access begins at the offset, which counts from the same byte as
/// the component's own.
bool TypeDescent::hasScalar(const Component &component, std::uint64_t offset, int &steps) {
  if (!component.type || !holds(component, offset) || --steps < 0)
    return false;
  const Dwarf_Die type = types_.bare(*component.type);
  const std::uint64_t within = offset - component.offset;
  if (isRecordTag(tagOf(type))) {
    const std::vector<Component> &parts = types_.componentsOf(type);
    return std::any_of(parts.begin(), parts.end(),
                       [&](const Component &part) { return hasScalar(part, within, steps); });
  }
  if (const auto array = types_.arrayOf(type)) {
    Component element = component;
    element.offset = 0;
    element.size = array->element_size;
    element.type = array->element;
    return hasScalar(element, within % array->element_size, steps);
  }
  // A bit-field is accessed by any size up to its type's.
  if (isBitField(component))
    return access_size_ <= types_.sizeOf(type);
  return within == 0 && component.size == access_size_;
}

/// The name the author knows the member by; empty where there is none.
std::string TypeDescent::authorName(const Component &component, Dwarf_Die record, Mode mode) {
  const std::string_view name = nameOf(component.die);
  if (component.base || name.empty())
    return {};
  if (mode != Mode::Author)
    return std::string(isPairMember(record, name) ? name : "");
  if (isReservedMember(name, units_.declarationOf(component.die)) ||
      (isReservedName(name) && isOpaque(record)))
    return {};
  // Rust writes `.0` for what its debug info calls `__0`.
  const bool tuple = isRust(units_.unitOf(record)) && name.size() > 2 && name.starts_with("__") &&
                     name.find_first_not_of("0123456789", 2) == std::string_view::npos;
  return std::string(tuple ? name.substr(2) : name);
}

void TypeDescent::enter(const Component &component, TypeAt in, std::uint64_t offset, Mode mode,
                        int depth) {
  std::string text = authorName(component, types_.bare(in.type), mode);
  if (const std::string fields = std::exchange(bit_fields_, {}); !fields.empty() && !text.empty())
    text = fields;
  const bool anonymous = nameOf(component.die).empty() && !component.base;
  const std::uint64_t within = offset - component.offset;
  Mode inner = mode;
  if (!text.empty()) {
    name(text, within, component.size);
    found_.declared = units_.declarationOf(component.die);
    found_.record = types_.recordInfo(in.owner);
    inner = Mode::Author;
  } else if (mode == Mode::Author && !anonymous && !component.base) {
    inner = Mode::Library; // a reserved member of a system header
  }
  if (component.type)
    descend({*component.type, anonymous ? in.owner : *component.type}, within, inner, depth + 1);
}

void TypeDescent::name(std::string_view text, std::uint64_t inner_offset, std::uint64_t size) {
  if (!text.empty())
    found_.path += (found_.path.empty() ? "" : ".") + std::string(text);
  found_.offset = target_ - inner_offset;
  found_.size = size;
}

} // namespace fsfind::debuginfo
