#include "c2c-ingest/debuginfo/Types.h"

#include "rules/model/AuthorFrame.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>

namespace fsfind::debuginfo {

namespace {

bool isAlias(int tag) {
  switch (tag) {
  case DW_TAG_typedef:
  case DW_TAG_const_type:
  case DW_TAG_volatile_type:
  case DW_TAG_restrict_type:
  case DW_TAG_atomic_type:
  case DW_TAG_immutable_type:
  case DW_TAG_packed_type:
  case DW_TAG_shared_type:
    return true;
  default:
    return false;
  }
}

/// Whether a type of a system header that is called so is a lock or an atomic.
bool tellsUse(std::string_view name) {
  constexpr std::array<std::string_view, 5> kParts = {"mutex", "lock", "atomic", "mtx_t", "sem_t"};
  return std::any_of(kParts.begin(), kParts.end(), [&](std::string_view part) {
    return name.find(part) != std::string_view::npos;
  });
}

/// Depth of bases of bases in which a virtual base is searched.
constexpr int kMaxWrappedBases = 128;

std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? 0 : product;
}

/// Elements of one dimension (a DW_TAG_subrange_type); 0 = unknown.
std::uint64_t countOf(Dwarf_Die dimension) {
  if (const auto count = constantOf(dimension, DW_AT_count))
    return *count;
  const auto last = constantOf(dimension, DW_AT_upper_bound);
  const std::uint64_t first = constantOf(dimension, DW_AT_lower_bound).value_or(0);
  // DWARF 2 and 3 describe a flexible array by an upper bound of -1.
  const bool unknown = !last || *last < first || *last >= std::numeric_limits<std::uint32_t>::max();
  return unknown ? 0 : *last - first + 1;
}

struct BitField {
  std::uint64_t first = 0, size = 0; ///< in bits from the record's start
};

/// DW_AT_data_bit_offset (DWARF 4 on), or the older DW_AT_bit_offset, which counts from the most
/// significant bit of the storage unit.
std::optional<BitField> bitFieldOf(Dwarf_Die die, std::uint64_t byte_offset,
                                   std::uint64_t storage_size) {
  const auto size = constantOf(die, DW_AT_bit_size);
  if (!size || *size == 0)
    return {};
  if (const auto first = constantOf(die, DW_AT_data_bit_offset))
    return BitField{*first, *size};
  const auto from_top = constantOf(die, DW_AT_bit_offset);
  if (!from_top)
    return BitField{byte_offset * 8, *size};
  const std::uint64_t storage = constantOf(die, DW_AT_byte_size).value_or(storage_size) * 8;
  const std::uint64_t used = *from_top + *size;
  return BitField{byte_offset * 8 + (used <= storage ? storage - used : 0), *size};
}

} // namespace

std::optional<Dwarf_Die> Types::typeOf(Dwarf_Die die) {
  return units_.reference(units_.holderOf(die, DW_AT_type), DW_AT_type);
}

Dwarf_Die Types::bare(Dwarf_Die type) {
  for (int i = 0; i < kMaxReferences; ++i) {
    auto next = isAlias(tagOf(type)) ? units_.reference(type, DW_AT_type)
                                     : units_.reference(type, DW_AT_signature);
    if (!next && isRecordTag(tagOf(type)) && flagOf(type, DW_AT_declaration))
      next = definitionOf(type);
    if (!next)
      break;
    type = *next;
  }
  return type;
}

/// Compilers describe a class only where its constructor or key function is; a variable in
/// another unit then has a declaration as its type.
std::optional<Dwarf_Die> Types::definitionOf(Dwarf_Die declaration) {
  const auto known = definitions_.find(declaration.addr);
  if (known != definitions_.end())
    return known->second;
  const std::string_view name = nameOf(declaration);
  std::optional<Dwarf_Die> found;
  if (!name.empty()) {
    const auto &defined = definedAs(name);
    if (const auto one = defined.find(names_.qualified(declaration)); one != defined.end())
      found = one->second;
  }
  definitions_.insert({declaration.addr, found});
  return found;
}

/// The definitions of that name, by all of their names. All records are walked once, however many
/// are declared only.
const std::map<std::string, Dwarf_Die> &Types::definedAs(std::string_view name) {
  if (!std::exchange(indexed_, true))
    indexRecords();
  const std::size_t hash = std::hash<std::string_view>()(name);
  const auto [known, fresh] = defined_.try_emplace(std::string(name));
  auto record = std::lower_bound(
      records_.begin(), records_.end(), hash,
      [](const IndexedRecord &one, std::size_t wanted) { return one.hash < wanted; });
  for (; fresh && record != records_.end() && record->hash == hash; ++record)
    if (nameOf(record->die) == name)
      known->second.try_emplace(names_.qualified(record->die), record->die);
  return known->second;
}

