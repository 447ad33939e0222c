#include "c2c-ingest/debuginfo/TypeTable.h"

#include "c2c-ingest/debuginfo/LibraryTypes.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::debuginfo {

namespace {

/// Whether the component covers the offset; a flexible array covers all behind its begin.
bool reaches(const Component &component, std::uint64_t offset) {
  return offset >= component.offset &&
         (component.size == 0 || offset - component.offset < component.size);
}

std::uint64_t countOf(const ArrayType &array) {
  std::uint64_t count = 1;
  for (const std::uint64_t dimension : array.counts)
    if (__builtin_mul_overflow(count, dimension, &count))
      return 0;
  return count;
}

/// True if steps of `stride` from `offset` can stay among the array's elements. An array of one
/// element may have more: old C ends a record of variable length so.
bool isSteppedBy(const ArrayType &array, std::uint64_t offset, std::uint64_t stride) {
  if (stride % array.element_size != 0)
    return false;
  const std::uint64_t count = countOf(array);
  return count == 0 || (offset / array.element_size < count &&
                        stride / array.element_size < std::max<std::uint64_t>(count, 2));
}

/// What a pointer may lead to that is no object: void, however qualified, and functions.
bool isNoObject(int bare_tag) {
  switch (bare_tag) {
  case DW_TAG_const_type:
  case DW_TAG_volatile_type:
  case DW_TAG_restrict_type:
  case DW_TAG_atomic_type:
  case DW_TAG_typedef:
  case DW_TAG_unspecified_type:
  case DW_TAG_subroutine_type:
    return true;
  default:
    return false;
  }
}

/// Most records around a pointer that hold nothing else.
constexpr int kMaxWrappers = 8;

/// Template arguments in template arguments are looked at so deep.
constexpr int kMostNestedArguments = 16;
/// Characters; more tell no more types apart.
constexpr std::size_t kLongestDistinction = 1024;

} // namespace

/// Bounds the steps of one query: debug info may nest or branch without end.
struct TypeTable::Budget {
  int steps = 512;
  bool spend() { return steps-- > 0; }
};

TypeTable::TypeTable(DwarfUnits &units, Names &names, Types &types)
    : units_(units), names_(names), types_(types) {}

TypeId TypeTable::idOf(Dwarf_Die type) {
  const auto known = by_die_.find(type.addr);
  if (known != by_die_.end())
    return known->second;
  const Dwarf_Die bare = types_.bare(type);
  const bool is_record = isRecordTag(tagOf(bare));
  const bool anonymous = is_record && nameOf(bare).empty();
  const auto alias = anonymous ? types_.innermostTypedef(type) : std::nullopt;
  const Dwarf_Die named = anonymous ? alias.value_or(type) : bare;
  Entry made;
  made.die = bare;
  made.named = named;
  made.name = types_.nameOfType(named);
  made.size = types_.sizeOf(bare);
  made.record = is_record;
  made.library = made.record && isLibraryRecord(units_, names_, bare);
  const Place declared = units_.declarationOf(bare);
  const std::string name = made.record ? names_.qualified(alias.value_or(bare)) : names_.type(bare);
  if (!made.record)
    addNamelessIn(bare, 0, made.distinction);
  else if (name.find('<') != std::string::npos)
    made.distinction = namelessArguments(bare, 0);
  const std::string identity = anonymous && !alias
                                   ? fmt::format("{}", bare.addr)
                                   : fmt::format("{} {} {} {}:{} {}", tagOf(bare), made.size, name,
                                                 declared.file, declared.line, made.distinction);
  const auto [same, is_new] = by_identity_.insert({identity, TypeId(entries_.size())});
  if (is_new)
    entries_.push_back(std::move(made));
  by_die_.insert({type.addr, same->second});
  return same->second;
}

