#include "c2c-ingest/objects/StackWalk.h"

#include "c2c-ingest/debuginfo/CallFrames.h"

#include <utility>

namespace fsfind::objects {

std::optional<StackFrame> StackWalk::next() {
  if (returns_ == 0)
    return {};
  StackFrame frame{{}, std::exchange(returns_, 0), stack_pointer_, frame_pointer_};
  const std::uint64_t call = frame.returns - 1; // the call may be the function's last instruction
  frame.code = modules_.find(lookup_.find(sight_.pid, perf::CpuMode::User, call, sight_.time), call,
                             ModuleCache::Use::Data);
  if (!frame.code.module)
    return {};
  goOut(frame);
  return frame;
}

void StackWalk::goOut(StackFrame &frame) {
  const auto layout = frame.code.module->callFrame(frame.code.svma);
  if (!layout || (layout->from_frame_pointer && !frame_pointer_))
    return;
  const std::uint64_t base = layout->from_frame_pointer ? *frame_pointer_ : stack_pointer_;
  const std::uint64_t cfa = base + static_cast<std::uint64_t>(layout->distance);
  if (cfa <= stack_pointer_)
    return;
  frame.cfa = cfa;
  const auto kept = [&](std::int64_t offset) {
    return wordAt(cfa + static_cast<std::uint64_t>(offset));
  };
  if (layout->return_address)
    returns_ = kept(*layout->return_address).value_or(0);
  if (layout->frame_pointer)
    frame_pointer_ = kept(*layout->frame_pointer);
  else if (!layout->leaves_frame_pointer)
    frame_pointer_.reset();
  stack_pointer_ = cfa;
}

} // namespace fsfind::objects
