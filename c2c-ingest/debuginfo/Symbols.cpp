#include "c2c-ingest/debuginfo/Symbols.h"

#include "c2c-ingest/debuginfo/Demangling.h"

#include <algorithm>
#include <tuple>

namespace fsfind::debuginfo {

Symbols::Symbols(const std::vector<ElfFile *> &files) {
  for (ElfFile *file : files) {
    UnpackAllowance tables(file->size()); // a header costs little, and many may tell of one table
    for (Elf_Scn *section = nullptr; (section = elf_nextscn(file->elf(), section));) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) &&
          (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM) &&
          tables.take(header.sh_size))
        readTable(*file, section, header);
    }
  }
  const auto before = [](const Symbol &a, const Symbol &b) {
    return std::tuple(a.start, a.size == 0, a.rank) < std::tuple(b.start, b.size == 0, b.rank);
  };
  const auto same = [](const Symbol &a, const Symbol &b) { return a.start == b.start; };
  for (auto *symbols : {&functions_, &objects_}) {
    std::stable_sort(symbols->begin(), symbols->end(), before);
    symbols->erase(std::unique(symbols->begin(), symbols->end(), same), symbols->end());
    symbols->shrink_to_fit();
  }
}

void Symbols::readTable(const ElfFile &file, Elf_Scn *section, const GElf_Shdr &header) {
  Elf_Data *data = elf_getdata(section, nullptr);
  if (!data || header.sh_entsize == 0)
    return;
  const std::uint64_t count = std::min<std::uint64_t>(data->d_size / header.sh_entsize, INT_MAX);
  for (int i = 0; i < static_cast<int>(count); ++i) {
    GElf_Sym symbol;
    if (!gelf_getsym(data, i, &symbol))
      return;
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_value == 0)
      continue;
    if (const char *name = file.text(header.sh_link, symbol.st_name); name && *name)
      add(symbol, name);
  }
}

void Symbols::add(const GElf_Sym &symbol, const char *name) {
  const int type = GELF_ST_TYPE(symbol.st_info);
  const int binding = GELF_ST_BIND(symbol.st_info);
  const unsigned char rank = binding == STB_GLOBAL ? 0 : binding == STB_WEAK ? 1 : 2;
  if (type == STT_FUNC || type == STT_GNU_IFUNC)
    functions_.push_back({symbol.st_value, symbol.st_size, name, rank});
  else if ((type == STT_OBJECT || type == STT_COMMON) && symbol.st_size != 0)
    objects_.push_back({symbol.st_value, symbol.st_size, name, rank});
}

const Symbols::Symbol *Symbols::find(const std::vector<Symbol> &symbols, std::uint64_t svma) {
  auto after =
      std::upper_bound(symbols.begin(), symbols.end(), svma,
                       [](std::uint64_t address, const Symbol &s) { return address < s.start; });
  if (after == symbols.begin())
    return nullptr;
  const Symbol &symbol = *--after;
  // Hand-written assembly often gives no size; then the next symbol ends it.
  return symbol.size == 0 || svma - symbol.start < symbol.size ? &symbol : nullptr;
}

std::optional<FunctionSymbol> Symbols::functionAt(std::uint64_t svma) const {
  const Symbol *symbol = find(functions_, svma);
  if (!symbol)
    return {};
  return FunctionSymbol{demangled(symbol->name), symbol->start, symbol->size};
}

std::optional<Symbols::ObjectSymbol> Symbols::objectAt(std::uint64_t svma) const {
  const Symbol *symbol = find(objects_, svma);
  if (!symbol)
    return {};
  return ObjectSymbol{demangled(symbol->name), symbol->start, symbol->size};
}

} // namespace fsfind::debuginfo