void Types::indexRecords() {
  const auto add = [&](auto &&self, DieWalk &walk, Dwarf_Die parent, int depth) -> void {
    walk.children(parent, [&](Dwarf_Die child) {
      const bool record = isRecordTag(tagOf(child));
      if (depth > kMaxDieDepth || (!record && tagOf(child) != DW_TAG_namespace))
        return;
      const std::string_view name = record ? nameOf(child) : std::string_view();
      if (!name.empty() && !flagOf(child, DW_AT_declaration))
        records_.push_back({std::hash<std::string_view>()(name), child});
      self(self, walk, child, depth + 1);
    });
  };
  for (Unit *unit : units_.all()) {
    DieWalk walk;
    add(add, walk, units_.full(*unit).die, 0);
  }
  std::stable_sort(records_.begin(), records_.end(),
                   [](const IndexedRecord &a, const IndexedRecord &b) { return a.hash < b.hash; });
}

std::uint64_t Types::sizeOf(Dwarf_Die type) {
  return sizeOf(type, 0);
}

std::uint64_t Types::sizeOf(Dwarf_Die type, int depth) {
  type = bare(type);
  if (const auto size = constantOf(type, DW_AT_byte_size))
    return *size;
  const int tag = tagOf(type);
  if (isPointerTag(tag))
    return units_.unitOf(type).address_size;
  const auto array = arrayOf(type, depth + 1);
  if (!array)
    return 0;
  std::uint64_t size = array->element_size;
  for (const std::uint64_t count : array->counts)
    size = multiply(size, count);
  return size;
}

std::optional<ArrayType> Types::arrayOf(Dwarf_Die type) {
  return arrayOf(type, 0);
}

std::optional<ArrayType> Types::arrayOf(Dwarf_Die type, int depth) {
  type = bare(type);
  if (tagOf(type) != DW_TAG_array_type || depth > kMaxReferences)
    return {};
  const auto element = units_.reference(type, DW_AT_type);
  if (!element)
    return {};
  ArrayType array{*element, sizeOf(*element, depth + 1), {}};
  DieWalk().children(type, [&](Dwarf_Die child) {
    if (tagOf(child) == DW_TAG_subrange_type && array.counts.size() < kMaxReferences)
      array.counts.push_back(countOf(child));
  });
  if (const auto stride = constantOf(type, DW_AT_byte_stride))
    array.element_size = *stride;
  if (array.counts.empty() || array.element_size == 0)
    return {};
  return array;
}

std::optional<ArrayType> Types::wrappedArrayOf(Dwarf_Die type) {
  type = bare(type);
  if (!isRecordTag(tagOf(type)) || !nameOf(type).starts_with("array") ||
      !names_.qualified(type).starts_with("std::array<"))
    return {};
  for (const Component &component : componentsOf(type))
    if (auto array = component.type ? arrayOf(*component.type) : std::nullopt)
      return array;
  return {};
}

std::optional<std::uint64_t> Types::memberOffset(Dwarf_Die die) {
  auto location = attributeOf(die, DW_AT_data_member_location);
  if (!location)
    return constantOf(die, DW_AT_data_bit_offset).value_or(0) / 8;
  Dwarf_Word offset = 0;
  if (dwarf_whatform(&*location) != DW_FORM_sec_offset && dwarf_formudata(&*location, &offset) == 0)
    return offset;
  // DWARF 2 adds the offset in an expression; other expressions are those of virtual bases.
  Dwarf_Op *ops = nullptr;
  std::size_t count = 0;
  if (dwarf_getlocation(&*location, &ops, &count) != 0 || count != 1 ||
      ops[0].atom != DW_OP_plus_uconst)
    return {};
  return ops[0].number;
}

std::optional<Component> Types::componentOf(Dwarf_Die die) {
  const bool is_static = flagOf(die, DW_AT_external) || flagOf(die, DW_AT_declaration);
  const auto offset = memberOffset(die);
  if (is_static || !offset)
    return {};
  Component component{die, units_.reference(die, DW_AT_type), *offset, 0,
                      tagOf(die) == DW_TAG_inheritance};
  if (component.type)
    component.size = sizeOf(*component.type);
  if (const auto bits = bitFieldOf(die, *offset, component.size)) {
    component.offset = bits->first / 8;
    component.size = (bits->first % 8 + bits->size + 7) / 8;
  }
  return component;
}