/// Of the record and of the templates that it is declared in.
const std::string &TypeTable::namelessArguments(Dwarf_Die record, int depth) {
  static const std::string kTooDeep;
  if (depth > kMostNestedArguments)
    return kTooDeep;
  const auto [known, fresh] = nameless_arguments_.try_emplace(record.addr);
  if (!fresh)
    return known->second;
  std::string text;
  const Dwarf_Die declared = units_.origin(record);
  for (const Dwarf_Die &scope : units_.indexOf(units_.unitOf(declared)).scopesOf(declared))
    if (isRecordTag(tagOf(scope)))
      text += namelessArguments(types_.bare(scope), depth + 1);
  addNameless(record, depth, text);
  return nameless_arguments_[record.addr] = std::move(text);
}

void TypeTable::addNameless(Dwarf_Die of, int depth, std::string &text) {
  DieWalk().children(of, [&](Dwarf_Die child) {
    if (text.size() > kLongestDistinction)
      return;
    if (tagOf(child) == DW_TAG_GNU_template_parameter_pack && depth <= kMostNestedArguments)
      return addNameless(child, depth + 1, text);
    if (tagOf(child) == DW_TAG_template_type_parameter)
      if (const auto argument = types_.typeOf(child))
        addNamelessIn(*argument, depth, text);
  });
}

/// A type without a name is told by its place; through pointers and arrays.
void TypeTable::addNamelessIn(Dwarf_Die type, int depth, std::string &text) {
  Dwarf_Die bare = types_.bare(type);
  for (int i = 0; i < kMaxWrappers && !isRecordTag(tagOf(bare)); ++i) {
    const auto inner = isPointerTag(tagOf(bare)) || tagOf(bare) == DW_TAG_array_type
                           ? types_.typeOf(bare)
                           : std::nullopt;
    if (!inner)
      return;
    bare = types_.bare(*inner);
  }
  if (!isRecordTag(tagOf(bare)))
    return;
  if (!nameOf(bare).empty()) {
    text += namelessArguments(bare, depth + 1);
    return;
  }
  const Place declared = units_.declarationOf(bare);
  text += fmt::format("{}:{} ", declared.line, declared.column);
}

const std::string &TypeTable::distinction(TypeId type) {
  return entry(type).distinction;
}

std::uint64_t TypeTable::size(TypeId type) {
  return entry(type).size;
}

const std::string &TypeTable::name(TypeId type) {
  return entry(type).name;
}

bool TypeTable::isRecord(TypeId type) {
  return entry(type).record;
}

bool TypeTable::isLibrary(TypeId type) {
  return entry(type).library;
}

const std::vector<Component> &TypeTable::components(TypeId type) {
  Entry &record = entry(type);
  if (!record.components_known) {
    record.components = types_.componentsOf(record.die);
    for (const Component &variant : types_.variantsOf(record.die))
      record.components.push_back(variant);
    record.components_known = true;
  }
  return record.components;
}

std::optional<TypeId> TypeTable::pointee(TypeId type) {
  for (int i = 0; i < kMaxWrappers; ++i) {
    if (!isRecord(type)) {
      const Dwarf_Die die = entry(type).die;
      const auto target =
          isPointerTag(tagOf(die)) ? units_.reference(die, DW_AT_type) : std::optional<Dwarf_Die>();
      return target && !isNoObject(tagOf(types_.bare(*target))) ? std::optional(idOf(*target))
                                                                : std::nullopt;
    }
    const auto scalar = scalarAt(type, 0);
    if (!scalar || size(*scalar) != size(type))
      return {};
    type = *scalar;
  }
  return {};
}

std::optional<ArrayType> TypeTable::arrayIn(Dwarf_Die type) {
  auto array = types_.arrayOf(type);
  return array && array->element_size != 0 ? array : std::nullopt;
}

std::optional<TypeTable::Element> TypeTable::element(TypeId type) {
  auto array = arrayIn(entry(type).die);
  if (!array)
    array = types_.wrappedArrayOf(entry(type).die);
  if (!array)
    return {};
  return Element{idOf(array->element), countOf(*array)};
}

std::optional<TypeId> TypeTable::scalarAt(TypeId type, std::uint64_t offset) {
  Budget budget;
  return scalarAt(type, offset, budget);
}

