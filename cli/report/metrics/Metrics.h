#pragma once

#include "cli/report/WatchReport.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// What a watch knows, for Prometheus.
namespace fsfind::report {

enum class MetricsFormat : std::uint8_t {
  Classic,     ///< text format 0.0.4, which node_exporter's textfile collector reads
  OpenMetrics, ///< OpenMetrics 1.0
};

/// The media type of the format, for HTTP.
[[nodiscard]] std::string_view mediaType(MetricsFormat format);

/// The metrics, without timestamps. What a processor does not tell has no series. `objects`: how
/// many objects get a series of their own; 0 = none, as names are a label without a bound.
[[nodiscard]] std::string metricsText(const WatchReport &report, MetricsFormat format,
                                      std::size_t objects);

} // namespace fsfind::report
