#include "c2c-ingest/debuginfo/ImportedFunctions.h"

#include "c2c-ingest/debuginfo/ByteOrder.h"
#include "c2c-ingest/debuginfo/Demangling.h"

#include <climits>

namespace fsfind::debuginfo {

namespace {

constexpr std::uint64_t kAdrpPage = 4096;

std::uint64_t bits(std::uint32_t word, unsigned first, unsigned count) {
  return word >> first & ((1U << count) - 1);
}

} // namespace

ImportedFunctions::ImportedFunctions(const ElfFile &file) : file_(file) {
  for (Elf_Scn *section = nullptr; (section = elf_nextscn(file.elf(), section));) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) && header.sh_type == SHT_RELA)
      readRelocations(section, header);
  }
}

void ImportedFunctions::readRelocations(Elf_Scn *section, const GElf_Shdr &header) {
  Elf_Scn *symbols = elf_getscn(file_.elf(), header.sh_link);
  GElf_Shdr symbol_header;
  Elf_Data *entries = elf_getdata(section, nullptr);
  Elf_Data *table = symbols ? elf_getdata(symbols, nullptr) : nullptr;
  if (!entries || !table || !gelf_getshdr(symbols, &symbol_header) || header.sh_entsize == 0)
    return;
  const std::uint64_t count = std::min<std::uint64_t>(entries->d_size / header.sh_entsize, INT_MAX);
  for (int i = 0; i < static_cast<int>(count); ++i) {
    GElf_Rela relocation;
    GElf_Sym symbol;
    if (!gelf_getrela(entries, i, &relocation))
      return;
    const auto index = static_cast<int>(GELF_R_SYM(relocation.r_info));
    if (index == 0 || !gelf_getsym(table, index, &symbol))
      continue;
    const char *name = file_.text(symbol_header.sh_link, symbol.st_name);
    if (name && *name)
      names_.emplace(relocation.r_offset, name);
  }
}

/// `jmp *displacement(%rip)`.
std::optional<std::uint64_t> ImportedFunctions::slotOfX86(Bytes stub, std::uint64_t svma) {
  constexpr std::size_t kJump = 6;
  for (std::size_t i = 0; i + kJump <= stub.size(); ++i)
    if (stub[i] == std::byte{0xff} && stub[i + 1] == std::byte{0x25})
      return svma + i + kJump +
             static_cast<std::uint64_t>(std::int64_t{
                 static_cast<std::int32_t>(readAt<std::uint32_t>(stub, i + 2, false))});
  return {};
}

/// `adrp x16, page; ldr x17, [x16, #offset]`.
std::optional<std::uint64_t> ImportedFunctions::slotOfAArch64(Bytes stub, std::uint64_t svma) {
  for (std::size_t i = 0; i + 8 <= stub.size(); i += 4) {
    const auto page = readAt<std::uint32_t>(stub, i, false);
    const auto load = readAt<std::uint32_t>(stub, i + 4, false);
    if ((page & 0x9f00001fU) != 0x90000010U || (load & 0xffc003ffU) != 0xf9400211U)
      continue;
    std::uint64_t pages = bits(page, 5, 19) << 2 | bits(page, 29, 2);
    if ((pages >> 20 & 1) != 0)
      pages |= ~std::uint64_t{0} << 21;
    return ((svma + i) & ~(kAdrpPage - 1)) + pages * kAdrpPage + bits(load, 10, 12) * 8;
  }
  return {};
}

std::optional<std::string> ImportedFunctions::behindStub(Bytes stub, std::uint64_t svma) const {
  stub = stub.first(std::min(stub.size(), kStubBytes));
  const auto slot =
      file_.machine() == EM_AARCH64 ? slotOfAArch64(stub, svma) : slotOfX86(stub, svma);
  const auto name = slot ? names_.find(*slot) : names_.end();
  if (name == names_.end())
    return {};
  return demangled(name->second);
}

} // namespace fsfind::debuginfo
