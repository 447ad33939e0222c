#include "c2c-ingest/objects/LivingFrames.h"

#include "c2c-ingest/debuginfo/CallFrames.h"

#include <algorithm>

namespace fsfind::objects {

namespace {

/// Frames of one stack that are followed; more are those of a deep recursion.
constexpr std::size_t kMostFrames = 64;

std::optional<std::uint64_t> wordAt(const perf::StackSight &sight, std::uint64_t address) {
  const auto word = sight.words.find(address);
  return word == sight.words.end() ? std::nullopt : std::optional(word->second);
}

std::int64_t distance(std::uint64_t from, std::uint64_t to) {
  return static_cast<std::int64_t>(to - from);
}

bool areOneVariable(const typing::Hypothesis &a, const typing::Hypothesis &b) {
  return a.variable == b.variable && a.function == b.function && a.offset == b.offset &&
         a.type == b.type;
}

} // namespace

LivingFrames::LivingFrames(const perf::Recording &recording, const perf::AddressSpaces &spaces,
                           ModuleCache &modules,
                           std::span<const std::pair<std::uint32_t, std::uint64_t>> addresses)
    : lookup_(spaces), modules_(modules), addresses_(addresses) {
  const perf::StackLog &log = recording.stacks();
  if (log.sights.empty() || !recording.ordersByTime())
    return;
  for (const perf::SideEvent &side : recording.sideEvents())
    if (const auto *fork = std::get_if<perf::ForkEvent>(&side.event))
      lives_[{fork->pid, fork->tid}].begin = side.when;
  for (const perf::ThreadEnd &end : log.ends)
    lives_[{end.pid, end.tid}].end = end.time;
  std::map<ThreadId, std::vector<const perf::StackSight *>> stacks;
  for (const perf::StackSight &sight : log.sights)
    stacks[{sight.pid, sight.tid}].push_back(&sight);
  for (auto &[thread, sights] : stacks) {
    std::stable_sort(sights.begin(), sights.end(),
                     [](const auto *a, const auto *b) { return a->time < b->time; });
    std::vector<Run> open;
    for (const perf::StackSight *sight : sights)
      follow(*sight, open);
    for (Run &run : open)
      runs_.emplace(thread.first, std::move(run));
  }
}

/// Innermost first, as far as unwind tables and what was recorded of the stack lead.
std::vector<LivingFrames::Frame> LivingFrames::framesOf(const perf::StackSight &sight) {
  std::vector<Frame> frames;
  std::uint64_t returns = sight.returns, stack_pointer = sight.pointer;
  std::optional<std::uint64_t> frame_pointer = sight.frame;
  while (frames.size() < kMostFrames && returns != 0) {
    const std::uint64_t call = returns - 1; // the call may be the function's last instruction
    const auto code = modules_.find(lookup_.find(sight.pid, perf::CpuMode::User, call, sight.time),
                                    call, ModuleCache::Use::Data);
    const auto layout = code.module ? code.module->callFrame(code.svma) : std::nullopt;
    if (!layout || (layout->from_frame_pointer && !frame_pointer))
      break;
    const std::uint64_t base = layout->from_frame_pointer ? *frame_pointer : stack_pointer;
    const std::uint64_t cfa = base + static_cast<std::uint64_t>(layout->distance);
    if (cfa <= stack_pointer)
      break;
    frames.push_back({code, stack_pointer, cfa, frame_pointer});
    if (!layout->return_address)
      break;
    const auto kept = [&](std::int64_t offset) {
      return wordAt(sight, cfa + static_cast<std::uint64_t>(offset));
    };
    returns = kept(*layout->return_address).value_or(0);
    if (layout->frame_pointer)
      frame_pointer = kept(*layout->frame_pointer);
    else if (!layout->leaves_frame_pointer)
      frame_pointer.reset();
    stack_pointer = cfa;
  }
  return frames;
}

bool LivingFrames::holdsData(std::uint32_t pid, const Frame &frame) const {
  const auto first =
      std::lower_bound(addresses_.begin(), addresses_.end(), std::pair(pid, frame.stack_pointer));
  return first != addresses_.end() && first->first == pid && first->second < frame.cfa;
}

/// svma of the function around; 0 = not known.
std::uint64_t LivingFrames::entryOf(const ModuleCache::Place &code) {
  const auto [known, fresh] = entries_.try_emplace({code.module, code.svma});
  if (fresh)
    if (const auto function = code.module->functionInfo(code.svma))
      known->second = function->entry;
  return known->second;
}

/// Goes on with the frames that the stack still holds, and ends the others.
void LivingFrames::follow(const perf::StackSight &sight, std::vector<Run> &open) {
  std::vector<Run> now;
  for (const Frame &frame : framesOf(sight)) {
    if (!holdsData(sight.pid, frame))
      continue;
    const std::uint64_t entry = entryOf(frame.code);
    const auto before = std::find_if(open.begin(), open.end(), [&](const Run &run) {
      const Frame &known = run.frames.front();
      return run.entry == entry && known.code.module == frame.code.module && known.cfa == frame.cfa;
    });
    if (before == open.end()) {
      now.push_back({{sight.pid, sight.tid}, entry, {sight.time, sight.time}, {frame}});
      continue;
    }
    before->seen.end = sight.time;
    const bool known =
        std::any_of(before->frames.begin(), before->frames.end(),
                    [&](const Frame &one) { return one.code.svma == frame.code.svma; });
    if (!known)
      before->frames.push_back(frame);
    now.push_back(std::move(*before));
    open.erase(before);
  }
  for (Run &ended : open)
    runs_.emplace(sight.pid, std::move(ended));
  open = std::move(now);
}

bool LivingFrames::covers(const Run &run, std::uint64_t address) {
  return std::any_of(run.frames.begin(), run.frames.end(), [&](const Frame &frame) {
    return address >= frame.stack_pointer && address < frame.cfa;
  });
}

bool LivingFrames::livedThrough(const Run &run, std::uint32_t tid) const {
  const auto life = lives_.find({run.thread.first, tid});
  return life != lives_.end() && life->second.begin >= run.seen.begin &&
         life->second.end <= run.seen.end;
}

/// None if different calls of the function see different variables there.
std::optional<LivingFrames::Variable> LivingFrames::variableOf(const Run &run,
                                                               std::uint64_t address) {
  std::optional<Variable> found;
  for (const Frame &frame : run.frames) {
    const typing::FrameRegisters registers{
        distance(frame.cfa, frame.stack_pointer),
        frame.frame_pointer ? std::optional(distance(frame.cfa, *frame.frame_pointer))
                            : std::nullopt};
    auto view = typing::stackVariable(*frame.code.module, frame.code.svma, registers,
                                      distance(frame.cfa, address));
    if (!view)
      continue;
    if (found && !areOneVariable(found->view, *view))
      return {};
    view->escapes = true;
    found = {frame.code.module, *std::move(view), frame.code.verified, run.thread.second};
  }
  return found;
}

std::optional<LivingFrames::Variable> LivingFrames::at(std::uint32_t pid, std::uint64_t address,
                                                       std::span<const std::uint32_t> tids) {
  const auto [first, last] = runs_.equal_range(pid);
  const Run *only = nullptr;
  for (auto run = first; run != last; ++run) {
    const auto is_owner = [&](std::uint32_t tid) { return tid == run->second.thread.second; };
    const bool lived = covers(run->second, address) &&
                       !std::all_of(tids.begin(), tids.end(), is_owner) &&
                       std::all_of(tids.begin(), tids.end(), [&](std::uint32_t tid) {
                         return is_owner(tid) || livedThrough(run->second, tid);
                       });
    if (lived && only)
      return {};
    if (lived)
      only = &run->second;
  }
  return only ? variableOf(*only, address) : std::nullopt;
}

} // namespace fsfind::objects
