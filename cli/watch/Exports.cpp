#include "cli/watch/Exports.h"

#include "cli/report/metrics/Metrics.h"

#include <utility>

namespace fsfind::watch {

Expected<Exports> Exports::open(const std::string &file, const std::string &address,
                                std::size_t objects) {
  Exports exports;
  exports.objects_ = objects;
  if (!file.empty()) {
    FSFIND_TRY(MetricsFile opened, MetricsFile::open(file));
    exports.file_.emplace(std::move(opened));
  }
  if (!address.empty()) {
    FSFIND_TRY(exports.listener_, listenOn(address));
    (void)exports.update({}); // until the first step is done
  }
  return exports;
}

std::string Exports::update(const report::WatchReport &report) {
  using report::MetricsFormat;
  const std::string classic = report::metricsText(report, MetricsFormat::Classic, objects_);
  if (listener_)
    listener_->publish(
        {classic, report::metricsText(report, MetricsFormat::OpenMetrics, objects_)});
  if (!file_ || report.step == 0)
    return {};
  const Expected<void> written = file_->write(classic);
  std::string problem = written ? std::string() : written.error().message();
  return std::exchange(problem_, problem) == problem ? std::string() : problem;
}

} // namespace fsfind::watch
