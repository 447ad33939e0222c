#include "c2c-ingest/debuginfo/DwarfUnits.h"

#include "c2c-ingest/debuginfo/ByteOrder.h"
#include "c2c-ingest/debuginfo/SourcePath.h"

#include <algorithm>

namespace fsfind::debuginfo {

namespace {

std::string firstText(Dwarf_Die die, unsigned name, unsigned gnu_name) {
  const std::string_view text = textOf(die, name);
  return std::string(text.empty() ? textOf(die, gnu_name) : text);
}

std::uint64_t firstConstant(Dwarf_Die die, unsigned name, unsigned gnu_name) {
  const auto value = constantOf(die, name);
  return value ? *value : constantOf(die, gnu_name).value_or(0);
}

struct FileTable {
  Dwarf_Files *files = nullptr;
  std::size_t count = 0;
};

FileTable filesOf(const Unit &unit) {
  // A full unit of GNU split DWARF may have no file table of its own.
  const bool own = !unit.skeleton || unit.image->section(".debug_line").data();
  Dwarf_Die die = own ? unit.die : unit.skeleton->die;
  FileTable table;
  return dwarf_getsrcfiles(&die, &table.files, &table.count) == 0 ? table : FileTable();
}

/// What a full unit has of its skeleton.
void linkTo(Unit &skeleton, Unit &full) {
  full.skeleton = &skeleton;
  full.address_base = skeleton.address_base;
  full.ranges_base = constantOf(skeleton.die, DW_AT_GNU_ranges_base).value_or(0);
  full.low_pc = skeleton.low_pc;
  full.directory = skeleton.directory;
}

} // namespace

DwarfUnits::DwarfUnits(std::unique_ptr<DwarfImage> main, std::unique_ptr<DwarfImage> alternate,
                       SplitUnits split)
    : main_(std::move(main)), alternate_(std::move(alternate)), split_(std::move(split)) {
  if (alternate_)
    dwarf_setalt(main_->dwarf(), alternate_->dwarf());
  readAll(*main_);
}

void DwarfUnits::readAll(const DwarfImage &image) {
  Dwarf_CU *handle = nullptr;
  Dwarf_Die die;
  while (dwarf_get_units(image.dwarf(), handle, &handle, nullptr, nullptr, &die, nullptr) == 0)
    if (die.addr)
      linked_.push_back(&add(image, die));
}

Unit &DwarfUnits::add(const DwarfImage &image, Dwarf_Die die) {
  Unit &unit = units_.emplace_back();
  unit.die = die;
  unit.image = &image;
  Dwarf_Half version = 0;
  uint64_t id = 0;
  std::uint8_t type = 0;
  dwarf_cu_info(die.cu, &version, &type, nullptr, nullptr, &id, nullptr, nullptr);
  Dwarf_Die unused;
  dwarf_diecu(&die, &unused, &unit.address_size, &unit.offset_size);
  unit.address_size = unit.address_size == 4 ? 4 : 8;
  unit.offset_size = unit.offset_size == 8 ? 8 : 4;
  unit.version = version;
  unit.unit_type = type;
  unit.dwo_id = version >= 5 ? id : constantOf(die, DW_AT_GNU_dwo_id).value_or(0);
  unit.language = constantOf(die, DW_AT_language).value_or(0);
  readSkeleton(unit);
  by_handle_.insert_or_assign(die.cu, &unit);
  return unit;
}

void DwarfUnits::readSkeleton(Unit &unit) const {
  unit.directory = textOf(unit.die, DW_AT_comp_dir);
  unit.split_name = firstText(unit.die, DW_AT_dwo_name, DW_AT_GNU_dwo_name);
  unit.address_base = firstConstant(unit.die, DW_AT_addr_base, DW_AT_GNU_addr_base);
  unit.low_pc = addressOf(unit, unit.die, DW_AT_low_pc).value_or(0);
}

Unit &DwarfUnits::full(Unit &unit) {
  if (unit.split_name.empty() || unit.skeleton)
    return unit;
  const auto known = full_.find(&unit);
  Unit *found = known != full_.end() ? known->second : openFull(unit);
  full_.insert_or_assign(&unit, found);
  return found ? *found : unit;
}

Unit *DwarfUnits::openFull(Unit &skeleton) {
  const DwarfImage *image = split_.open(skeleton);
  if (!image)
    return nullptr;
  const auto [known, fresh] = opened_.try_emplace(image);
  auto &units = known->second;
  Dwarf_CU *handle = nullptr;
  Dwarf_Die die;
  while (fresh &&
         dwarf_get_units(image->dwarf(), handle, &handle, nullptr, nullptr, &die, nullptr) == 0) {
    if (!die.addr)
      continue;
    Unit &unit = add(*image, die);
    linkTo(skeleton, unit);
    if (tagOf(die) != DW_TAG_type_unit)
      units.try_emplace(unit.dwo_id, &unit);
  }
  const auto found = units.find(skeleton.dwo_id);
  if (found == units.end())
    return nullptr;
  linkTo(skeleton, *found->second);
  return found->second;
}

Unit &DwarfUnits::unitOf(Dwarf_Die die) {
  const auto known = by_handle_.find(die.cu);
  if (known != by_handle_.end())
    return *known->second;
  Dwarf_Die top;
  dwarf_diecu(&die, &top, nullptr, nullptr);
  const bool alternate = alternate_ && dwarf_cu_getdwarf(die.cu) == alternate_->dwarf();
  return add(alternate ? *alternate_ : *main_, top);
}

UnitIndex &DwarfUnits::indexOf(Unit &unit) {
  if (!unit.index)
    unit.index.emplace(unit);
  return *unit.index;
}

void DwarfUnits::indexAddresses() {
  addresses_.emplace();
  for (Unit *unit : linked_) {
    auto ranges = rangesOf(*unit, unit->die);
    if (ranges.empty() && !unit->split_name.empty())
      if (const Unit &whole = full(*unit); &whole != unit)
        ranges = rangesOf(whole, whole.die);
    for (const AddressRange &range : ranges)
      addresses_->push_back({range, unit});
  }
  std::sort(addresses_->begin(), addresses_->end(),
            [](const UnitRange &a, const UnitRange &b) { return a.range.begin < b.range.begin; });
}

Unit *DwarfUnits::unitAt(std::uint64_t svma) {
  if (!addresses_)
    indexAddresses();
  auto after = std::upper_bound(
      addresses_->begin(), addresses_->end(), svma,
      [](std::uint64_t address, const UnitRange &entry) { return address < entry.range.begin; });
  for (int steps = 0; steps < 8 && after != addresses_->begin(); ++steps) {
    --after;
    if (svma < after->range.end)
      return &full(*after->unit);
  }
  return nullptr;
}

std::optional<Dwarf_Die> DwarfUnits::typeBySignature(const Dwarf_Attribute &attribute) {
  std::uint64_t signature = 0;
  std::memcpy(&signature, attribute.valp, sizeof signature);
  if (unitOf(Dwarf_Die{attribute.valp, attribute.cu, nullptr, 0}).image->swapped())
    signature = ingest::byteSwap(signature);
  const auto known = types_by_signature_.find(signature);
  if (known != types_by_signature_.end())
    return known->second;
  std::optional<Dwarf_Die> found;
  if (const DwarfImage *image = split_.openType(signature)) {
    Dwarf_CU *handle = nullptr;
    Dwarf_Die die;
    while (!found &&
           dwarf_get_units(image->dwarf(), handle, &handle, nullptr, nullptr, &die, nullptr) == 0) {
      Dwarf_Die type{};
      uint64_t id = 0;
      if (!die.addr ||
          dwarf_cu_info(handle, nullptr, nullptr, nullptr, &type, &id, nullptr, nullptr) != 0)
        continue;
      add(*image, die);
      if (id == signature && type.addr)
        found = type;
    }
  }
  types_by_signature_.insert({signature, found});
  return found;
}

std::optional<Dwarf_Die> DwarfUnits::reference(Dwarf_Die die, unsigned name) {
  auto attribute = attributeOf(die, name);
  if (!attribute)
    return {};
  Dwarf_Die target;
  if (dwarf_formref_die(&*attribute, &target) && target.addr) {
    dwarf_tag(&target); // libdw stores the abbreviation in the entry, and so in its copies
    return target;
  }
  return attribute->form == DW_FORM_ref_sig8 ? typeBySignature(*attribute) : std::nullopt;
}

std::optional<Dwarf_Die> DwarfUnits::declarationBehind(Dwarf_Die die) {
  for (const unsigned name : {DW_AT_abstract_origin, DW_AT_specification, DW_AT_signature})
    if (auto next = reference(die, name))
      return next;
  return {};
}

Dwarf_Die DwarfUnits::origin(Dwarf_Die die) {
  for (int i = 0; i < kMaxReferences; ++i) {
    const auto next = declarationBehind(die);
    if (!next)
      break;
    die = *next;
  }
  return die;
}

Dwarf_Die DwarfUnits::holderOf(Dwarf_Die die, unsigned name) {
  for (int i = 0; i < kMaxReferences && !hasAttribute(die, name); ++i) {
    const auto next = declarationBehind(die);
    if (!next)
      break;
    die = *next;
  }
  return die;
}

std::size_t DwarfUnits::fileCount(const Unit &unit) {
  return filesOf(unit).count;
}

std::string DwarfUnits::fileName(Unit &unit, std::uint64_t index) {
  const FileTable table = filesOf(unit);
  if (index >= table.count)
    return {};
  const char *name = dwarf_filesrc(table.files, index, nullptr, nullptr);
  if (!name || *name == '\0')
    return {};
  return sourcePath(unit, name);
}

Place DwarfUnits::declarationOf(Dwarf_Die die) {
  const Dwarf_Die holder = holderOf(die, DW_AT_decl_line);
  const auto line = constantOf(holder, DW_AT_decl_line);
  if (!line)
    return {};
  Place place;
  const Dwarf_Die file_holder = holderOf(holder, DW_AT_decl_file);
  place.file = fileName(unitOf(file_holder), constantOf(file_holder, DW_AT_decl_file).value_or(0));
  place.line = static_cast<std::uint32_t>(*line);
  place.column = static_cast<std::uint32_t>(constantOf(holder, DW_AT_decl_column).value_or(0));
  return place;
}

} // namespace fsfind::debuginfo
