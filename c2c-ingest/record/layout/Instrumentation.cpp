#include "c2c-ingest/record/layout/Instrumentation.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::record {
namespace {

class MappedFile {
public:
  explicit MappedFile(const std::string &path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status{};
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
      size_ = static_cast<std::size_t>(status.st_size);
      at_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    }
    if (file >= 0)
      close(file);
  }
  ~MappedFile() {
    if (at_ != MAP_FAILED)
      munmap(at_, size_);
  }
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;

  [[nodiscard]] std::string_view bytes() const {
    return at_ == MAP_FAILED ? std::string_view()
                             : std::string_view(static_cast<const char *>(at_), size_);
  }

private:
  void *at_ = MAP_FAILED;
  std::size_t size_ = 0;
};

/// As far as the file goes.
std::string_view part(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
  return bytes.substr(std::min<std::uint64_t>(offset, bytes.size()), size);
}

template <class Header>
std::optional<Header> headerAt(std::string_view bytes, std::uint64_t offset) {
  const std::string_view found = part(bytes, offset, sizeof(Header));
  if (found.size() != sizeof(Header))
    return {};
  Header header;
  std::memcpy(&header, found.data(), sizeof header);
  return header;
}

bool names(std::string_view table, std::string_view name) {
  return table.find('\0' + std::string(name) + '\0') != std::string_view::npos;
}

} // namespace

Instrumentation instrumentationOf(const std::string &path) {
  const MappedFile file(path);
  const std::string_view bytes = file.bytes();
  const auto header = headerAt<Elf64_Ehdr>(bytes, 0);
  if (!header || !bytes.starts_with(ELFMAG) || header->e_ident[EI_CLASS] != ELFCLASS64 ||
      header->e_ident[EI_DATA] != ELFDATA2LSB)
    return Instrumentation::None;
  Instrumentation found = Instrumentation::None;
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto section = headerAt<Elf64_Shdr>(bytes, header->e_shoff + i * sizeof(Elf64_Shdr));
    if (!section || section->sh_type != SHT_STRTAB)
      continue;
    const std::string_view table = part(bytes, section->sh_offset, section->sh_size);
    // gcc's library, and what it was up to gcc 11, among the names for the loader.
    if ((section->sh_flags & SHF_ALLOC) != 0 &&
        (names(table, "libtsan.so.2") || names(table, "libtsan.so.0")))
      return Instrumentation::SharedLibrary;
    // Clang has its library's functions exported, gcc's (-static-libtsan) are among the others.
    if (names(table, "__tsan_init"))
      found = Instrumentation::OwnLibrary;
  }
  return found;
}

} // namespace fsfind::record
