#include "c2c-ingest/base/TemporaryFolder.h"
#include "c2c-ingest/record/ChildProcess.h"
#include "c2c-ingest/watch/CountEvents.h"
#include "c2c-ingest/watch/PerfMessages.h"
#include "c2c-ingest/watch/Samplers.h"
#include "c2c-ingest/watch/Targets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <utility>

namespace fsfind::watch {

namespace {

std::string contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The perf command and the events that it counts.
struct Counting {
  std::string perf;
  std::vector<CountEvent> events;
};

struct Counts {
  Step step;
  int interrupted_by = 0;
};

/// Counts for some seconds. `targets` are perf's options; none = what perf starts itself.
Expected<Counts> count(const Counting &counting, const std::vector<std::string> &targets,
                       double seconds, const TemporaryFolder &folder) {
  std::vector<std::string> names;
  for (const CountEvent &event : counting.events)
    names.emplace_back(event.name);
  const std::string output = folder.pathOf("counts"), messages = folder.pathOf("messages");
  std::vector<std::string> command = {
      counting.perf, "stat", "-x", ";",
      "-o",          output, "-e", fmt::format("{}", fmt::join(names, ","))};
  command.insert(command.end(), targets.begin(), targets.end());
  command.insert(command.end(), {"--", "sleep", fmt::format("{}", seconds)});
  record::Watch watch;
  constexpr double kSlack = 10; // perf ends by itself, unless it hangs
  watch.duration = std::chrono::duration<double>(seconds + kSlack);
  record::ChildPlace place;
  place.output = place.error = messages;
  FSFIND_TRY(const record::ChildEnd end,
             record::runChild(command, {"LC_ALL=C"}, watch, place)); // numbers with a point
  if (end.interrupted_by != 0)
    return Counts{{}, end.interrupted_by};
  if (end.exit_code != 0)
    return failure(withMessage({counting.perf, {}, "counted nothing", {}}, messages));
  Counts counts{countedStep(contents(output), counting.events), 0};
  if (!hasCounts(counts.step))
    return failure({counting.perf,
                    {},
                    fmt::format("the processor counts none of {}", fmt::join(names, ", ")),
                    "virtual machines often pass no such counters on"});
  counts.step.seconds = seconds;
  return counts;
}

/// Each step is a short count by perf stat: sums, no objects.
class PerfCounting : public Sampler {
public:
  PerfCounting(const SamplingRequest &request, Counting counting, TemporaryFolder folder)
      : targets_(request), seconds_(request.seconds), counting_(std::move(counting)),
        folder_(std::move(folder)) {}

  Expected<Sampled> next() override {
    FSFIND_CHECK(targets_.begin());
    if (!targets_.alive())
      return Sampled{};
    const std::vector<std::string> options = targets_.allCpus()
                                                 ? std::vector<std::string>{"-a"}
                                                 : std::vector<std::string>{"-p", targets_.pids()};
    auto counts = count(counting_, options, seconds_, folder_);
    if (!counts && !targets_.alive())
      return Sampled{}; // it ended before perf could count it
    if (!counts)
      return failure(counts.error());
    if (counts->interrupted_by != 0)
      return Sampled{std::nullopt, counts->interrupted_by};
    return Sampled{std::move(counts->step), 0};
  }

  [[nodiscard]] std::string how() const override {
    return targets_.text() + ", counted by perf stat";
  }
  [[nodiscard]] bool live() const override { return true; }

private:
  Targets targets_;
  double seconds_;
  Counting counting_;
  TemporaryFolder folder_;
};

} // namespace

Expected<std::unique_ptr<Sampler>> countByPerf(const SamplingRequest &request,
                                               const record::Host &host) {
  const std::optional<std::string> perf = host.findProgram("perf");
  if (!perf)
    return failure({"perf", {}, "is not installed", {}});
  std::vector<std::string> list = {*perf, "list", "--no-desc"};
  const std::vector<std::string> known = knownCountEvents();
  list.insert(list.end(), known.begin(), known.end());
  FSFIND_TRY(const std::string listed, record::outputOf(list));
  Counting counting{*perf, chooseCountEvents(listed)};
  if (counting.events.empty())
    return failure({*perf, {}, "lists no events that count contended loads", {}});
  FSFIND_TRY(TemporaryFolder folder, TemporaryFolder::make());
  constexpr double kTrial = 0.01; // seconds
  FSFIND_TRY(const Counts trial,
             count(counting,
                   request.all_cpus ? std::vector<std::string>{"-a"} : std::vector<std::string>(),
                   kTrial, folder));
  (void)trial;
  return std::make_unique<PerfCounting>(request, std::move(counting), std::move(folder));
}

} // namespace fsfind::watch
