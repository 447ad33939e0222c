#pragma once

#include "rules/input/InputFile.h"
#include "rules/input/Unpacking.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gelf.h>

namespace fsfind::debuginfo {

using Bytes = std::span<const std::byte>;
using BuildId = std::vector<std::uint8_t>;

/// The place `file` names when it is put under `directory`.
std::string joinPath(const std::string &directory, const std::string &file);
std::string directoryOf(const std::string &path);
std::string baseName(const std::string &path);
/// Lower-case hexadecimal digits of a build-id.
std::string toHex(const BuildId &id);

/// One ELF file on disk, mapped read-only. Its bytes are untrusted.
class ElfFile {
public:
  static Expected<std::unique_ptr<ElfFile>> open(const std::string &path);
  ~ElfFile();
  ElfFile(const ElfFile &) = delete;
  ElfFile &operator=(const ElfFile &) = delete;

  [[nodiscard]] const std::string &path() const { return path_; }
  [[nodiscard]] Elf *elf() const { return elf_; }
  /// ELFDATA2LSB or ELFDATA2MSB.
  [[nodiscard]] unsigned char byteOrder() const { return header_.e_ident[EI_DATA]; }
  /// EM_X86_64, EM_AARCH64, …
  [[nodiscard]] std::uint16_t machine() const { return header_.e_machine; }
  /// The bytes that the file loads at an address, up to `length` of them.
  [[nodiscard]] Bytes loadedAt(std::uint64_t svma, std::uint64_t length) const;
  /// NT_GNU_BUILD_ID; empty if the file has none.
  [[nodiscard]] BuildId buildId() const;
  /// Loadable segments (PT_LOAD).
  [[nodiscard]] const std::vector<GElf_Phdr> &segments() const { return segments_; }
  /// PT_TLS: the image of each thread's block.
  [[nodiscard]] std::optional<GElf_Phdr> threadLocalBlock() const;
  /// Whether the running program has a byte at this address.
  [[nodiscard]] bool loads(std::uint64_t svma) const;

  /// Contents, decompressed; empty if absent, without contents in this file, or corrupt. A
  /// `.debug_x` is also found as the older `.zdebug_x`. Sections of one name (a `.dwo` has one for
  /// each type unit) come as one. Lives as long as the file.
  Bytes section(const std::string &name);
  /// What section() has left out so far, since it would be larger, unpacked, than a file of this
  /// size may have.
  [[nodiscard]] std::vector<std::string> notes() const;
  /// As elf_strptr(), which unpacks a table whatever it becomes; null for one that is packed, as
  /// no linker packs them.
  [[nodiscard]] const char *text(std::size_t table, std::size_t offset) const;
  [[nodiscard]] std::uint64_t size() const { return file_.size(); }
  [[nodiscard]] bool hasSection(const std::string &name) const { return sections_.contains(name); }

private:
  [[nodiscard]] bool hasHugeNotes() const;
  ElfFile(std::string path, InputFile file, Elf *elf);
  void readSegments();
  void readSections();

  std::string path_;
  InputFile file_;
  Elf *elf_;
  GElf_Ehdr header_{};
  std::vector<GElf_Phdr> segments_;
  std::map<std::string, std::vector<Elf_Scn *>> sections_;
  std::map<std::string, Bytes> contents_;
  std::vector<std::vector<std::byte>> decompressed_;
  UnpackAllowance allowance_; ///< of all sections together
  std::set<std::string> too_large_;
};

} // namespace fsfind::debuginfo
