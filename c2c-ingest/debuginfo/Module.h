#pragma once

#include "c2c-ingest/debuginfo/FunctionInfo.h"
#include "rules/model/CompiledUnit.h"
#include "rules/model/Expected.h"
#include "rules/model/Profile.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fsfind::debuginfo {

class TypeTable;
struct CallFrame;
struct RecordsFound;

/// Where ELF files and separate debug info are looked for, beyond the recorded path.
struct SearchOptions {
  std::string symfs;                   ///< prefix put before every recorded path; may be empty
  std::vector<std::string> debug_dirs; ///< roots with `.build-id/xx/…` and path-named debug files
  std::string recording_dir;           ///< binaries copied beside the recording are found there
};

/// What lies at a static address, from DWARF variables or, without them, ELF symbols.
struct StaticData {
  Object object; ///< `address` is the module's (svma); the caller rebases it
  std::string member;
  std::uint64_t member_offset = 0;
  std::uint64_t member_size = 0;
  Place member_declared;
  std::optional<RecordInfo> record;
  bool overlaid = false; ///< MemberAt::overlaid
};

struct FunctionSymbol {
  std::string name; ///< demangled, hash suffixes removed
  std::uint64_t start = 0;
  std::uint64_t size = 0; ///< bytes; 0 = unknown
};

/// A variable at a static address, or in each thread's block, with its type.
struct TypedVariable {
  std::string name;
  TypeId type;
  std::uint64_t offset = 0; ///< bytes from the variable's begin to the address asked for
  Place declared;
};

/// One ELF file with its symbols and debug info, opened once, answering questions by svma (the
/// address as the ELF file's program headers count it). Not thread-safe.
class Module {
public:
  /// Finds and opens the file recorded as `path`. A file whose build-id contradicts `build_id`
  /// (empty = not recorded) is passed over: names from another build would be wrong.
  static Expected<std::unique_ptr<Module>> open(const std::string &path,
                                                const std::vector<std::uint8_t> &build_id,
                                                const SearchOptions &search);
  virtual ~Module() = default;

  /// svma of a byte of the file, by program headers; none if no segment loads it.
  [[nodiscard]] virtual std::optional<std::uint64_t>
  svmaOfFileOffset(std::uint64_t offset) const = 0;
  [[nodiscard]] virtual std::optional<FunctionSymbol> findFunction(std::uint64_t svma) = 0;
  /// Inline chain at an instruction, innermost first; empty without line info.
  [[nodiscard]] virtual std::vector<Frame> framesAt(std::uint64_t svma) = 0;
  /// What each of these hands out.
  [[nodiscard]] virtual std::vector<HandsOut> handedOutAt(std::uint64_t svma) = 0;
  /// `access_size` (bytes; 0 = not known) chooses among the alternatives of a union.
  [[nodiscard]] virtual std::optional<StaticData> findStaticData(std::uint64_t svma,
                                                                 std::uint64_t access_size = 0) = 0;

  // For the typing of code:
  /// e_machine of the ELF header (EM_X86_64, EM_AARCH64).
  [[nodiscard]] virtual std::uint16_t machine() const = 0;
  /// The file's bytes at an address, up to `length` or the end of their segment. They live as long
  /// as the module.
  [[nodiscard]] virtual std::span<const std::byte> bytesAt(std::uint64_t svma,
                                                           std::uint64_t length) const = 0;
  /// Where the file has code: its executable segments.
  [[nodiscard]] virtual std::vector<AddressRange> codeSegments() const = 0;
  /// Null without debug info.
  [[nodiscard]] virtual TypeTable *types() = 0;
  /// The function that covers `svma`; without debug info, as in assembly, only what its symbol
  /// tells.
  [[nodiscard]] virtual std::optional<FunctionInfo> functionInfo(std::uint64_t svma) = 0;
  /// How the frame lies of the function whose call is at `svma`.
  [[nodiscard]] virtual std::optional<CallFrame> callFrame(std::uint64_t svma) = 0;
  /// The function whose code begins at `svma`; for a PLT stub, the function that it jumps to.
  [[nodiscard]] virtual std::optional<Signature> signatureAt(std::uint64_t svma) = 0;
  [[nodiscard]] virtual std::optional<TypedVariable> staticVariable(std::uint64_t svma) = 0;
  /// A thread-local variable by its offset from the thread pointer. Only for executables, whose
  /// block lies next to it (ELF Handling For Thread-Local Storage, 3).
  [[nodiscard]] virtual std::optional<TypedVariable> threadVariable(std::int64_t offset) = 0;

  /// Records of that name; see RecordSearch.
  [[nodiscard]] virtual RecordsFound recordsNamed(const std::string &name) = 0;

  /// The units in C and C++, with what debug info tells of how they were compiled.
  [[nodiscard]] virtual CompiledModule compiled() = 0;

  /// One line per thing that was missing, with the package or flag that would give more.
  [[nodiscard]] virtual std::vector<std::string> notes() const = 0;
};

} // namespace fsfind::debuginfo
