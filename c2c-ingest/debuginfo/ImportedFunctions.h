#pragma once

#include "c2c-ingest/debuginfo/ElfFile.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace fsfind::debuginfo {

/// The functions of other modules that a module's linkage stubs jump to (`.plt`, `.plt.sec`,
/// `.plt.got`; System V AMD64 ABI 5.2, ELF for the Arm 64-bit architecture).
class ImportedFunctions {
public:
  /// Stubs have so many bytes on both architectures; with branch protection the jump comes later in
  /// them.
  static constexpr std::size_t kStubBytes = 16;

  /// Reads the dynamic relocations. `file` must outlive this.
  explicit ImportedFunctions(const ElfFile &file);

  /// The demangled name of the function that the stub at `svma`, with this code, jumps to; none if
  /// it is no stub.
  [[nodiscard]] std::optional<std::string> behindStub(Bytes stub, std::uint64_t svma) const;

private:
  void readRelocations(Elf_Scn *section, const GElf_Shdr &header);
  [[nodiscard]] static std::optional<std::uint64_t> slotOfX86(Bytes stub, std::uint64_t svma);
  [[nodiscard]] static std::optional<std::uint64_t> slotOfAArch64(Bytes stub, std::uint64_t svma);

  const ElfFile &file_;
  std::map<std::uint64_t, std::string>
      names_; ///< by address of the slot in the global offset table
};

} // namespace fsfind::debuginfo
