#include "tests/fuzz/mutators/ElfImage.h"

#include <zlib.h>
#include <zstd.h>

namespace fsfind::fuzz {
namespace {

constexpr std::uint64_t kLargestUnpacked = 4U << 20;
constexpr std::uint32_t kZlib = 1, kZstd = 2; // ch_type
constexpr std::size_t kMostSections = 200;
constexpr const char *kNames = ".shstrtab";

template <class T> std::optional<T> structAt(Bytes bytes, std::uint64_t at) {
  T value;
  if (at > bytes.size() || sizeof(T) > bytes.size() - at)
    return std::nullopt;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

Bytes clip(Bytes bytes, std::uint64_t at, std::uint64_t size) {
  if (at >= bytes.size())
    return {};
  return bytes.subspan(at, std::min<std::uint64_t>(size, bytes.size() - at));
}

std::string nameAt(Bytes names, std::uint32_t at) {
  const Bytes rest = clip(names, at, names.size());
  const std::string_view text(reinterpret_cast<const char *>(rest.data()), rest.size());
  return std::string(text.substr(0, text.find('\0')));
}

bool inflated(Bytes packed, Buffer &plain) {
  uLongf size = plain.size();
  return uncompress(reinterpret_cast<Bytef *>(plain.data()), &size,
                    reinterpret_cast<const Bytef *>(packed.data()), packed.size()) == Z_OK &&
         size == plain.size();
}

/// Leaves the bytes as they are, and the section plain, if they cannot be unpacked.
void unpack(ElfSection &section) {
  const auto header = structAt<Elf64_Chdr>(section.bytes, 0);
  if ((section.header.sh_flags & SHF_COMPRESSED) == 0 || !header ||
      header->ch_size > kLargestUnpacked)
    return;
  const Bytes packed = Bytes(section.bytes).subspan(sizeof *header);
  Buffer plain(header->ch_size);
  if (header->ch_type == kZlib && inflated(packed, plain))
    section.packing = Packing::Zlib;
  else if (header->ch_type == kZstd && ZSTD_decompress(plain.data(), plain.size(), packed.data(),
                                                       packed.size()) == plain.size())
    section.packing = Packing::Zstd;
  else
    return;
  section.bytes = std::move(plain);
  section.header.sh_flags &= ~std::uint64_t{SHF_COMPRESSED};
}

void append(Buffer &out, const void *data, std::size_t size) {
  const auto *bytes = static_cast<const std::byte *>(data);
  out.insert(out.end(), bytes, bytes + size);
}

/// As the file has them.
Buffer packed(const ElfSection &section) {
  if (section.packing == Packing::Plain)
    return section.bytes;
  const bool zlib = section.packing == Packing::Zlib;
  const Elf64_Chdr header{zlib ? kZlib : kZstd, 0, section.bytes.size(), 1};
  uLongf size = compressBound(section.bytes.size());
  Buffer body(std::max<std::size_t>(size, ZSTD_compressBound(section.bytes.size())));
  if (zlib)
    compress2(reinterpret_cast<Bytef *>(body.data()), &size,
              reinterpret_cast<const Bytef *>(section.bytes.data()), section.bytes.size(), 1);
  else
    size = ZSTD_compress(body.data(), body.size(), section.bytes.data(), section.bytes.size(), 1);
  Buffer out;
  append(out, &header, sizeof header);
  append(out, body.data(), size);
  return out;
}

std::uint64_t endOfLoaded(Bytes file, const Elf64_Ehdr &header) {
  std::uint64_t end = sizeof header;
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    const std::uint64_t at = header.e_phoff + i * sizeof(Elf64_Phdr);
    const auto segment = structAt<Elf64_Phdr>(file, at);
    if (!segment)
      break;
    end = std::max(end, at + sizeof *segment);
    if (segment->p_type == PT_LOAD && segment->p_offset <= file.size() &&
        segment->p_filesz <= file.size() - segment->p_offset)
      end = std::max(end, segment->p_offset + segment->p_filesz);
  }
  return std::min<std::uint64_t>(end, file.size());
}

} // namespace

Buffer *ElfImage::find(std::string_view name) {
  for (ElfSection &section : sections)
    if (section.name == name && !section.in_front && !section.bytes.empty())
      return &section.bytes;
  return nullptr;
}

std::optional<ElfImage> readElf(Bytes file) {
  const auto header = structAt<Elf64_Ehdr>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB)
    return std::nullopt;
  ElfImage image;
  image.front = bufferOf(file.first(endOfLoaded(file, *header)));
  std::vector<Elf64_Shdr> headers;
  for (std::uint64_t i = 0; i < std::min<std::size_t>(header->e_shnum, kMostSections); ++i)
    if (const auto one = structAt<Elf64_Shdr>(file, header->e_shoff + i * sizeof(Elf64_Shdr)))
      headers.push_back(*one);
  Bytes names;
  if (header->e_shstrndx < headers.size()) {
    const Elf64_Shdr &of_names = headers[header->e_shstrndx];
    names = clip(file, of_names.sh_offset, of_names.sh_size);
  }
  for (std::size_t i = 0; i < headers.size(); ++i) {
    ElfSection section{nameAt(names, headers[i].sh_name), headers[i], {}, {}};
    section.in_front =
        section.header.sh_type == SHT_NOBITS || (section.header.sh_flags & SHF_ALLOC) != 0;
    if (i == header->e_shstrndx)
      section.name = kNames;
    if (!section.in_front) {
      section.bytes = bufferOf(clip(file, section.header.sh_offset, section.header.sh_size));
      unpack(section);
    }
    image.sections.push_back(std::move(section));
  }
  return image;
}

