#include "c2c-ingest/record/clock/ClockEngine.h"

#include "c2c-ingest/base/KernelList.h"
#include "c2c-ingest/perf/FeatureDecoders.h"
#include "c2c-ingest/record/AwaitedSignals.h"
#include "c2c-ingest/record/GuestProgram.h"
#include "c2c-ingest/record/clock/ClockForm.h"
#include "c2c-ingest/record/clock/ClockReader.h"
#include "c2c-ingest/record/clock/HostFeatures.h"
#include "c2c-ingest/record/clock/RunningProcesses.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <sstream>

namespace fsfind::record::clock {

namespace {

std::vector<std::uint32_t> onlineCpus(const Host &host) {
  std::string text = host.read("/sys/devices/system/cpu/online").value_or("");
  std::vector<std::uint32_t> cpus = kernelNumbers(text.substr(0, text.find('\n')));
  if (cpus.empty())
    cpus.push_back(0);
  return cpus;
}

/// Numbers that are all of the text; others are left out.
template <class Texts> std::vector<std::uint32_t> numbersAmong(const Texts &texts) {
  std::vector<std::uint32_t> numbers;
  for (const std::string &text : texts) {
    std::uint32_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size())
      numbers.push_back(number);
  }
  return numbers;
}

/// The processes that run already and are to be sampled.
std::vector<std::uint32_t> runningOf(const RecordRequest &request, const Host &host) {
  if (request.all_cpus)
    return numbersAmong(host.list("/proc"));
  std::vector<std::string> words;
  std::istringstream text(request.pids);
  for (std::string word; std::getline(text, word, ',');)
    words.push_back(std::move(word));
  return numbersAmong(words);
}

/// The kernel refuses a higher frequency.
ClockSampling allowed(ClockSampling sampling, const Host &host) {
  std::string text = host.read("/proc/sys/kernel/perf_event_max_sample_rate").value_or("");
  for (const std::uint32_t rate : numbersAmong(std::vector{text.substr(0, text.find('\n'))}))
    sampling.frequency = std::min(sampling.frequency, std::max(rate, 1U));
  return sampling;
}

Expected<ClockTarget> targetOf(const RecordRequest &request,
                               const std::vector<std::uint32_t> &running, const Host &host) {
  ClockTarget target;
  target.cpus = onlineCpus(host);
  if (request.all_cpus) {
    target.threads = {ClockTarget::kAll};
  } else if (!running.empty()) {
    target.threads.clear();
    for (const std::uint32_t process : running) {
      const std::vector<std::uint32_t> threads = threadsOf(host.root, process);
      if (threads.empty())
        return failure(
            {fmt::format("process {}", process), {}, "does not exist", "name one that runs"});
      target.threads.insert(target.threads.end(), threads.begin(), threads.end());
    }
  }
  return target;
}

/// Waits without a command: for a signal to fsfind, a limit, or the end of what is sampled.
ChildEnd waitForEnd(const RecordRequest &request, const ClockReader &reader) {
  using Clock = std::chrono::steady_clock;
  constexpr timespec kTick = {0, 100'000'000};
  const sigset_t signals = endingSignals();
  const BlockedSignals blocked(signals);
  const Clock::time_point started = Clock::now();
  ChildEnd end;
  while (!reader.over()) {
    siginfo_t info{};
    if (sigtimedwait(&signals, &info, &kTick) > 0) {
      end.ending = Ending::Interrupted;
      end.interrupted_by = info.si_signo;
      break;
    }
    const auto elapsed = Clock::now() - started;
    if (request.progress)
      request.progress(elapsed);
    if (request.duration && elapsed >= *request.duration) {
      end.ending = Ending::TimeLimit;
      break;
    }
  }
  return end;
}

Expected<ChildEnd> runSampled(const RecordRequest &request, const ClockReader &reader,
                              const Host &host) {
  if (request.command.empty())
    return waitForEnd(request, reader);
  std::vector<std::string> command = request.command;
  FSFIND_TRY(command.at(0), findCommand(command.at(0), host));
  Watch watch;
  watch.duration = request.duration;
  watch.progress = request.progress;
  watch.unheeded = request.unheeded;
  if (request.starting)
    request.starting(command);
  return runChild(command, {}, watch, request.place);
}

RecordingForm formOf(const RecordRequest &request, const ClockEvents &events, const Host &host) {
  const perf_event_attr event = events.event();
  const std::vector<std::uint64_t> ids = events.ids();
  RecordingForm form;
  form.head = [event, count = ids.size()](const FileParts &parts) {
    return clockHead(event, count, parts);
  };
  form.features = [=, &request, &host](const RecordedContents &contents) {
    FeaturePayloads features = hostFeatures(host);
    features[perf::kFeatureBuildId] = buildIdsPayload(contents.build_ids);
    features[perf::kFeatureVersion] = textPayload("fsfind " + request.version);
    features[perf::kFeatureCmdline] = commandLinePayload(request.command_line);
    features[perf::kFeatureEventDesc] = clockDescription(event, ids);
    features[perf::kFeatureSampleTime] =
        ByteSink().u64(contents.start()).u64(contents.last_time).bytes();
    return features;
  };
  ByteSink tail;
  for (const std::uint64_t id : ids)
    tail.u64(id);
  form.tail = tail.bytes();
  return form;
}

/// What runs already is sampled from now on; what it has mapped is read while it is, so that no
/// mapping is missed.
void beginWith(const std::vector<std::uint32_t> &running, const ClockEvents &events,
               const Host &host, RecordingOutput &output) {
  events.enable();
  RunningProcesses processes(host.root, events.ids().empty() ? 0 : events.ids().front());
  for (const std::uint32_t process : running)
    static_cast<void>(processes.add(process)); // one that has ended has no samples either
  output.append(std::as_bytes(std::span(processes.records())));
}

Error noThread() {
  return {"fsfind",
          {},
          "the system gives no thread to write the recording",
          "raise the limit of processes (ulimit -u)"};
}

} // namespace

Expected<RecordResult> recordByClock(const RecordRequest &request, const ClockSampling &wanted,
                                     const Host &host, const OpenEvent &open) {
  const ClockSampling sampling = allowed(wanted, host);
  const std::vector<std::uint32_t> running = runningOf(request, host);
  FSFIND_TRY(const ClockTarget target, targetOf(request, running, host));
  FSFIND_TRY(ClockEvents events, ClockEvents::open(target, sampling, host, open));
  const RecordingForm form = formOf(request, events, host);
  FSFIND_TRY(RecordingOutput output, RecordingOutput::create(request.output, form.head({})));
  if (!running.empty())
    beginWith(running, events, host, output);
  ClockReader reader(events, output, request.max_bytes);
  const Expected<ChildEnd> end =
      reader.started() ? runSampled(request, reader, host) : failure(noThread());
  reader.stop();
  if (!end) {
    output.discard();
    return failure(end.error());
  }
  FSFIND_TRY(const RecordedContents contents, output.finish(form, request.compress));
  Losses losses;
  losses.overrun = contents.lost;
  losses.cut = reader.cut();
  return RecordResult{contents.samples,
                      fmt::format("sampled by a clock, {} times a second of each running thread",
                                  sampling.frequency),
                      *end, losses};
}

std::optional<Error> clockLack(const Host &host, bool all_cpus, const OpenEvent &open) {
  ClockTarget target;
  target.cpus = onlineCpus(host);
  if (all_cpus)
    target.threads = {ClockTarget::kAll};
  const auto events = ClockEvents::open(target, allowed({}, host), host, open);
  return events ? std::nullopt : std::optional(events.error());
}

} // namespace fsfind::record::clock
