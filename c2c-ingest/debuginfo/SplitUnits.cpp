#include "c2c-ingest/debuginfo/SplitUnits.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace fsfind::debuginfo {

namespace {

/// The ids of an image's units: in their headers, or as DW_AT_GNU_dwo_id.
std::set<std::uint64_t> idsOf(const DwarfImage &image) {
  std::set<std::uint64_t> ids;
  Dwarf_CU *unit = nullptr;
  Dwarf_Die die;
  while (dwarf_get_units(image.dwarf(), unit, &unit, nullptr, nullptr, &die, nullptr) == 0) {
    std::uint64_t found = 0;
    dwarf_cu_info(unit, nullptr, nullptr, nullptr, nullptr, &found, nullptr, nullptr);
    ids.insert(found);
    if (const auto old = constantOf(die, DW_AT_GNU_dwo_id))
      ids.insert(*old);
  }
  return ids;
}

} // namespace

SplitUnits::SplitUnits(std::vector<std::string> binaries, SearchOptions search)
    : binaries_(std::move(binaries)), search_(std::move(search)) {}

void SplitUnits::openPackages() {
  if (std::exchange(searched_packages_, true))
    return;
  std::vector<std::string> paths;
  for (const std::string &binary : binaries_) {
    paths.push_back(binary + ".dwp");
    if (binary.ends_with(".debug"))
      paths.push_back(binary.substr(0, binary.size() - 6) + ".dwp");
    for (const std::string &directory : search_.debug_dirs)
      paths.push_back(joinPath(directory, baseName(binary) + ".dwp"));
    if (!search_.recording_dir.empty())
      paths.push_back(joinPath(search_.recording_dir, baseName(binary) + ".dwp"));
  }
  for (const std::string &path : paths) {
    auto file = ElfFile::open(path);
    if (!file)
      continue;
    DwpIndex units(**file, ".debug_cu_index");
    DwpIndex types(**file, ".debug_tu_index");
    packages_.push_back({std::move(*file), units, types});
  }
}

const DwarfImage *SplitUnits::keep(const DebugSections &sections, unsigned char byte_order) {
  auto image = DwarfImage::compose(sections, byte_order);
  return image ? images_.emplace_back(std::move(image)).get() : nullptr;
}

const DwarfImage *SplitUnits::openInPackage(std::uint64_t signature, DwpIndex Package::*index) {
  openPackages();
  for (Package &package : packages_)
    if (auto sections = (package.*index).find(signature, *package.file))
      if (const DwarfImage *image = keep(*sections, package.file->byteOrder()))
        return image;
  return nullptr;
}

std::vector<std::string> SplitUnits::candidates(const Unit &skeleton) const {
  const std::string &name = skeleton.split_name;
  const bool absolute = name.starts_with('/');
  const std::string recorded = absolute ? name : joinPath(skeleton.directory, name);
  std::vector<std::string> paths;
  if (!search_.symfs.empty())
    paths.push_back(joinPath(search_.symfs, recorded));
  paths.push_back(recorded);
  std::vector<std::string> directories = search_.debug_dirs;
  for (const std::string &binary : binaries_)
    directories.push_back(directoryOf(binary));
  if (!search_.recording_dir.empty())
    directories.push_back(search_.recording_dir);
  for (const std::string &directory : directories) {
    paths.push_back(joinPath(directory, name));
    paths.push_back(joinPath(directory, baseName(name)));
  }
  return paths;
}

SplitUnits::File &SplitUnits::fileAt(const std::string &path) {
  std::error_code error;
  const auto [place, fresh] =
      files_.try_emplace(std::filesystem::weakly_canonical(path, error).string());
  File &known = place->second;
  if (!fresh)
    return known;
  auto file = ElfFile::open(path);
  if (!file)
    return known;
  known.image = DwarfImage::compose(debugSectionsOf(**file, ".dwo"), (*file)->byteOrder());
  note(**file);
  if (known.image)
    known.ids = idsOf(*known.image);
  known.file = std::move(*file);
  return known;
}

const DwarfImage *SplitUnits::openFile(const Unit &skeleton) {
  for (const std::string &path : candidates(skeleton))
    if (const File &file = fileAt(path); file.image && file.ids.contains(skeleton.dwo_id))
      return file.image.get();
  return nullptr;
}

const DwarfImage *SplitUnits::open(const Unit &skeleton) {
  const DwarfImage *image = openInPackage(skeleton.dwo_id, &Package::units);
  if (!image)
    image = openFile(skeleton);
  if (!image && missing_++ == 0)
    first_missing_ = skeleton.split_name;
  return image;
}

const DwarfImage *SplitUnits::openType(std::uint64_t signature) {
  return openInPackage(signature, &Package::types);
}

/// One note stands for all files of units, of which there may be thousands.
void SplitUnits::note(const ElfFile &file) {
  if (notes_.empty())
    notes_ = file.notes();
}

std::vector<std::string> SplitUnits::notes() const {
  std::vector<std::string> all = notes_;
  for (const Package &package : packages_)
    for (std::string &one : package.file->notes())
      all.push_back(std::move(one));
  if (missing_ != 0)
    all.push_back(
        fmt::format("{}: {} split debug file(s) not found, the first is {}; keep the .dwo files, "
                    "or pack them into {}.dwp, or give their directory with --debug-dir",
                    binaries_.front(), missing_, first_missing_, baseName(binaries_.front())));
  return all;
}

} // namespace fsfind::debuginfo
