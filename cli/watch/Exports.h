#pragma once

#include "cli/report/WatchReport.h"
#include "cli/watch/Listener.h"
#include "cli/watch/MetricsFile.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace fsfind::watch {

/// Where the metrics of a watch go.
class Exports {
public:
  /// `file` and `address` may be empty: then there is no such export. `objects`: series for so many
  /// objects. Fails if a file or an address cannot be had.
  [[nodiscard]] static Expected<Exports> open(const std::string &file, const std::string &address,
                                              std::size_t objects);

  /// Exports what is known now. Returns what could not be done, if that is news; empty: all is
  /// well, or as it was.
  [[nodiscard]] std::string update(const report::WatchReport &report);

  /// Where the listener is; empty if there is none.
  [[nodiscard]] std::string address() const { return listener_ ? listener_->address() : ""; }

private:
  std::optional<MetricsFile> file_;
  std::unique_ptr<Listener> listener_;
  std::size_t objects_ = 0;
  std::string problem_; ///< of the file, when it was last written
};

} // namespace fsfind::watch