const std::vector<Component> &Types::componentsOf(Dwarf_Die type) {
  const Dwarf_Die record = bare(type);
  if (const auto known = components_.find(record.addr); known != components_.end())
    return known->second;
  std::vector<Component> components;
  DieWalk().children(record, [&](Dwarf_Die child) {
    const int tag = tagOf(child);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance)
      return;
    if (auto component = componentOf(child))
      components.push_back(*component);
  });
  if (auto base = virtualBaseOf(record, 0))
    components.push_back(*base);
  return components_.emplace(record.addr, std::move(components)).first->second;
}

const std::vector<Component> &Types::variantsOf(Dwarf_Die type) {
  const Dwarf_Die record = bare(type);
  if (const auto known = variants_.find(record.addr); known != variants_.end())
    return known->second;
  std::vector<Component> variants;
  const auto addMember = [&](Dwarf_Die child) {
    auto component = tagOf(child) == DW_TAG_member ? componentOf(child) : std::nullopt;
    if (component && component->size != 0) {
      component->variant = true;
      variants.push_back(*component);
    }
  };
  DieWalk walk;
  walk.children(record, [&](Dwarf_Die part) {
    if (tagOf(part) != DW_TAG_variant_part)
      return;
    walk.children(part, [&](Dwarf_Die variant) {
      if (tagOf(variant) == DW_TAG_variant)
        walk.children(variant, addMember);
    });
  });
  return variants_.emplace(record.addr, std::move(variants)).first->second;
}

std::optional<Dwarf_Die> Types::innermostTypedef(Dwarf_Die type) {
  std::optional<Dwarf_Die> found;
  for (int i = 0; i < kMaxReferences && isAlias(tagOf(type)); ++i) {
    if (tagOf(type) == DW_TAG_typedef)
      found = type;
    const auto next = units_.reference(type, DW_AT_type);
    if (!next)
      break;
    type = *next;
  }
  return found;
}

/// The only virtual base of a record and its bases; none if there are several. It is placed as in
/// an object of exactly this type: at the end (Itanium C++ ABI, 2.4). In an object of a derived
/// type only the running program knows its place.
std::optional<Component> Types::virtualBaseOf(Dwarf_Die record, int depth) {
  // Each record once: bases may share bases, and crafted ones have themselves.
  if (const auto [known, fresh] = virtual_bases_.insert({bare(record).addr, std::nullopt}); !fresh)
    return known->second;
  std::optional<Component> found;
  bool several = depth > kMaxWrappedBases;
  DieWalk().children(bare(record), [&](Dwarf_Die child) {
    if (tagOf(child) != DW_TAG_inheritance || several)
      return;
    const auto type = units_.reference(child, DW_AT_type);
    const bool is_virtual = constantOf(child, DW_AT_virtuality).value_or(0) != 0;
    auto base = !type        ? std::nullopt
                : is_virtual ? std::optional(Component{child, type, 0, sizeOf(*type), true})
                             : virtualBaseOf(*type, depth + 1);
    if (!base)
      return;
    several = found && bare(*found->type).addr != bare(*base->type).addr;
    found = base;
  });
  const std::uint64_t size = sizeOf(record);
  if (!found || several || found->size == 0 || found->size > size)
    return {};
  found->offset = size - found->size;
  virtual_bases_[bare(record).addr] = found;
  return found;
}

std::string Types::nameOfType(Dwarf_Die type) {
  const bool record = isRecordTag(tagOf(bare(type)));
  for (int i = 0; record && i < kMaxReferences; ++i) {
    const int tag = tagOf(type);
    if (!isAlias(tag) || tag == DW_TAG_typedef)
      break;
    const auto next = units_.reference(type, DW_AT_type);
    if (!next)
      break;
    type = *next;
  }
  return names_.type(type);
}

std::string Types::nameOfDatumType(Dwarf_Die type) {
  Dwarf_Die at = type;
  for (int i = 0; i < kMaxReferences; ++i) {
    const bool alias = isAlias(tagOf(at));
    const bool qualifier = alias && tagOf(at) != DW_TAG_typedef;
    if (!qualifier && isLibraryFile(units_.declarationOf(at).file)) {
      const std::string name = names_.type(at);
      return tellsUse(name) ? name : nameOfType(type);
    }
    const auto next = alias ? units_.reference(at, DW_AT_type) : std::nullopt;
    if (!next)
      break;
    at = *next;
  }
  return nameOfType(type);
}

RecordInfo Types::recordInfo(Dwarf_Die type) {
  const Dwarf_Die record = bare(type);
  const bool unnamed = nameOf(record).empty();
  RecordInfo info;
  info.name = unnamed ? nameOfType(type) : names_.qualified(record);
  info.declared = units_.declarationOf(record);
  info.size = sizeOf(record);
  info.align = constantOf(record, DW_AT_alignment).value_or(0);
  info.members = membersOf(record);
  return info;
}

} // namespace fsfind::debuginfo
