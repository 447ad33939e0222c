#include "c2c-ingest/debuginfo/DebugInfo.h"

#include "c2c-ingest/debuginfo/HandingOut.h"

#include <algorithm>

#include <fmt/format.h>

namespace fsfind::debuginfo {

namespace {

/// DWARF numbers registers of other kinds from here on (System V AMD64 ABI, figure 3.36; DWARF for
/// the Arm 64-bit architecture, 4.1).
unsigned generalRegistersOf(const ElfFile &file) {
  return file.machine() == EM_AARCH64 ? 32 : 16;
}

} // namespace

DebugInfo::DebugInfo(std::unique_ptr<DwarfImage> main, std::unique_ptr<DwarfImage> alternate,
                     SplitUnits split, const ElfFile &file, const Symbols &symbols)
    : units_(std::move(main), std::move(alternate), std::move(split)), names_(units_),
      types_(units_, names_), type_table_(units_, names_, types_),
      functions_(units_, names_, types_, type_table_, generalRegistersOf(file)), file_(file),
      symbols_(symbols) {}

std::vector<Frame> DebugInfo::framesAt(std::uint64_t svma) {
  return inlineFrames(units_, names_, svma);
}

std::vector<HandsOut> DebugInfo::handedOutAt(std::uint64_t svma) {
  std::vector<HandsOut> handed;
  for (const Dwarf_Die &function : functionsAt(units_, svma))
    handed.push_back(handedOutBy(units_, types_, function));
  return handed;
}

std::optional<StaticData> DebugInfo::findStaticData(std::uint64_t svma, std::uint64_t access_size) {
  using Depth = VariableTable::Depth;
  if (!globals_)
    globals_.emplace(units_, file_, Depth::OutsideFunctions);
  if (auto data = findIn(*globals_, {svma, access_size}))
    return data;
  if (!all_)
    all_.emplace(units_, file_, Depth::Everywhere);
  return findIn(*all_, {svma, access_size});
}

namespace {

bool isIn(const VariableTable::Variable &variable, std::uint64_t at) {
  return variable.bytes == 0 || at - variable.address < variable.bytes;
}

} // namespace

std::optional<TypedVariable> DebugInfo::typed(const VariableTable::Variable &variable,
                                              std::uint64_t at) {
  const auto type = types_.typeOf(variable.die);
  const std::uint64_t offset = at - variable.address + variable.part;
  if (!type || !isIn(variable, at) || offset >= std::max(types_.sizeOf(*type), std::uint64_t{1}))
    return {};
  return TypedVariable{names_.variable(variable.die), type_table_.idOf(*type), offset,
                       units_.declarationOf(variable.die)};
}

std::optional<TypedVariable> DebugInfo::staticVariable(std::uint64_t svma) {
  findStaticData(svma); // fills the tables that are needed
  for (const auto *table : {&globals_, &all_})
    if (*table)
      for (const VariableTable::Variable &variable : (*table)->startingBefore(svma))
        if (auto found = typed(variable, svma))
          return found;
  return {};
}

std::optional<TypedVariable> DebugInfo::threadVariable(std::uint64_t offset) {
  using Depth = VariableTable::Depth;
  if (!all_)
    all_.emplace(units_, file_, Depth::Everywhere);
  const VariableTable::Variable *variable = all_->threadLocalBefore(offset);
  return variable ? typed(*variable, offset) : std::nullopt;
}

std::optional<StaticData> DebugInfo::findIn(const VariableTable &table, Accessed bytes) {
  std::optional<StaticData> best;
  for (const VariableTable::Variable &variable : table.startingBefore(bytes.svma)) {
    auto data = describe(variable, bytes);
    // Units that only declare the variable's type describe it without a member: prefer one that has
    // it.
    if (data && (!best || (best->member.empty() && !best->record)))
      best = std::move(data);
    if (best && best->record)
      break;
  }
  return best;
}

std::optional<StaticData> DebugInfo::describe(const VariableTable::Variable &variable,
                                              Accessed bytes) {
  const auto type = types_.typeOf(variable.die);
  const std::uint64_t offset = bytes.svma - variable.address + variable.part;
  std::uint64_t size = type ? types_.sizeOf(*type) : 0;
  // A flexible array at the end, or an array declared without bounds, is larger than its type.
  if (const auto symbol = symbols_.objectAt(variable.address);
      symbol && symbol->start == variable.address && variable.bytes == 0)
    size = std::max(size, symbol->size);
  if (!type || offset >= size || !isIn(variable, bytes.svma))
    return {};
  StaticData data;
  data.object.kind = ObjectKind::Global;
  data.object.name = names_.variable(variable.die);
  data.object.declared = units_.declarationOf(variable.die);
  data.object.address = variable.begin;
  data.object.size = size;
  auto array = types_.arrayOf(*type);
  if (!array)
    array = types_.wrappedArrayOf(*type);
  if (array) {
    describeElement(*array, offset, bytes.size, data);
  } else {
    data.object.type = types_.nameOfDatumType(*type);
    take(TypeDescent(units_, names_, types_).find(*type, offset, bytes.size), data);
  }
  return data;
}

void DebugInfo::describeElement(const ArrayType &array, std::uint64_t offset,
                                std::uint64_t access_size, StaticData &data) {
  ArrayType row = array;
  row.counts.erase(row.counts.begin());
  data.object.size = array.element_size;
  data.object.type = types_.nameOfType(array.element);
  std::string dimensions;
  for (const std::uint64_t count : row.counts) {
    data.object.size *= std::max<std::uint64_t>(count, 1);
    dimensions += fmt::format("[{}]", count);
  }
  if (!dimensions.empty())
    data.object.type += " " + dimensions;
  data.object.size = std::max<std::uint64_t>(data.object.size, 1);
  data.object.index = offset / data.object.size;
  const std::uint64_t inner = offset % data.object.size;
  data.object.address += offset - inner;
  TypeDescent descent(units_, names_, types_);
  take(row.counts.empty() ? descent.find(array.element, inner, access_size)
                          : descent.findInRow(row, inner, access_size),
       data);
}

void DebugInfo::take(MemberAt member, StaticData &data) {
  data.member = std::move(member.path);
  data.member_offset = member.offset;
  data.member_size = member.size;
  data.member_declared = std::move(member.declared);
  data.record = std::move(member.record);
  data.overlaid = member.overlaid;
}

} // namespace fsfind::debuginfo
