#pragma once

#include "c2c-ingest/objects/ModuleCache.h"
#include "c2c-ingest/perf/Recording.h"
#include "c2c-ingest/typing/StackVariables.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace fsfind::objects {

/// Frames of functions of which is known that they lived while some thread ran: it was started
/// after they had been seen on a stack, they were there at each look until it had ended, and
/// whatever it used on that stack belongs to them. Without this a variable that other functions use
/// is a guess: stacks are used again and again.
class LivingFrames {
public:
  /// `addresses`: process and address of the data to be named, in order; no others can be asked
  /// for. All must outlive this object. Empty without stacks or times.
  LivingFrames(const perf::Recording &recording, const perf::AddressSpaces &spaces,
               ModuleCache &modules,
               std::span<const std::pair<std::uint32_t, std::uint64_t>> addresses);

  struct Variable {
    debuginfo::Module *module = nullptr;
    typing::Hypothesis view;
    bool verified = false;
    std::uint32_t owner = 0; ///< the thread of the stack
  };
  /// The variable at an address, for the threads of the process that use it. None if no others than
  /// the stack's own do, and unless one frame lived there as long as each of these.
  std::optional<Variable> at(std::uint32_t pid, std::uint64_t address,
                             std::span<const std::uint32_t> tids);

private:
  using ThreadId = std::pair<std::uint32_t, std::uint32_t>; ///< pid, tid
  struct Life {
    std::uint64_t begin = 0, end = UINT64_MAX; ///< ns
  };
  /// A frame as it was seen once.
  struct Frame {
    ModuleCache::Place code; ///< within the call
    std::uint64_t stack_pointer = 0, cfa = 0;
    std::optional<std::uint64_t> frame_pointer;
  };
  /// A frame that each look at its stack from one time to another has shown.
  struct Run {
    ThreadId thread;
    std::uint64_t entry = 0; ///< svma of the function
    Life seen;
    std::vector<Frame> frames; ///< one for each call
  };

  [[nodiscard]] std::vector<Frame> framesOf(const perf::StackSight &sight);
  [[nodiscard]] bool holdsData(std::uint32_t pid, const Frame &frame) const;
  void follow(const perf::StackSight &sight, std::vector<Run> &open);
  [[nodiscard]] std::uint64_t entryOf(const ModuleCache::Place &code);
  [[nodiscard]] static bool covers(const Run &run, std::uint64_t address);
  [[nodiscard]] bool livedThrough(const Run &run, std::uint32_t tid) const;
  [[nodiscard]] static std::optional<Variable> variableOf(const Run &run, std::uint64_t address);

  perf::MappingLookup lookup_;
  ModuleCache &modules_;
  std::span<const std::pair<std::uint32_t, std::uint64_t>> addresses_;
  std::map<ThreadId, Life> lives_;
  std::map<std::pair<debuginfo::Module *, std::uint64_t>, std::uint64_t> entries_; ///< by svma
  std::multimap<std::uint32_t, Run> runs_;                                         ///< by pid
};

} // namespace fsfind::objects
