#pragma once

#include "rules/model/Expected.h"

#include <string>

namespace fsfind::watch {

/// A file for the textfile collector of Prometheus's node_exporter: always whole, since it is
/// written beside itself and renamed. Held by one watch at a time, by a lock on a hidden file
/// beside it.
class MetricsFile {
public:
  /// Fails if the name does not end in `.prom`, if the file cannot be written there, or if another
  /// watch holds it.
  [[nodiscard]] static Expected<MetricsFile> open(const std::string &path);
  MetricsFile(MetricsFile &&other) noexcept;
  MetricsFile &operator=(MetricsFile &&) = delete;
  ~MetricsFile();

  [[nodiscard]] Expected<void> write(const std::string &text) const;

private:
  MetricsFile(std::string path, std::string lock_path, int lock)
      : path_(std::move(path)), lock_path_(std::move(lock_path)), lock_(lock) {}
  std::string path_, lock_path_;
  int lock_; ///< descriptor
};

} // namespace fsfind::watch
