#pragma once

#include "c2c-ingest/debuginfo/ElfFile.h"

#include <cstdint>
#include <optional>

#include <elfutils/libdw.h>

namespace fsfind::debuginfo {

/// Where a function's frame lies while one of its calls is executed, and what it keeps there of its
/// caller. Offsets are in bytes from the canonical frame address (CFA), the caller's stack pointer.
struct CallFrame {
  bool from_frame_pointer = false;            ///< the CFA counts from it, not the stack pointer
  std::int64_t distance = 0;                  ///< the CFA minus that register
  std::optional<std::int64_t> return_address; ///< where it is kept; none: in a register
  std::optional<std::int64_t> frame_pointer;  ///< where the caller's is kept; none: nowhere, or
  bool leaves_frame_pointer = false;          ///< it is still in its register
};

/// The unwind tables of a module (.eh_frame, described in DWARF 5, 6.4, and the Linux Standard
/// Base).
class CallFrames {
public:
  /// `file` must outlive this object.
  explicit CallFrames(const ElfFile &file);
  ~CallFrames();
  CallFrames(const CallFrames &) = delete;
  CallFrames &operator=(const CallFrames &) = delete;

  /// None where the tables have nothing, or more than registers and offsets, as for signal
  /// handlers' callers.
  [[nodiscard]] std::optional<CallFrame> at(std::uint64_t svma) const;

private:
  Dwarf_CFI *tables_ = nullptr;
  int stack_pointer_ = -1, frame_pointer_ = -1; ///< DWARF numbers; -1: unknown architecture
};

} // namespace fsfind::debuginfo
