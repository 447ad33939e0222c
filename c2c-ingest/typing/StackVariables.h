#pragma once

#include "c2c-ingest/typing/SiteTypes.h"

#include <cstdint>
#include <optional>

namespace fsfind::typing {

/// Registers of a function at one of its instructions, as offsets from its canonical frame address.
struct FrameRegisters {
  std::int64_t stack_pointer = 0;
  std::optional<std::int64_t> frame_pointer; ///< none: not known, or no address of the frame
};

/// The variable that lies at an offset from the canonical frame address of the function at `svma`,
/// as a view of it; none without debug info, and where no variable is told.
std::optional<Hypothesis> stackVariable(debuginfo::Module &module, std::uint64_t svma,
                                        const FrameRegisters &registers, std::int64_t offset);

} // namespace fsfind::typing
