#include "cli/watch/Loop.h"

#include <utility>

namespace fsfind::watch {

namespace {

/// Takes steps in, and keeps the report up to date.
class Bookkeeping {
public:
  Bookkeeping(const Sampler &sampler, Clock &clock, Alarms &alarms, const LoopOptions &options)
      : clock_(clock), alarms_(alarms), rolling_(options.window), began_(clock.now()) {
    report_.how = sampler.how();
    report_.most_steps = options.window;
    report_.interval = options.paced ? options.interval : 0;
    report_.rules = alarms.rules();
  }

  void add(Step step, bool live) {
    begin();
    if (live)
      step.time = step_began_ - began_;
    report_.totals.add(step);
    report_.last = step;
    rolling_.add(std::move(step));
    report_.window = rolling_.view();
    report_.events = alarms_.look(rolling_.last(), report_.window);
    report_.active = alarms_.active();
    report_.success = clock_.unixTime();
    report_.cpu_seconds = clock_.cpuSeconds();
  }

  void addError(const Error &error) {
    begin();
    report_.totals.addError();
    report_.error = error.message();
    report_.cpu_seconds = clock_.cpuSeconds();
  }

  void stepBegins() { step_began_ = clock_.now(); }
  [[nodiscard]] double stepBegan() const { return step_began_; }
  [[nodiscard]] const report::WatchReport &report() const { return report_; }

private:
  void begin() {
    ++report_.step;
    report_.last.reset();
    report_.error.clear();
    report_.events.clear();
  }

  Clock &clock_;
  Alarms &alarms_;
  RollingProfile rolling_;
  double began_, step_began_ = 0;
  report::WatchReport report_;
};

/// False if somebody asks to end.
Expected<bool> waitFor(double time, Clock &clock, const LoopEvents &events,
                       const report::WatchReport &report) {
  for (;;) {
    const Wake wake = clock.wait(time);
    if (wake != Wake::Redraw)
      return wake == Wake::Time;
    FSFIND_CHECK(events.redraw(report));
  }
}

} // namespace

Expected<report::WatchReport> runLoop(Sampler &sampler, Clock &clock, Alarms &alarms,
                                      const LoopOptions &options, const LoopEvents &events) {
  Bookkeeping books(sampler, clock, alarms, options);
  std::optional<Error> last_error;
  for (;;) {
    books.stepBegins();
    Expected<Sampled> sampled = sampler.next();
    if (sampled && !sampled->step) {
      if (books.report().step == 0 && sampled->interrupted_by == 0)
        return failure({"watch", {}, "nothing runs that could be watched: " + sampler.how(), {}});
      break;
    }
    if (sampled) {
      books.add(std::move(*sampled->step), sampler.live());
    } else {
      if (sampler.live() && books.report().step == 0)
        return failure(std::move(sampled.error()));
      last_error = sampled.error();
      books.addError(*last_error);
    }
    FSFIND_TRY(const bool wanted, events.step(books.report()));
    if (!wanted || books.report().step == options.count)
      break;
    const double next = options.paced ? books.stepBegan() + options.interval : clock.now();
    FSFIND_TRY(const bool goes_on, waitFor(next, clock, events, books.report()));
    if (!goes_on)
      break;
  }
  if (books.report().totals.steps() == 0 && last_error)
    return failure(std::move(*last_error));
  return books.report();
}

} // namespace fsfind::watch
