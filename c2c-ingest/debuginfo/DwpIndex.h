#pragma once

#include "c2c-ingest/debuginfo/DwarfImage.h"

namespace fsfind::debuginfo {

/// The index of a DWARF package file: which slices of the package's sections belong to one unit.
/// Reads `.debug_cu_index` and `.debug_tu_index`, version 5 (DWARF 5, 7.3.5) and the older
/// version 2 (GNU DebugFission).
class DwpIndex {
public:
  /// An index without rows if the section is absent or corrupt.
  DwpIndex(ElfFile &package, const std::string &section);

  /// The slices of the unit with this id or type signature, and the package's strings.
  [[nodiscard]] std::optional<DebugSections> find(std::uint64_t signature, ElfFile &package) const;

private:
  [[nodiscard]] std::uint32_t word(std::uint64_t offset) const;
  [[nodiscard]] std::uint64_t signatureAt(std::uint64_t slot) const;
  [[nodiscard]] std::optional<std::uint32_t> rowOf(std::uint64_t signature) const;
  [[nodiscard]] const char *columnName(std::uint32_t column) const;

  Bytes bytes_;
  bool swap_;
  std::uint32_t version_ = 0, columns_ = 0, units_ = 0, slots_ = 0;
};

} // namespace fsfind::debuginfo
