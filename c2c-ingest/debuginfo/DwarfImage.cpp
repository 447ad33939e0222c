// The image is an ELF file of section headers and names only. libelf is then told where the
// contents of each section really are, through the Elf_Data that elf_getdata hands out for
// modification, so nothing is copied however many units share a string section.
#include "c2c-ingest/debuginfo/DwarfImage.h"

#include "c2c-ingest/debuginfo/ByteOrder.h"

#include <array>
#include <cstring>
#include <new>

namespace fsfind::debuginfo {

namespace {

constexpr std::array kNames = {
    ".debug_info",     ".debug_types",    ".debug_abbrev",      ".debug_addr",   ".debug_line",
    ".debug_line_str", ".debug_str",      ".debug_str_offsets", ".debug_ranges", ".debug_loc",
    ".debug_rnglists", ".debug_loclists", ".debug_macro"};
/// No table of DWARF is shorter than its header; libdw reads headers unchecked.
constexpr std::size_t kShortestTable = 16;

bool isText(const std::string &name) {
  return name.find("_str") + 4 == name.size();
}

/// libdw assumes that strings end within their section and would read past it: cuts off a last
/// string that does not end.
Bytes endAtNul(Bytes text) {
  while (!text.empty() && text.back() != std::byte{0})
    text = text.first(text.size() - 1);
  return text;
}

/// The part of a section that libdw can read safely; may be empty.
Bytes usable(const std::string &name, Bytes bytes) {
  if (isText(name))
    return endAtNul(bytes);
  const bool unheaded = name == ".debug_abbrev" || name == ".debug_addr";
  return unheaded || bytes.size() >= kShortestTable ? bytes : Bytes();
}

void append(std::vector<char> &image, const void *data, std::size_t size) {
  const char *bytes = static_cast<const char *>(data);
  image.insert(image.end(), bytes, bytes + size);
}

Elf64_Ehdr shellHeader(std::size_t sections, unsigned char byte_order) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = byte_order;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_EXEC;
  header.e_version = EV_CURRENT;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shoff = sizeof(Elf64_Ehdr);
  header.e_shnum = static_cast<Elf64_Half>(sections);
  header.e_shstrndx = static_cast<Elf64_Half>(sections - 1);
  return header;
}

/// Turns `size` bytes of host-order structures into the byte order of the file.
bool toFileOrder(char *bytes, std::size_t size, Elf_Type type, unsigned char byte_order) {
  Elf_Data data{};
  data.d_buf = bytes;
  data.d_type = type;
  data.d_version = EV_CURRENT;
  data.d_size = size;
  return elf64_xlatetof(&data, &data, byte_order) != nullptr;
}

/// The attribute is part of the type that libdw asks for.
__attribute__((noreturn)) void endWithoutMemory() {
  throw std::bad_alloc();
}

} // namespace

std::unique_ptr<DwarfImage> DwarfImage::compose(const DebugSections &sections,
                                                unsigned char byte_order) {
  std::unique_ptr<DwarfImage> image(new DwarfImage);
  for (const auto &[name, bytes] : sections)
    if (const Bytes good = usable(name, bytes); !good.empty())
      image->sections_.emplace(name, good);
  image->swapped_ = isForeign(byte_order);
  if (!image->section(".debug_info").data() && !image->section(".debug_types").data())
    return nullptr;
  if (!image->buildShell(byte_order))
    return nullptr;
  image->fillShell();
  image->dwarf_ = dwarf_begin_elf(image->elf_, DWARF_C_READ, nullptr);
  if (!image->dwarf_)
    return nullptr;
  // Else libdw ends the program, with the exit code of findings. It may not return from this.
  dwarf_new_oom_handler(image->dwarf_, endWithoutMemory);
  return image;
}

DwarfImage::~DwarfImage() {
  dwarf_end(dwarf_);
  elf_end(elf_);
}

Bytes DwarfImage::section(const std::string &name) const {
  const auto found = sections_.find(name);
  return found == sections_.end() ? Bytes() : found->second;
}

bool DwarfImage::buildShell(unsigned char byte_order) {
  std::string names(1, '\0');
  std::vector<Elf64_Shdr> headers(1);
  const std::size_t count = sections_.size() + 2;
  for (const auto &[name, bytes] : sections_) {
    Elf64_Shdr &header = headers.emplace_back();
    header.sh_name = static_cast<Elf64_Word>(names.size());
    header.sh_type = SHT_PROGBITS;
    header.sh_size = 1;
    header.sh_addralign = 1;
    names += name + '\0';
  }
  Elf64_Shdr &last = headers.emplace_back();
  last.sh_type = SHT_STRTAB;
  last.sh_offset = sizeof(Elf64_Ehdr) + count * sizeof(Elf64_Shdr);
  last.sh_size = names.size();
  last.sh_addralign = 1;
  const Elf64_Ehdr header = shellHeader(count, byte_order);
  append(shell_, &header, sizeof header);
  append(shell_, headers.data(), count * sizeof(Elf64_Shdr));
  append(shell_, names.data(), names.size());
  if (!toFileOrder(shell_.data(), sizeof header, ELF_T_EHDR, byte_order) ||
      !toFileOrder(shell_.data() + sizeof header, count * sizeof(Elf64_Shdr), ELF_T_SHDR,
                   byte_order))
    return false;
  elf_ = elf_memory(shell_.data(), shell_.size());
  return elf_ != nullptr;
}

void DwarfImage::fillShell() {
  std::size_t index = 1;
  for (const auto &[name, bytes] : sections_) {
    Elf_Scn *section = elf_getscn(elf_, index++);
    // libdw 0.188 asks for the converted data, 0.192 for the raw.
    for (Elf_Data *data : {elf_getdata(section, nullptr), elf_rawdata(section, nullptr)}) {
      if (!data)
        continue;
      data->d_buf = const_cast<std::byte *>(bytes.data());
      data->d_size = bytes.size();
    }
  }
}

DebugSections debugSectionsOf(ElfFile &file, const std::string &suffix) {
  DebugSections sections;
  for (const char *name : kNames)
    if (const Bytes bytes = file.section(name + suffix); !bytes.empty())
      sections.emplace(name, bytes);
  return sections;
}

} // namespace fsfind::debuginfo
