#include "tests/fuzz/mutators/ElfMutator.h"

#include "tests/fuzz/mutators/DwarfMutator.h"

namespace fsfind::fuzz {
namespace {

constexpr std::size_t kMostSections = 100;

constexpr std::array<std::string_view, 24> kNames = {
    ".debug_info",     ".debug_abbrev",     ".debug_line",
    ".debug_line_str", ".debug_str",        ".debug_str_offsets",
    ".debug_addr",     ".debug_ranges",     ".debug_rnglists",
    ".debug_loc",      ".debug_loclists",   ".debug_types",
    ".debug_macro",    ".debug_aranges",    ".debug_frame",
    ".debug_names",    ".debug_cu_index",   ".debug_tu_index",
    ".debug_sup",      ".gnu_debugaltlink", ".gnu_debuglink",
    ".symtab",         ".dynsym",           ".zdebug_info"};

bool isTable(std::string_view name) {
  return name.starts_with(".debug_line") || name.starts_with(".debug_aranges") ||
         name.starts_with(".debug_rnglists") || name.starts_with(".debug_loclists") ||
         name.starts_with(".debug_addr") || name.starts_with(".debug_frame") ||
         name.starts_with(".debug_str_offsets") || name.starts_with(".debug_names");
}

bool isText(const ElfSection &section) {
  return section.header.sh_type == SHT_STRTAB || section.name.starts_with(".debug_str") ||
         section.name == ".debug_line_str";
}

/// Any section whose bytes can be mutated, or null.
ElfSection *someSection(ElfImage &image, Random &random) {
  for (int tries = 0; tries < 20 && !image.sections.empty(); ++tries)
    if (ElfSection &section = random.pick(image.sections); section.header.sh_size != 0)
      return &section;
  return nullptr;
}

/// Bytes of the file that are loaded keep their places.
void mutateLoaded(Buffer &front, const Elf64_Shdr &header, Random &random) {
  if (header.sh_offset >= front.size() || header.sh_type == SHT_NOBITS)
    return;
  const std::size_t size = std::min<std::uint64_t>(header.sh_size, front.size() - header.sh_offset);
  const auto begin = front.begin() + static_cast<std::ptrdiff_t>(header.sh_offset);
  Buffer bytes(begin, begin + static_cast<std::ptrdiff_t>(size));
  if (random.oneIn(2) || bytes.empty())
    mutateField(bytes, false, random);
  else
    random.pick(bytes) = static_cast<std::byte>(random.below(256));
  std::copy(bytes.begin(), bytes.end(), begin);
}

void mutateSymbols(Buffer &bytes, Random &random) {
  constexpr std::size_t kSymbol = sizeof(Elf64_Sym);
  const std::size_t count = bytes.size() / kSymbol;
  if (count == 0)
    return;
  const auto place = [&] {
    return bytes.begin() + static_cast<std::ptrdiff_t>(kSymbol * random.below(count));
  };
  const auto begin = place();
  Buffer one(begin, begin + kSymbol);
  switch (random.below(4)) {
  case 0: {
    const auto other = place();
    std::copy(other, other + kSymbol, begin);
    return;
  }
  case 1: // st_info
    one[4] = static_cast<std::byte>(random.below(256));
    break;
  case 2:
    bytes.insert(begin, one.begin(), one.end());
    return;
  default:
    mutateField(one, false, random);
  }
  std::copy(one.begin(), one.end(), begin);
}

void mutateContents(ElfImage &image, Random &random) {
  ElfSection *section = someSection(image, random);
  if (!section)
    return;
  if (section->in_front)
    return mutateLoaded(image.front, section->header, random);
  if (section->bytes.empty())
    return;
  if (section->header.sh_type == SHT_SYMTAB)
    mutateSymbols(section->bytes, random);
  else if (isText(*section))
    mutateStrings(section->bytes, random);
  else if (isTable(section->name))
    mutateTable(section->bytes, random);
  else if (random.oneIn(4))
    mutateBytes(section->bytes, 16);
  else
    mutateField(section->bytes, false, random);
}

void mutateHeader(Elf64_Shdr &header, Random &random) {
  switch (random.below(7)) {
  case 0:
    header.sh_type = static_cast<Elf64_Word>(random.number(header.sh_type));
    break;
  case 1:
    header.sh_flags = random.number(header.sh_flags);
    break;
  case 2:
    header.sh_addr = random.number(header.sh_addr);
    break;
  case 3:
    header.sh_link = static_cast<Elf64_Word>(random.number(header.sh_link));
    break;
  case 4:
    header.sh_info = static_cast<Elf64_Word>(random.number(header.sh_info));
    break;
  case 5:
    header.sh_addralign = random.number(header.sh_addralign);
    break;
  default:
    header.sh_entsize = random.number(header.sh_entsize);
  }
}

void mutateSections(ElfImage &image, Random &random) {
  ElfSection *section = someSection(image, random);
  if (!section)
    return;
  switch (random.below(8)) {
  case 0:
    section->name = random.pick(kNames);
    if (random.oneIn(8))
      section->name += ".dwo";
    break;
  case 1:
  case 2:
    section->packing = random.oneIn(2)   ? Packing::Plain
                       : random.oneIn(2) ? Packing::Zlib
                                         : Packing::Zstd;
    break;
  case 3:
    if (image.sections.size() < kMostSections) {
      const ElfSection copy = *section;
      image.sections.push_back(copy);
    }
    break;
  case 4:
    section->bytes.resize(random.below(section->bytes.size() + 1));
    break;
  case 5:
    section->size_error = random.oneIn(2) ? random.number(section->bytes.size()) : 0;
    break;
  case 6:
    image.sections.erase(image.sections.begin() + (section - image.sections.data()));
    break;
  default:
    mutateHeader(section->header, random);
  }
}

/// A field of the file's header, or of a program header.
void mutateFront(Buffer &front, Random &random) {
  Elf64_Ehdr header{};
  if (front.size() < sizeof header)
    return;
  std::memcpy(&header, front.data(), sizeof header);
  const std::size_t segment = header.e_phoff + random.below(header.e_phnum) * sizeof(Elf64_Phdr);
  std::size_t at = 16, size = sizeof header - 16;
  if (random.below(4) != 0 && segment < front.size() &&
      sizeof(Elf64_Phdr) <= front.size() - segment)
    at = segment, size = sizeof(Elf64_Phdr);
  const auto begin = front.begin() + static_cast<std::ptrdiff_t>(at);
  Buffer bytes(begin, begin + static_cast<std::ptrdiff_t>(size));
  mutateField(bytes, false, random);
  std::copy(bytes.begin(), bytes.end(), begin);
}

void mutateImage(ElfImage &image, Random &random) {
  const std::size_t edit = random.below(32);
  if (edit == 0)
    mutateFront(image.front, random);
  else if (edit < 3)
    mutateSections(image, random);
  else if (edit < 12)
    mutateContents(image, random);
  else if (edit < 18)
    mutateAbbreviations(image, random);
  else
    mutateEntries(image, random);
}

} // namespace

std::optional<Buffer> mutatedElf(Bytes bytes, Random &random) {
  std::optional<ElfImage> image = readElf(bytes);
  if (!image)
    return std::nullopt;
  for (std::size_t edits = 1 + random.below(random.oneIn(4) ? 8 : 2); edits > 0; --edits)
    mutateImage(*image, random);
  return writeElf(*image);
}

std::optional<Buffer> mixedElf(Bytes bytes, Bytes other, Random &random) {
  std::optional<ElfImage> image = readElf(bytes), giving = readElf(other);
  if (!image || !giving)
    return std::nullopt;
  ElfSection *given = someSection(*giving, random);
  if (!given || given->in_front || image->sections.size() >= kMostSections)
    return std::nullopt;
  const auto place = std::find_if(image->sections.begin(), image->sections.end(),
                                  [&](const ElfSection &one) { return one.name == given->name; });
  if (place == image->sections.end())
    image->sections.push_back(std::move(*given));
  else if (!place->in_front)
    *place = std::move(*given);
  return writeElf(*image);
}

} // namespace fsfind::fuzz