namespace {

/// Where the sections' names are; there is such a section afterwards.
std::size_t placeOfNames(std::vector<ElfSection> &sections) {
  std::size_t at = 0;
  while (at < sections.size() && sections[at].name != kNames)
    ++at;
  if (at == sections.size())
    sections.push_back({kNames, {}, Packing::Plain, {}});
  sections[at].header.sh_type = SHT_STRTAB;
  sections[at].in_front = false;
  return at;
}

/// Puts the names of all into one of the sections.
void nameSections(std::vector<ElfSection> &sections, Buffer &names) {
  names.assign(1, std::byte{0});
  for (ElfSection &section : sections) {
    section.header.sh_name = static_cast<Elf64_Word>(names.size());
    append(names, section.name.c_str(), section.name.size() + 1);
  }
}

void align(Buffer &out) {
  out.resize((out.size() + 7) / 8 * 8);
}

} // namespace

Buffer writeElf(const ElfImage &image) {
  std::vector<ElfSection> sections = image.sections;
  const std::size_t names = placeOfNames(sections);
  Buffer out = image.front;
  std::vector<Elf64_Shdr> headers;
  Buffer text;
  nameSections(sections, text);
  sections[names].bytes = std::move(text);
  for (const ElfSection &section : sections) {
    Elf64_Shdr header = section.header;
    if (!section.in_front && header.sh_type != SHT_NULL) {
      const Buffer bytes = packed(section);
      align(out);
      header.sh_offset = out.size();
      header.sh_size = bytes.size();
      if (section.packing != Packing::Plain)
        header.sh_flags |= SHF_COMPRESSED;
      append(out, bytes.data(), bytes.size());
    }
    header.sh_size += section.size_error;
    headers.push_back(header);
  }
  align(out);
  if (auto header = structAt<Elf64_Ehdr>(out, 0)) {
    header->e_shoff = out.size();
    header->e_shentsize = sizeof(Elf64_Shdr);
    header->e_shnum = static_cast<Elf64_Half>(headers.size());
    header->e_shstrndx = static_cast<Elf64_Half>(names);
    std::memcpy(out.data(), &*header, sizeof *header);
  }
  append(out, headers.data(), headers.size() * sizeof(Elf64_Shdr));
  return out;
}

} // namespace fsfind::fuzz
