#include "c2c-ingest/debuginfo/VariableTable.h"

#include "c2c-ingest/debuginfo/ByteOrder.h"

#include <algorithm>

namespace fsfind::debuginfo {

namespace {

bool holdsGlobals(int tag) {
  return tag == DW_TAG_namespace || tag == DW_TAG_module;
}

bool holdsLocals(int tag) {
  return tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block ||
         tag == DW_TAG_inlined_subroutine || isRecordTag(tag);
}

/// The address that a location expression names at link time: DW_OP_addr or an indexed one, with
/// a constant added at most. Thread-local variables and computed values have none.
std::optional<std::uint64_t> staticAddress(const Unit &unit, const Dwarf_Op *ops,
                                           std::size_t count) {
  if (count == 0 || count > 2)
    return {};
  std::uint64_t address = 0;
  if (ops[0].atom == DW_OP_addr)
    address = ops[0].number;
  else if (ops[0].atom == DW_OP_addrx || ops[0].atom == DW_OP_GNU_addr_index)
    address = indexedAddress(unit, ops[0].number);
  else
    return {};
  if (count == 2 && ops[1].atom != DW_OP_plus_uconst)
    return {};
  return count == 2 ? address + ops[1].number : address;
}

/// An expression of nothing but DW_OP_addr. Go's linker writes it in a block form, which libdw
/// does not take for an expression in DWARF 4 and 5.
std::optional<std::uint64_t> plainAddress(const Unit &unit, Dwarf_Attribute location) {
  Dwarf_Block block;
  if (dwarf_formblock(&location, &block) != 0 || block.length != 1U + unit.address_size ||
      block.data[0] != DW_OP_addr)
    return {};
  const Bytes bytes{reinterpret_cast<const std::byte *>(block.data), block.length};
  const bool swap = unit.image->swapped();
  return unit.address_size == 4 ? readAt<std::uint32_t>(bytes, 1, swap)
                                : readAt<std::uint64_t>(bytes, 1, swap);
}

/// A location list describes a variable that moves, which is not in static storage.
bool isLocationList(const Dwarf_Attribute &location) {
  return location.form == DW_FORM_sec_offset || location.form == DW_FORM_loclistx;
}

struct Part {
  std::uint64_t address = 0, offset = 0, bytes = 0; ///< as VariableTable::Variable has them
};

/// The parts of a variable that have an address, or all of it. Of one that was split, each part's
/// address comes before its DW_OP_piece; of parts that are gone there is only that.
std::vector<Part> staticParts(const Unit &unit, const Dwarf_Op *ops, std::size_t count) {
  std::vector<Part> parts;
  std::uint64_t offset = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (ops[i].atom != DW_OP_piece)
      continue;
    const std::uint64_t bytes = ops[i].number;
    if (const auto address = staticAddress(unit, ops + first, i - first); address && bytes != 0)
      parts.push_back({*address, offset, bytes});
    offset += bytes;
    first = i + 1;
  }
  if (first == 0)
    if (const auto address = staticAddress(unit, ops, count))
      parts.push_back({*address, 0, 0});
  return parts;
}

std::vector<Part> staticParts(const Unit &unit, Dwarf_Attribute location) {
  if (isLocationList(location))
    return {};
  Dwarf_Op *ops = nullptr;
  std::size_t count = 0;
  if (const auto plain = plainAddress(unit, location))
    return {{*plain, 0, 0}};
  if (dwarf_getlocation(&location, &ops, &count) != 0)
    return {};
  return staticParts(unit, ops, count);
}

/// The offset in the module's thread-local block: a constant, then DW_OP_form_tls_address or its
/// older GNU form. Block forms are read here, since libdw does not take all of them.
std::optional<std::uint64_t> threadOffset(const Unit &unit, Dwarf_Attribute location) {
  Dwarf_Block block;
  if (isLocationList(location) || dwarf_formblock(&location, &block) != 0 || block.length < 3)
    return {};
  const unsigned last = block.data[block.length - 1];
  if (last != DW_OP_form_tls_address && last != DW_OP_GNU_push_tls_address)
    return {};
  const Bytes bytes{reinterpret_cast<const std::byte *>(block.data), block.length};
  const bool swap = unit.image->swapped();
  switch (block.data[0]) {
  case DW_OP_const8u:
  case DW_OP_addr:
    return readAt<std::uint64_t>(bytes, 1, swap);
  case DW_OP_const4u:
    return readAt<std::uint32_t>(bytes, 1, swap);
  case DW_OP_addrx:
  case DW_OP_constx:
  case DW_OP_GNU_addr_index:
  case DW_OP_GNU_const_index: {
    std::uint64_t at = 1;
    return indexedAddress(unit, readUleb(bytes, at));
  }
  default:
    return {};
  }
}

} // namespace

VariableTable::VariableTable(DwarfUnits &units, const ElfFile &file, Depth depth) : file_(file) {
  for (Unit *linked : units.all()) {
    const Unit &unit = units.full(*linked);
    DieWalk from_start;
    walk(unit, unit.die, depth, 0, from_start);
  }
  for (auto *variables : {&variables_, &thread_locals_}) {
    std::stable_sort(variables->begin(), variables->end(),
                     [](const Variable &a, const Variable &b) { return a.address < b.address; });
    variables->shrink_to_fit();
  }
}

void VariableTable::walk(const Unit &unit, Dwarf_Die parent, Depth depth, int level,
                         DieWalk &entries) {
  if (level > kMaxDieDepth)
    return;
  entries.children(parent, [&](Dwarf_Die child) {
    const int tag = tagOf(child);
    if (tag == DW_TAG_variable)
      add(unit, child);
    else if (holdsGlobals(tag) || (depth == Depth::Everywhere && holdsLocals(tag)))
      walk(unit, child, depth, level + 1, entries);
  });
}

void VariableTable::add(const Unit &unit, Dwarf_Die die) {
  const auto location = attributeOf(die, DW_AT_location);
  if (!location)
    return;
  if (const auto offset = threadOffset(unit, *location)) {
    thread_locals_.push_back({.address = *offset, .die = die, .begin = *offset});
    return;
  }
  const std::vector<Part> parts = staticParts(unit, *location);
  // Linkers leave 0 or the largest addresses for variables that they dropped.
  for (const Part &part : parts)
    if (part.address != 0 && file_.loads(part.address))
      variables_.push_back({part.address, die, part.offset, part.bytes,
                            parts.front().address - parts.front().offset});
}

const VariableTable::Variable *VariableTable::threadLocalBefore(std::uint64_t offset) const {
  const auto above = [](std::uint64_t at, const Variable &v) { return at < v.address; };
  const auto end = std::upper_bound(thread_locals_.begin(), thread_locals_.end(), offset, above);
  return end == thread_locals_.begin() ? nullptr : &*std::prev(end);
}

std::span<const VariableTable::Variable> VariableTable::startingBefore(std::uint64_t svma) const {
  const auto above = [](std::uint64_t address, const Variable &v) { return address < v.address; };
  const auto below = [](const Variable &v, std::uint64_t address) { return v.address < address; };
  const auto end = std::upper_bound(variables_.begin(), variables_.end(), svma, above);
  if (end == variables_.begin())
    return {};
  const auto begin = std::lower_bound(variables_.begin(), end, std::prev(end)->address, below);
  return {begin, end};
}

} // namespace fsfind::debuginfo
