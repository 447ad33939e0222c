#include "c2c-ingest/debuginfo/CutElf.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace fsfind::debuginfo {

bool isCutShort(const ElfFile &file) {
  GElf_Ehdr header;
  std::size_t size = 0;
  if (gelf_getehdr(file.elf(), &header) == nullptr || elf_rawfile(file.elf(), &size) == nullptr)
    return false;
  if (header.e_shoff == 0) // a file need not have sections
    return false;
  // The number is 0 if it does not fit; the first header has it then.
  const std::uint64_t count = std::max<std::uint64_t>(header.e_shnum, 1);
  return header.e_shoff > size || count * header.e_shentsize > size - header.e_shoff;
}

} // namespace fsfind::debuginfo
