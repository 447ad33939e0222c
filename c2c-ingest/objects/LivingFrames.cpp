#include "c2c-ingest/objects/LivingFrames.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace fsfind::objects {

namespace {

/// Frames of one stack that are followed; more are those of a deep recursion.
constexpr std::size_t kMostFrames = 64;
/// Frames below an address that are tried: those of calls that were no deeper.
constexpr int kMostTried = 64;

std::int64_t distance(std::uint64_t from, std::uint64_t to) {
  return static_cast<std::int64_t>(to - from);
}

bool areOneVariable(const typing::Hypothesis &a, const typing::Hypothesis &b) {
  return a.variable == b.variable && a.function == b.function && a.offset == b.offset &&
         a.type == b.type;
}

} // namespace

LivingFrames::LivingFrames(const perf::Recording &recording, const perf::AddressSpaces &spaces,
                           ModuleCache &modules, const lines::CellParts &cells)
    : lookup_(spaces), modules_(modules) {
  const perf::StackLog &log = recording.stacks();
  if (log.sights.empty() || !recording.ordersByTime())
    return;
  for (const std::vector<lines::Cell> &part : cells)
    for (const lines::Cell &cell : part)
      if (cell.block == lines::kNoBlock)
        addresses_.emplace_back(cell.pid, cell.address);
  std::sort(addresses_.begin(), addresses_.end());
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
    std::vector<std::uint32_t> open;
    for (const perf::StackSight *sight : sights)
      follow(*sight, open);
  }
  addresses_ = {};
  index();
}

void LivingFrames::index() {
  for (std::uint32_t i = 0; i < frames_.size(); ++i) {
    Start start{frames_[i].thread.first, UINT64_MAX, 0, lines::FrameIndex(i)};
    for (const StackFrame &look : frames_[i].looks) {
      start.address = std::min(start.address, look.stack_pointer);
      start.last_end = std::max(start.last_end, look.cfa);
    }
    starts_.push_back(start);
  }
  std::sort(starts_.begin(), starts_.end(), [](const Start &a, const Start &b) {
    return std::tuple(a.pid, a.address, a.frame) < std::tuple(b.pid, b.address, b.frame);
  });
  for (std::size_t i = 1; i < starts_.size(); ++i)
    if (starts_[i - 1].pid == starts_[i].pid)
      starts_[i].last_end = std::max(starts_[i].last_end, starts_[i - 1].last_end);
}

std::vector<StackFrame> LivingFrames::looksAt(const perf::StackSight &sight) {
  std::vector<StackFrame> looks;
  StackWalk walk(sight, lookup_, modules_);
  while (looks.size() < kMostFrames) {
    auto look = walk.next();
    if (!look || look->cfa == 0)
      break;
    looks.push_back(std::move(*look));
  }
  return looks;
}

bool LivingFrames::holdsData(std::uint32_t pid, const StackFrame &look) const {
  const auto first =
      std::lower_bound(addresses_.begin(), addresses_.end(), std::pair(pid, look.stack_pointer));
  return first != addresses_.end() && first->first == pid && first->second < look.cfa;
}

/// svma of the function around; 0 = not known.
std::uint64_t LivingFrames::entryOf(const ModuleCache::Place &code) {
  const auto [known, fresh] = entries_.try_emplace({code.module, code.svma});
  if (fresh)
    if (const auto function = code.module->functionInfo(code.svma))
      known->second = function->entry;
  return known->second;
}

/// The number of the frame that the look shows.
std::uint32_t LivingFrames::frameOf(const ThreadId &thread, const StackFrame &look) {
  const auto next = static_cast<std::uint32_t>(frames_.size());
  const auto [known, fresh] =
      numbers_.try_emplace({thread, look.code.module, entryOf(look.code), look.cfa}, next);
  if (fresh) {
    frames_.emplace_back().thread = thread;
    if (const auto function = look.code.module->functionInfo(look.code.svma))
      for (const debuginfo::AddressRange &range : function->code)
        frames_.back().code.emplace_back(range.begin + look.code.bias, range.end + look.code.bias);
  }
  std::vector<StackFrame> &looks = frames_[known->second].looks;
  if (std::none_of(looks.begin(), looks.end(),
                   [&](const StackFrame &one) { return one.code.svma == look.code.svma; }))
    looks.push_back(look);
  return known->second;
}

/// Goes on with the frames that the stack still holds, and ends the others.
void LivingFrames::follow(const perf::StackSight &sight, std::vector<std::uint32_t> &open) {
  std::vector<std::uint32_t> now;
  for (const StackFrame &look : looksAt(sight)) {
    if (!holdsData(sight.pid, look))
      continue;
    const std::uint32_t number = frameOf({sight.pid, sight.tid}, look);
    std::vector<Life> &seen = frames_[number].seen;
    if (std::find(open.begin(), open.end(), number) == open.end())
      seen.push_back({sight.time, sight.time});
    else
      seen.back().end = sight.time;
    now.push_back(number);
  }
  open = std::move(now);
}

bool LivingFrames::covers(const Frame &frame, std::uint64_t address) {
  return std::any_of(frame.looks.begin(), frame.looks.end(), [&](const StackFrame &look) {
    return address >= look.stack_pointer && address < look.cfa;
  });
}

bool LivingFrames::isUseOf(const Frame &frame, const lines::Cell &cell) const {
  const bool own = cell.tid == frame.thread.second;
  const auto life = own ? lives_.end() : lives_.find({cell.pid, cell.tid});
  const bool known = life != lives_.end();
  const auto lasted = [&](const Life &seen) {
    const bool all =
        cell.times.known() && seen.begin <= cell.times.begin && cell.times.end <= seen.end;
    return all || (known && seen.begin <= life->second.begin && life->second.end <= seen.end);
  };
  return std::any_of(frame.seen.begin(), frame.seen.end(), lasted) ||
         (own && std::any_of(frame.code.begin(), frame.code.end(), [&](const auto &range) {
            return cell.ip >= range.first && cell.ip < range.second;
          }));
}

lines::FrameIndex LivingFrames::find(const lines::Cell &cell) const {
  lines::FrameIndex found = lines::kNoFrame;
  if (cell.block != lines::kNoBlock)
    return found;
  auto start = std::upper_bound(
      starts_.begin(), starts_.end(), std::pair(cell.pid, cell.address),
      [](const auto &key, const Start &one) { return key < std::pair(one.pid, one.address); });
  for (int tried = 0; tried < kMostTried && start != starts_.begin(); ++tried) {
    --start;
    if (start->pid != cell.pid || start->last_end <= cell.address)
      break;
    const Frame &frame = frames_[start->frame.value()];
    if (!covers(frame, cell.address) || !isUseOf(frame, cell))
      continue;
    if (found != lines::kNoFrame)
      return lines::kNoFrame;
    found = start->frame;
  }
  return found;
}

std::optional<LivingFrames::Variable> LivingFrames::variableAt(lines::FrameIndex frame,
                                                               std::uint64_t address) const {
  std::optional<Variable> found;
  for (const StackFrame &look : frames_[frame.value()].looks) {
    const typing::FrameRegisters registers{
        distance(look.cfa, look.stack_pointer),
        look.frame_pointer ? std::optional(distance(look.cfa, *look.frame_pointer)) : std::nullopt};
    auto view = typing::stackVariable(*look.code.module, look.code.svma, registers,
                                      distance(look.cfa, address));
    if (!view)
      continue;
    if (found && !areOneVariable(found->view, *view))
      return {};
    view->escapes = true;
    found = {look.code.module, *std::move(view), look.code.verified};
  }
  return found;
}

} // namespace fsfind::objects
