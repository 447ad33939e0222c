#pragma once

#include "rules/placement/Judge.h"

namespace fsfind {

/// What an allocator's settings can do about the node of its memory. Sources: glibc's manual
/// (Memory Allocation Tunables), jemalloc(3), tcmalloc's docs/tuning.md and internal/numa.cc,
/// gperftools' docs/tcmalloc.html, mimalloc's documentation (Environment Options).
[[nodiscard]] AllocatorAdvice settingsOf(const PlacedAllocator &allocator,
                                         const Placement &placement);

/// `glibc's malloc`, `jemalloc`
[[nodiscard]] std::string_view allocatorText(AllocatorKind kind);

} // namespace fsfind
