#pragma once

#include "c2c-ingest/debuginfo/ElfFile.h"
#include "c2c-ingest/debuginfo/Module.h"

namespace fsfind::debuginfo {

/// Functions and objects of the ELF symbol tables: `.symtab` of the file or of its debug file,
/// and `.dynsym`.
class Symbols {
public:
  /// Reads the tables; names stay in the files, which must outlive this object.
  explicit Symbols(const std::vector<ElfFile *> &files);

  [[nodiscard]] std::optional<FunctionSymbol> functionAt(std::uint64_t svma) const;

  struct ObjectSymbol {
    std::string name;
    std::uint64_t start = 0, size = 0;
  };
  [[nodiscard]] std::optional<ObjectSymbol> objectAt(std::uint64_t svma) const;

private:
  struct Symbol {
    std::uint64_t start, size;
    const char *name;
    unsigned char rank; ///< 0 global, 1 weak, 2 local; the lowest at an address is kept
  };
  void readTable(const ElfFile &file, Elf_Scn *section, const GElf_Shdr &header);
  void add(const GElf_Sym &symbol, const char *name);
  [[nodiscard]] static const Symbol *find(const std::vector<Symbol> &symbols, std::uint64_t svma);

  std::vector<Symbol> functions_, objects_; ///< sorted by address, one for each
};

} // namespace fsfind::debuginfo
