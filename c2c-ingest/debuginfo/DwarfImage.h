#pragma once

#include "c2c-ingest/debuginfo/ElfFile.h"

#include <elfutils/libdw.h>

namespace fsfind::debuginfo {

/// Debug sections by plain name (`.debug_info`, never `.zdebug_info` or `.debug_info.dwo`).
using DebugSections = std::map<std::string, Bytes>;

/// A set of debug sections as libdw reads them. libdw itself reads only whole files that it can
/// decompress; this hands it any sections, wherever they come from: decompressed ones, a `.dwo`,
/// one unit's slices of a `.dwp`. Every DWARF handle of a module is made here, so that all kinds
/// of debug info take one path on all versions of elfutils.
class DwarfImage {
public:
  /// Nothing if libdw finds no DWARF in the sections. Their bytes must outlive the image.
  static std::unique_ptr<DwarfImage> compose(const DebugSections &sections,
                                             unsigned char byte_order);
  ~DwarfImage();
  DwarfImage(const DwarfImage &) = delete;
  DwarfImage &operator=(const DwarfImage &) = delete;

  [[nodiscard]] Dwarf *dwarf() const { return dwarf_; }
  [[nodiscard]] Bytes section(const std::string &name) const;
  [[nodiscard]] bool swapped() const { return swapped_; }

private:
  DwarfImage() = default;
  bool buildShell(unsigned char byte_order);
  void fillShell();

  DebugSections sections_;
  std::vector<char> shell_;
  Elf *elf_ = nullptr;
  Dwarf *dwarf_ = nullptr;
  bool swapped_ = false;
};

/// The debug sections of a whole file; `suffix` is ".dwo" for split units.
DebugSections debugSectionsOf(ElfFile &file, const std::string &suffix = {});

} // namespace fsfind::debuginfo
