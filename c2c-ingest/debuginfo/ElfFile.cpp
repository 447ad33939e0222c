#include "c2c-ingest/debuginfo/ElfFile.h"

#include "c2c-ingest/debuginfo/SectionContents.h"

#include <algorithm>
#include <climits>

#include <elfutils/libdwelf.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fsfind::debuginfo {

std::string joinPath(const std::string &directory, const std::string &file) {
  if (directory.empty())
    return file;
  const bool slash = directory.back() == '/' || (!file.empty() && file.front() == '/');
  return directory + (slash ? "" : "/") + file;
}

std::string directoryOf(const std::string &path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::string baseName(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

std::string toHex(const BuildId &id) {
  std::string text;
  for (const std::uint8_t byte : id)
    text += fmt::format("{:02x}", byte);
  return text;
}

Expected<std::unique_ptr<ElfFile>> ElfFile::open(const std::string &path) {
  FSFIND_TRY(InputFile file, InputFile::open(path, input::kBinary));
  elf_version(EV_CURRENT);
  Elf *elf = elf_begin(file.descriptor(), ELF_C_READ_MMAP, nullptr);
  GElf_Ehdr header;
  if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header)) {
    elf_end(elf);
    return failure({path, {}, "not an ELF file", {}});
  }
  return std::unique_ptr<ElfFile>(new ElfFile(path, std::move(file), elf));
}

ElfFile::ElfFile(std::string path, InputFile file, Elf *elf)
    : path_(std::move(path)), file_(std::move(file)), elf_(elf),
      allowance_(unpacking::kSections.limit(file_.size())) {
  gelf_getehdr(elf_, &header_);
  readSegments();
  readSections();
}

ElfFile::~ElfFile() {
  elf_end(elf_);
}

const char *ElfFile::text(std::size_t table, std::size_t offset) const {
  GElf_Shdr header;
  const bool plain = gelf_getshdr(elf_getscn(elf_, table), &header) != nullptr &&
                     (header.sh_flags & SHF_COMPRESSED) == 0;
  return plain ? elf_strptr(elf_, table, offset) : nullptr;
}

std::vector<std::string> ElfFile::notes() const {
  if (too_large_.empty())
    return {};
  return {
      fmt::format("{}: left out, as it would be far larger unpacked than a file of this size can "
                  "hold: {}; names that need it are missing",
                  path_, fmt::join(too_large_, ", "))};
}

void ElfFile::readSegments() {
  std::size_t count = 0;
  if (elf_getphdrnum(elf_, &count) != 0)
    return;
  for (std::size_t i = 0; i < count && i < INT_MAX; ++i) {
    GElf_Phdr segment;
    if (!gelf_getphdr(elf_, static_cast<int>(i), &segment))
      return;
    if (segment.p_type == PT_LOAD)
      segments_.push_back(segment);
  }
}

void ElfFile::readSections() {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf_, &names) != 0)
    return;
  for (Elf_Scn *section = nullptr; (section = elf_nextscn(elf_, section));) {
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS)
      continue;
    if (const char *name = text(names, header.sh_name))
      sections_[name].push_back(section);
  }
}

std::optional<GElf_Phdr> ElfFile::threadLocalBlock() const {
  std::size_t count = 0;
  if (elf_getphdrnum(elf_, &count) != 0)
    return {};
  for (int i = 0; i < static_cast<int>(std::min<std::size_t>(count, INT_MAX)); ++i) {
    GElf_Phdr segment;
    if (gelf_getphdr(elf_, i, &segment) && segment.p_type == PT_TLS)
      return segment;
  }
  return {};
}

bool ElfFile::loads(std::uint64_t svma) const {
  return std::any_of(segments_.begin(), segments_.end(), [&](const GElf_Phdr &segment) {
    return svma >= segment.p_vaddr && svma - segment.p_vaddr < segment.p_memsz;
  });
}

Bytes ElfFile::loadedAt(std::uint64_t svma, std::uint64_t length) const {
  std::size_t size = 0;
  const char *raw = elf_rawfile(elf_, &size);
  for (const GElf_Phdr &segment : segments_) {
    if (!raw || svma < segment.p_vaddr || svma - segment.p_vaddr >= segment.p_filesz)
      continue;
    const std::uint64_t within = svma - segment.p_vaddr;
    if (segment.p_offset >= size || within >= size - segment.p_offset)
      return {};
    const std::uint64_t available =
        std::min(segment.p_filesz - within, size - segment.p_offset - within);
    return {reinterpret_cast<const std::byte *>(raw) + segment.p_offset + within,
            std::min(length, available)};
  }
  return {};
}

/// libelf goes through all notes for a build-id, and those of a file with holes may have any size.
bool ElfFile::hasHugeNotes() const {
  constexpr std::uint64_t kMost = 16 << 20;
  std::size_t count = 0;
  if (elf_getphdrnum(elf_, &count) != 0)
    return true;
  for (int i = 0; i < static_cast<int>(std::min<std::size_t>(count, INT_MAX)); ++i) {
    GElf_Phdr segment;
    if (gelf_getphdr(elf_, i, &segment) && segment.p_type == PT_NOTE && segment.p_filesz > kMost)
      return true;
  }
  for (Elf_Scn *section = nullptr; (section = elf_nextscn(elf_, section));) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) && header.sh_type == SHT_NOTE && header.sh_size > kMost)
      return true;
  }
  return false;
}

BuildId ElfFile::buildId() const {
  if (hasHugeNotes())
    return {};
  const void *bits = nullptr;
  const ssize_t size = dwelf_elf_gnu_build_id(elf_, &bits);
  if (size <= 0)
    return {};
  const auto *bytes = static_cast<const std::uint8_t *>(bits);
  return {bytes, bytes + size};
}

Bytes ElfFile::section(const std::string &name) {
  const auto [known, fresh] = contents_.try_emplace(name);
  if (!fresh)
    return known->second;
  auto found = sections_.find(name);
  const bool old_style = found == sections_.end() && name.compare(0, 7, ".debug_") == 0;
  if (old_style)
    found = sections_.find(".z" + name.substr(1));
  if (found == sections_.end())
    return {};
  std::vector<std::byte> joined;
  for (Elf_Scn *section : found->second) {
    const SectionRead read = sectionContents({elf_, section, old_style}, allowance_, decompressed_);
    known->second = read.bytes;
    if (found->second.size() == 1 && !read.too_large)
      continue;
    if (read.too_large || !allowance_.take(read.bytes.size())) {
      too_large_.insert(name);
      return known->second = {};
    }
    joined.insert(joined.end(), read.bytes.begin(), read.bytes.end());
  }
  if (!joined.empty())
    known->second = decompressed_.emplace_back(std::move(joined));
  return known->second;
}

} // namespace fsfind::debuginfo
