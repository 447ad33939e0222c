#include "tests/bench/SyntheticWorkload.h"

#include <fcntl.h>
#include <gelf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

namespace fsfind::bench {

namespace {

void readSegments(Elf *elf, LoadedModule &module) {
  std::size_t count = 0;
  elf_getphdrnum(elf, &count);
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (!gelf_getphdr(elf, static_cast<int>(i), &header) || header.p_type != PT_LOAD)
      continue;
    const std::uint32_t protection = ((header.p_flags & PF_R) != 0 ? 1U : 0U) |
                                     ((header.p_flags & PF_W) != 0 ? 2U : 0U) |
                                     ((header.p_flags & PF_X) != 0 ? 4U : 0U);
    module.segments.push_back(
        {header.p_vaddr & ~0xfffULL, header.p_offset & ~0xfffULL,
         ((header.p_vaddr + header.p_memsz + 0xfff) & ~0xfffULL) - (header.p_vaddr & ~0xfffULL),
         protection});
  }
}

void readSymbols(Elf *elf, LoadedModule &module) {
  Elf_Scn *section = nullptr;
  while ((section = elf_nextscn(elf, section))) {
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB)
      continue;
    Elf_Data *data = elf_getdata(section, nullptr);
    GElf_Sym symbol;
    for (int i = 0; data && gelf_getsym(data, i, &symbol); ++i) {
      const auto kind = GELF_ST_TYPE(symbol.st_info);
      if (symbol.st_size == 0 || symbol.st_shndx == SHN_UNDEF)
        continue;
      if (kind == STT_FUNC)
        module.functions.push_back({symbol.st_value, symbol.st_size});
      else if (kind == STT_OBJECT)
        module.variables.push_back({symbol.st_value, symbol.st_size});
    }
  }
}

void readBuildId(Elf *elf, LoadedModule &module) {
  Elf_Scn *section = nullptr;
  while ((section = elf_nextscn(elf, section))) {
    GElf_Shdr header;
    Elf_Data *data = nullptr;
    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_NOTE ||
        !(data = elf_getdata(section, nullptr)))
      continue;
    GElf_Nhdr note;
    std::size_t name = 0, description = 0;
    for (std::size_t at = 0; (at = gelf_getnote(data, at, &note, &name, &description)) > 0;) {
      const auto *bytes = static_cast<const std::uint8_t *>(data->d_buf);
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
          std::memcmp(bytes + name, "GNU", 4) == 0)
        module.build_id.assign(bytes + description, bytes + description + note.n_descsz);
    }
  }
}

void takeSegmentsAsSymbols(LoadedModule &module) {
  for (const LoadedModule::Segment &segment : module.segments)
    if ((segment.protection & PROT_EXEC) != 0)
      module.functions.push_back({segment.address, segment.size});
    else if ((segment.protection & PROT_WRITE) != 0)
      module.variables.push_back({segment.address, segment.size});
}

} // namespace

LoadedModule readModule(const std::string &path, std::uint64_t base) {
  LoadedModule module{path, base, {}, {}, {}, {}};
  elf_version(EV_CURRENT);
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return module;
  if (Elf *elf = elf_begin(file, ELF_C_READ, nullptr)) {
    readSegments(elf, module);
    readSymbols(elf, module);
    readBuildId(elf, module);
    if (module.functions.empty())
      takeSegmentsAsSymbols(module);
    elf_end(elf);
  }
  close(file);
  return module;
}

} // namespace fsfind::bench