std::optional<TypeId> TypeTable::scalarAt(TypeId type, std::uint64_t offset, Budget &budget) {
  if (!budget.spend())
    return {};
  if (isRecord(type))
    return scalarInRecord(type, offset, budget);
  if (const auto array = arrayIn(entry(type).die)) {
    const std::uint64_t count = countOf(*array);
    if (count != 0 && offset / array->element_size >= count)
      return {};
    return scalarAt(idOf(array->element), offset % array->element_size, budget);
  }
  return offset == 0 ? std::optional(type) : std::nullopt;
}

std::optional<TypeId> TypeTable::scalarInRecord(TypeId type, std::uint64_t offset, Budget &budget) {
  const bool is_union = tagOf(entry(type).die) == DW_TAG_union_type;
  std::optional<TypeId> found;
  for (const Component &component : std::vector<Component>(components(type))) {
    if (!component.type || !reaches(component, offset))
      continue;
    const auto scalar = scalarAt(idOf(*component.type), offset - component.offset, budget);
    if (!scalar)
      continue;
    if (!is_union && !component.variant)
      return scalar;
    if (found && *found != *scalar)
      return {};
    found = scalar;
  }
  return found;
}

std::vector<TypeId> TypeTable::subobjectsAt(TypeId type, std::uint64_t offset) {
  Budget budget;
  std::vector<TypeId> found;
  collectSubobjects(type, offset, budget, found);
  return found;
}

void TypeTable::collectSubobjects(TypeId type, std::uint64_t offset, Budget &budget,
                                  std::vector<TypeId> &found) {
  if (!budget.spend())
    return;
  if (offset == 0 && std::find(found.begin(), found.end(), type) == found.end())
    found.push_back(type);
  if (const auto array = arrayIn(entry(type).die)) {
    const std::uint64_t count = countOf(*array);
    if (count == 0 || offset / array->element_size < count)
      collectSubobjects(idOf(array->element), offset % array->element_size, budget, found);
    return;
  }
  if (!isRecord(type))
    return;
  for (const Component &component : std::vector<Component>(components(type)))
    if (component.type && reaches(component, offset))
      collectSubobjects(idOf(*component.type), offset - component.offset, budget, found);
}

std::optional<TypeTable::ArrayAt> TypeTable::arrayAt(TypeId type, std::uint64_t offset,
                                                     std::uint64_t stride) {
  Budget budget;
  return stride == 0 ? std::nullopt : arrayAt(type, offset, stride, budget);
}

std::optional<TypeTable::ArrayAt> TypeTable::arrayAt(TypeId type, std::uint64_t offset,
                                                     std::uint64_t stride, Budget &budget) {
  if (!budget.spend())
    return {};
  if (const auto array = arrayIn(entry(type).die)) {
    const TypeId element = idOf(array->element);
    if (isSteppedBy(*array, offset, stride))
      return ArrayAt{0, countOf(*array), element};
    const std::uint64_t within = offset % array->element_size;
    auto inner = arrayAt(element, within, stride, budget);
    if (inner)
      inner->begin += offset - within;
    return inner;
  }
  if (!isRecord(type))
    return {};
  for (const Component &component : std::vector<Component>(components(type))) {
    if (!component.type || !reaches(component, offset))
      continue;
    const TypeId held = idOf(*component.type);
    // Rust describes the unsized end of a record (`ArcInner<[T]>`) by its element, behind the
    // record's size.
    if (component.offset != 0 && component.offset >= size(type) && size(held) != 0 &&
        stride % size(held) == 0)
      return ArrayAt{component.offset, 0, held};
    auto inner = arrayAt(held, offset - component.offset, stride, budget);
    if (inner) {
      inner->begin += component.offset;
      return inner;
    }
  }
  return {};
}

MemberAt TypeTable::memberAt(TypeId type, std::uint64_t offset, std::uint64_t access_size) {
  TypeDescent descent(units_, names_, types_);
  const Dwarf_Die named = entry(type).named;
  if (const auto array = arrayIn(entry(type).die))
    return descent.findInRow(*array, offset, access_size);
  return descent.find(named, offset, access_size);
}

RecordInfo TypeTable::recordInfo(TypeId type) {
  return types_.recordInfo(entry(type).named);
}

Place TypeTable::declared(TypeId type) {
  return units_.declarationOf(entry(type).die);
}

} // namespace fsfind::debuginfo
