#pragma once

#include "c2c-ingest/debuginfo/DwpIndex.h"
#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/debuginfo/Unit.h"

#include <map>
#include <set>

namespace fsfind::debuginfo {

/// Finds the full units of split DWARF: in `.dwo` files (beside the object, the binary or the
/// recording, or in a debug directory) or in a package, `<binary>.dwp`.
class SplitUnits {
public:
  /// `binaries`: paths of the linked file and of its separate debug file.
  SplitUnits(std::vector<std::string> binaries, SearchOptions search);

  /// Sections of the full unit; null if it is not found. Owned by this object.
  const DwarfImage *open(const Unit &skeleton);
  /// Sections of a type unit of a package; null if it is not found. Owned by this object.
  const DwarfImage *openType(std::uint64_t signature);
  [[nodiscard]] std::vector<std::string> notes() const;

private:
  struct Package {
    std::unique_ptr<ElfFile> file;
    DwpIndex units, types;
  };
  void openPackages();
  const DwarfImage *keep(const DebugSections &sections, unsigned char byte_order);
  const DwarfImage *openInPackage(std::uint64_t signature, DwpIndex Package::*index);
  /// A `.dwo` file. Skeletons may name it thousands of times, each in another way.
  struct File {
    std::unique_ptr<ElfFile> file;
    std::unique_ptr<DwarfImage> image; ///< null: it cannot be read
    std::set<std::uint64_t> ids;       ///< of its units
  };
  File &fileAt(const std::string &path);
  const DwarfImage *openFile(const Unit &skeleton);
  void note(const ElfFile &file);
  [[nodiscard]] std::vector<std::string> candidates(const Unit &skeleton) const;

  std::vector<std::string> binaries_;
  SearchOptions search_;
  bool searched_packages_ = false;
  std::vector<Package> packages_;
  std::map<std::string, File> files_; ///< by path without links
  std::vector<std::unique_ptr<DwarfImage>> images_;
  std::vector<std::string> notes_;
  std::size_t missing_ = 0;
  std::string first_missing_;
};

} // namespace fsfind::debuginfo
