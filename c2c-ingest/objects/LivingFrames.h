#pragma once

#include "c2c-ingest/lines/LineTable.h"
#include "c2c-ingest/objects/StackWalk.h"
#include "c2c-ingest/perf/Recording.h"
#include "c2c-ingest/typing/StackVariables.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace fsfind::objects {

/// Frames of functions of which is known that they lived while some thread ran: it was started
/// after they had been seen on a stack, they were there at each look until it had ended, and
/// whatever it used on that stack belongs to them; so does what was used between two looks, and
/// what the function itself uses there. Without this a variable that other functions use is a
/// guess: stacks are used again and again.
class LivingFrames {
public:
  /// `cells`: what is to be named; nothing else can be asked for. All but these must outlive this
  /// object. Empty without stacks or times.
  LivingFrames(const perf::Recording &recording, const perf::AddressSpaces &spaces,
               ModuleCache &modules, const lines::CellParts &cells);

  /// The frame to which the cell's samples belong; kNoFrame if that is not known. Threads may ask
  /// at the same time.
  [[nodiscard]] lines::FrameIndex find(const lines::Cell &cell) const;

  struct Variable {
    debuginfo::Module *module = nullptr;
    typing::Hypothesis view;
    bool verified = false;
  };
  /// The frame's variable at an address. None if calls of the function see different ones there.
  [[nodiscard]] std::optional<Variable> variableAt(lines::FrameIndex frame,
                                                   std::uint64_t address) const;

private:
  using ThreadId = std::pair<std::uint32_t, std::uint32_t>; ///< pid, tid
  struct Life {
    std::uint64_t begin = 0, end = UINT64_MAX; ///< ns
  };
  /// A function's frames at one place of a stack.
  struct Frame {
    ThreadId thread;
    std::vector<StackFrame> looks; ///< one for each call in it
    /// From one look to another, all looks in between show it.
    std::vector<Life> seen;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> code; ///< virtual addresses
  };
  /// Where frames begin, by process and address.
  struct Start {
    std::uint32_t pid = 0;
    std::uint64_t address = 0, last_end = 0; ///< the greatest end of this process's up to this one
    lines::FrameIndex frame;
  };

  [[nodiscard]] std::vector<StackFrame> looksAt(const perf::StackSight &sight);
  [[nodiscard]] bool holdsData(std::uint32_t pid, const StackFrame &look) const;
  void follow(const perf::StackSight &sight, std::vector<std::uint32_t> &open);
  [[nodiscard]] std::uint64_t entryOf(const ModuleCache::Place &code);
  [[nodiscard]] std::uint32_t frameOf(const ThreadId &thread, const StackFrame &look);
  void index();
  [[nodiscard]] static bool covers(const Frame &frame, std::uint64_t address);
  [[nodiscard]] bool isUseOf(const Frame &frame, const lines::Cell &cell) const;

  perf::MappingLookup lookup_;
  ModuleCache &modules_;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> addresses_; ///< pid, address; while built
  std::map<ThreadId, Life> lives_;
  std::vector<Frame> frames_;
  std::map<std::pair<debuginfo::Module *, std::uint64_t>, std::uint64_t> entries_; ///< by svma
  std::map<std::tuple<ThreadId, debuginfo::Module *, std::uint64_t, std::uint64_t>, std::uint32_t>
      numbers_; ///< of frames, by their function's svma and their CFA
  std::vector<Start> starts_;
};

} // namespace fsfind::objects
