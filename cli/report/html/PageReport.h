#pragma once

#include "rules/model/Report.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace fsfind::report {

/// How much of a report a page holds. A browser reads 50 MB of JSON in about a second; an access
/// takes about 1.2 KB of it.
struct PageLimits {
  std::size_t lines = 10000, findings = 2000;
  std::size_t accesses = 20000;        ///< of all lines
  std::size_t accesses_of_line = 1000; ///< those with most contended samples, then most samples
  /// Of pictures and their tables; compressed, it is about an eighth.
  std::size_t picture_bytes = std::size_t{16} << 20;
};

/// A report without what would make a page too large to open. What `report` points to belongs to
/// the profile or to this object, which must not be moved.
class PageReport {
public:
  PageReport(const Report &whole, const PageLimits &limits);
  PageReport(const PageReport &) = delete;
  PageReport &operator=(const PageReport &) = delete;

  [[nodiscard]] const Report &report() const { return report_; }
  [[nodiscard]] std::size_t linesLeftOut() const { return lines_left_out_; }
  [[nodiscard]] std::size_t findingsLeftOut() const { return findings_left_out_; }
  /// Rank of each line that lacks accesses -> how many it has in truth.
  [[nodiscard]] const std::map<std::uint32_t, std::size_t> &accesses() const { return accesses_; }

private:
  void reduceLine(RankedLine &ranked, std::size_t most);

  Report report_;
  std::vector<Line> reduced_;
  std::size_t lines_left_out_ = 0, findings_left_out_ = 0;
  std::map<std::uint32_t, std::size_t> accesses_;
};

} // namespace fsfind::report
