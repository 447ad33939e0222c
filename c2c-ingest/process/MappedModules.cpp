#include "c2c-ingest/process/MappedModules.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <sys/stat.h>

namespace fsfind::process {

namespace {

/// A file of a process, with the first of its mappings.
struct MappedFile {
  std::string path;
  const MapsLine *first = nullptr;
  bool code = false;
};

/// By address of the first mapping. Only those of which code is mapped.
std::vector<MappedFile> filesWithCode(const std::vector<MapsLine> &maps) {
  std::map<std::string, MappedFile> files;
  for (const MapsLine &mapping : maps) {
    if (mapping.inode == 0 || !mapping.path.starts_with('/'))
      continue;
    MappedFile &file = files[mapping.path];
    if (file.first == nullptr)
      file = {mapping.path, &mapping, false};
    file.code |= mapping.executable;
  }
  std::vector<MappedFile> found;
  for (auto &[path, file] : files)
    if (file.code)
      found.push_back(std::move(file));
  std::sort(found.begin(), found.end(), [](const MappedFile &a, const MappedFile &b) {
    return a.first->begin < b.first->begin;
  });
  return found;
}

bool hasInode(const std::string &path, std::uint64_t inode) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && status.st_ino == inode;
}

/// Where the mapped file is now. Device numbers are not compared: those of overlay and btrfs differ
/// between maps and stat(2).
std::optional<std::string> findFile(const ProcFiles &files, const MappedFile &file) {
  for (std::string path : {file.path, files.pathOf("root") + file.path})
    if (hasInode(path, file.first->inode))
      return path;
  return std::nullopt;
}

/// The kernel maps whole pages from the one in which a segment begins (ELF specification, program
/// loading).
std::optional<std::uint64_t> biasOf(const debuginfo::ElfFile &elf, const MapsLine &first,
                                    std::uint64_t page_bytes) {
  for (const GElf_Phdr &segment : elf.segments())
    if (segment.p_offset - segment.p_offset % page_bytes == first.offset)
      return first.begin - (segment.p_vaddr - segment.p_vaddr % page_bytes);
  return std::nullopt;
}

std::vector<DataSegment> dataOf(const debuginfo::ElfFile &elf, std::uint64_t bias) {
  std::vector<DataSegment> data;
  for (const GElf_Phdr &segment : elf.segments())
    if ((segment.p_flags & PF_X) == 0 && segment.p_memsz != 0) {
      const std::uint64_t begin = segment.p_vaddr + bias;
      if (begin + segment.p_memsz > begin)
        data.push_back({begin, begin + segment.p_memsz, (segment.p_flags & PF_W) != 0});
    }
  return data;
}

} // namespace

MappedModules mappedModules(const ProcFiles &files, const std::vector<MapsLine> &maps,
                            std::uint64_t page_bytes) {
  MappedModules found;
  std::error_code none;
  const std::string program = std::filesystem::read_symlink(files.pathOf("exe"), none).string();
  for (const MappedFile &file : filesWithCode(maps)) {
    const auto path = findFile(files, file);
    if (!path) {
      found.replaced.push_back(file.path);
      continue;
    }
    auto elf = debuginfo::ElfFile::open(*path);
    const auto bias = elf ? biasOf(**elf, *file.first, page_bytes) : std::nullopt;
    if (!bias)
      continue;
    MappedModule module{file.path, *path, std::move(*elf), *bias, {}, file.path == program};
    module.data = dataOf(*module.elf, *bias);
    found.modules.push_back(std::move(module));
  }
  std::stable_partition(found.modules.begin(), found.modules.end(),
                        [](const MappedModule &module) { return module.executable; });
  return found;
}

} // namespace fsfind::process
