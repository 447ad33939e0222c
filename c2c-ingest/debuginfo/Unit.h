#pragma once

#include "c2c-ingest/debuginfo/Die.h"
#include "c2c-ingest/debuginfo/DwarfImage.h"
#include "c2c-ingest/debuginfo/UnitIndex.h"

#include <memory>
#include <optional>
#include <string>

namespace fsfind::debuginfo {

/// A unit of debug info with what is needed to read its addresses. For split DWARF there are two:
/// the skeleton in the linked file and the full one in a `.dwo` or `.dwp`; addresses, ranges and
/// lines of the full one are in the sections of the skeleton.
struct Unit {
  Dwarf_Die die;                     ///< the unit's own entry
  const DwarfImage *image = nullptr; ///< sections that hold `die`
  const Unit *skeleton = nullptr;    ///< set for a full unit of split DWARF
  std::uint16_t version = 0;
  std::uint8_t address_size = 8, offset_size = 4;
  std::uint8_t unit_type = 0; ///< DW_UT_*
  std::uint64_t dwo_id = 0;
  std::uint64_t address_base = 0; ///< of `.debug_addr` in the linked file's sections
  std::uint64_t ranges_base = 0;  ///< DW_AT_GNU_ranges_base of the skeleton
  std::uint64_t low_pc = 0;       ///< base of range lists
  std::uint64_t language = 0;     ///< DW_LANG_*
  std::string directory;          ///< DW_AT_comp_dir
  std::string split_name;         ///< file name of the `.dwo` a skeleton stands for
  std::optional<UnitIndex> index; ///< made when first needed

  /// Sections of the linked file, where addresses are.
  [[nodiscard]] const DwarfImage &linked() const { return skeleton ? *skeleton->image : *image; }
};

/// The `index`-th address of the unit's part of `.debug_addr`.
std::uint64_t indexedAddress(const Unit &unit, std::uint64_t index);

/// An attribute of class address, in place or by index.
std::optional<std::uint64_t> addressOf(const Unit &unit, Dwarf_Die die, unsigned name);

bool isRust(const Unit &unit);
bool isGo(const Unit &unit);

} // namespace fsfind::debuginfo
