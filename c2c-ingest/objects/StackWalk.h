#pragma once

#include "c2c-ingest/objects/ModuleCache.h"
#include "c2c-ingest/perf/StackLog.h"

#include <cstdint>
#include <optional>

namespace fsfind::objects {

/// A function's frame as a stack shows it.
struct StackFrame {
  ModuleCache::Place code; ///< within the call
  std::uint64_t returns = 0, stack_pointer = 0;
  std::optional<std::uint64_t> frame_pointer;
  std::uint64_t cfa = 0; ///< 0: the module's unwind tables do not tell, and this is the last frame
};

/// Frames of one stack, from the inner to the outer ones, as far as unwind tables and what was
/// recorded of the stack lead.
class StackWalk {
public:
  /// All must outlive this object.
  StackWalk(const perf::StackSight &sight, perf::MappingLookup &lookup, ModuleCache &modules)
      : sight_(sight), lookup_(lookup), modules_(modules), returns_(sight.returns),
        stack_pointer_(sight.pointer), frame_pointer_(sight.frame) {}

  std::optional<StackFrame> next();

private:
  [[nodiscard]] std::optional<std::uint64_t> wordAt(std::uint64_t address) const {
    const auto word = sight_.words.find(address);
    return word == sight_.words.end() ? std::nullopt : std::optional(word->second);
  }
  void goOut(StackFrame &frame);

  const perf::StackSight &sight_;
  perf::MappingLookup &lookup_;
  ModuleCache &modules_;
  std::uint64_t returns_, stack_pointer_; ///< of the next frame; 0: there is none
  std::optional<std::uint64_t> frame_pointer_;
};

} // namespace fsfind::objects
