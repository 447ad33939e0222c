#include "c2c-ingest/process/Allocators.h"

#include <algorithm>
#include <array>
#include <climits>
#include <set>
#include <string_view>

namespace fsfind::process {

namespace {

/// An allocator has both functions. Sources: each project's public header.
struct Mark {
  AllocatorKind kind;
  std::string_view first, second;
};

constexpr std::array kMarks = {
    Mark{AllocatorKind::Glibc, "__libc_malloc", "mallopt"}, // <malloc.h>
    Mark{AllocatorKind::Tcmalloc, "TCMallocInternalMalloc",
         "TCMallocInternalFree"},                            // libc_override.h
    Mark{AllocatorKind::Gperftools, "tc_malloc", "tc_free"}, // <gperftools/tcmalloc.h>
    Mark{AllocatorKind::Mimalloc, "mi_malloc", "mi_free"},   // <mimalloc.h>
};
/// jemalloc's functions may have a prefix (--with-jemalloc-prefix).
constexpr std::string_view kJemalloc = "mallctlbymib", kJemallocToo = "mallctl";

using Names = std::set<std::string, std::less<>>;

void addJemalloc(const Names &names, std::vector<PlacedAllocator> &found) {
  for (const std::string &name : names) {
    if (!name.ends_with(kJemalloc))
      continue;
    const std::string prefix = name.substr(0, name.size() - kJemalloc.size());
    const std::string other = prefix + std::string(kJemallocToo);
    if (names.contains(other))
      found.push_back({AllocatorKind::Jemalloc, "", other, prefix});
  }
}

/// A module with an allocator and this function serves the whole process: glibc's is then idle.
constexpr std::string_view kReplaced = "malloc";

/// Only names that can be part of a mark are kept: large programs have a million.
bool isOfMark(std::string_view name) {
  return name == kReplaced || name.ends_with(kJemalloc) || name.ends_with(kJemallocToo) ||
         std::any_of(kMarks.begin(), kMarks.end(),
                     [&](const Mark &mark) { return name == mark.first || name == mark.second; });
}

void takeNames(const debuginfo::ElfFile &file, Elf_Scn *section, const GElf_Shdr &header,
               std::vector<std::string> &names) {
  Elf_Data *data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0)
    return;
  const std::uint64_t count = std::min<std::uint64_t>(data->d_size / header.sh_entsize, INT_MAX);
  for (int i = 0; i < static_cast<int>(count); ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, i, &symbol) == nullptr)
      return;
    const int type = GELF_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_GNU_IFUNC))
      continue;
    if (const char *name = file.text(header.sh_link, symbol.st_name);
        name != nullptr && isOfMark(name))
      names.emplace_back(name);
  }
}

std::vector<std::string> definedNames(const debuginfo::ElfFile &file) {
  std::vector<std::string> names;
  for (Elf_Scn *section = nullptr; (section = elf_nextscn(file.elf(), section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) != nullptr &&
        (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM))
      takeNames(file, section, header, names);
  }
  return names;
}

} // namespace

std::vector<PlacedAllocator> allocatorsAmong(const std::vector<std::string> &defined) {
  const Names names(defined.begin(), defined.end());
  std::vector<PlacedAllocator> found;
  for (const Mark &mark : kMarks)
    if (names.contains(mark.first) && names.contains(mark.second))
      found.push_back({mark.kind, "", std::string(mark.first), ""});
  addJemalloc(names, found);
  return found;
}

std::vector<PlacedAllocator> allocatorsIn(std::span<const MappedModule> modules) {
  std::vector<PlacedAllocator> found;
  bool replaced = false;
  for (const MappedModule &module : modules) {
    const std::vector<std::string> names = definedNames(*module.elf);
    for (PlacedAllocator &allocator : allocatorsAmong(names)) {
      replaced |= allocator.kind != AllocatorKind::Glibc &&
                  std::find(names.begin(), names.end(), kReplaced) != names.end();
      allocator.module = module.path;
      found.push_back(std::move(allocator));
    }
  }
  if (replaced)
    std::erase_if(found,
                  [](const PlacedAllocator &one) { return one.kind == AllocatorKind::Glibc; });
  return found;
}

} // namespace fsfind::process
