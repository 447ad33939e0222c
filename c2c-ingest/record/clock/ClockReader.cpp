#include "c2c-ingest/record/clock/ClockReader.h"

#include "c2c-ingest/record/AwaitedSignals.h"

namespace fsfind::record::clock {

namespace {

/// How long records wait in a ring that does not fill; half a ring holds several times as much.
constexpr std::chrono::milliseconds kPass{100};

sigset_t allSignals() {
  sigset_t set;
  sigfillset(&set);
  return set;
}

} // namespace

ClockReader::ClockReader(ClockEvents &events, RecordingOutput &output, std::uint64_t max_bytes)
    : events_(events), output_(output), max_bytes_(max_bytes) {
  const BlockedSignals blocked(allSignals()); // they are for the thread that waits for them
  worker_.emplace(0U, 1U, [this](unsigned) { run(); });
}

void ClockReader::run() {
  while (!stopping_ && !over()) {
    events_.wait(kPass);
    events_.drain(output_);
    ended_ = !events_.anyRuns();
    if (max_bytes_ != 0 && output_.size() >= max_bytes_) {
      events_.disable();
      events_.drain(output_);
      cut_ = true;
    }
  }
}

void ClockReader::stop() {
  if (stopping_.exchange(true))
    return;
  events_.disable();
  worker_->join();
  events_.drain(output_);
}

} // namespace fsfind::record::clock
