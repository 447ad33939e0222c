#pragma once

/// How `fsfind record` tells a program built with -fsanitize=thread what to record: variables of
/// the environment, which the programs that it executes inherit.
namespace fsfind::record {

/// sim::Options as `key=value`, each but the last followed by a newline; `kRunWithoutBlocks` may be
/// among them: allocations and threads' stacks are not to be recorded.
inline constexpr const char *kRunOptions = "FSFIND_RECORD_RUN";
inline constexpr const char *kRunWithoutBlocks = "no-allocations";
/// When the recording began: CLOCK_MONOTONIC, ns.
inline constexpr const char *kRunBegan = "FSFIND_RECORD_BEGAN";

} // namespace fsfind::record
