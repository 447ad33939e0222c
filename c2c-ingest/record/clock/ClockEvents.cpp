#include "c2c-ingest/record/clock/ClockEvents.h"

#include "c2c-ingest/record/ByteSink.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/ioctl.h>
#include <sys/resource.h>

namespace fsfind::record::clock {

namespace {

constexpr std::size_t kLeastRing = std::size_t{32} << 10;

/// Lets this process have as many descriptors as it may ask for.
void raiseDescriptorLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
    return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

Error noRoom(int error) {
  return {"perf_event_open",
          {},
          fmt::format("no memory for the records of each CPU: {}", std::strerror(error)),
          "sudo sysctl kernel.perf_event_mlock_kb=516, or end other recordings"};
}

} // namespace

Expected<ClockEvents> ClockEvents::open(const ClockTarget &target, const ClockSampling &sampling,
                                        const Host &host, const OpenEvent &open) {
  const bool own = target.threads == std::vector{ClockTarget::kCaller};
  ClockEvents events(clockEvent(sampling, own ? Start::AtExec : Start::AtOnce));
  if (target.threads.size() > 1)
    raiseDescriptorLimit();
  for (const std::uint32_t cpu : target.cpus)
    FSFIND_CHECK(events.openOn(cpu, target, host, open));
  if (events.files_.empty())
    return failure(cannotOpen(ESRCH, false, host));
  events.running_ = events.polled_.size();
  return events;
}

Expected<void> ClockEvents::openOn(std::uint32_t cpu, const ClockTarget &target, const Host &host,
                                   const OpenEvent &open) {
  int first = -1;
  for (const pid_t thread : target.threads) {
    Descriptor file = openClock(event_, thread, static_cast<int>(cpu), open);
    if (file.number() >= 0) {
      FSFIND_CHECK(add(std::move(file), first));
    } else if (errno == ENODEV) {
      return {}; // the CPU is offline
    } else if (errno != ESRCH) {
      return failure(cannotOpen(errno, thread == ClockTarget::kAll, host));
    }
  }
  return {};
}

/// All events of a CPU write to the ring of the first.
Expected<void> ClockEvents::add(Descriptor file, int &first_of_cpu) {
  if (first_of_cpu < 0) {
    first_of_cpu = file.number();
    FSFIND_CHECK(addRing(first_of_cpu));
  } else if (ioctl(file.number(), PERF_EVENT_IOC_SET_OUTPUT, first_of_cpu) != 0) {
    return failure(noRoom(errno));
  }
  std::uint64_t id = 0;
  if (ioctl(file.number(), PERF_EVENT_IOC_ID, &id) == 0)
    ids_.push_back(id);
  polled_.push_back({file.number(), POLLIN, 0});
  files_.push_back(std::move(file));
  return {};
}

Expected<void> ClockEvents::addRing(int event) {
  for (;; ring_bytes_ /= 2) {
    Ring ring(event, ring_bytes_);
    if (ring.isMapped()) {
      rings_.push_back(std::move(ring));
      return {};
    }
    if ((errno != EPERM && errno != ENOMEM) || ring_bytes_ <= kLeastRing)
      return failure(noRoom(errno));
  }
}

void ClockEvents::enable() const {
  for (const Descriptor &file : files_)
    ioctl(file.number(), PERF_EVENT_IOC_ENABLE, 0);
}

void ClockEvents::disable() const {
  for (const Descriptor &file : files_)
    ioctl(file.number(), PERF_EVENT_IOC_DISABLE, 0);
}

void ClockEvents::wait(std::chrono::milliseconds most) {
  if (poll(polled_.data(), polled_.size(), static_cast<int>(most.count())) <= 0)
    return;
  for (pollfd &one : polled_)
    if ((one.revents & POLLHUP) != 0) {
      one.fd = -1;
      --running_;
    }
}

void ClockEvents::drain(RecordingOutput &output) {
  bool any = false;
  for (Ring &ring : rings_) {
    const Ring::Records records = ring.written();
    if (records.first.empty())
      continue;
    output.append(records.first, records.then);
    ring.release(records);
    any = true;
  }
  if (!any)
    return;
  static const std::string kRound =
      ByteSink().u32(perf::kRecordFinishedRound).u16(0).u16(perf::kRecordHeaderSize).bytes();
  output.append(std::as_bytes(std::span(kRound)));
}

} // namespace fsfind::record::clock
