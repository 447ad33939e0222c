#pragma once

#include "cli/report/html/PageReport.h"
#include "cli/report/picture/Figure.h"
#include "cli/report/picture/FindingLines.h"
#include "rules/codec/JsonParts.h"
#include "rules/model/Report.h"
#include "rules/model/ThreadNames.h"

#include <cstddef>
#include <vector>

namespace fsfind::report {

/// The figures of a page as its script takes them: `name`, `legend`, `width`, `height`, `shapes`
/// (markup), and `table` with `caption`, `columns`, `rows` and, where they are about lines, the
/// ranks in `lines`.
[[nodiscard]] codec::Json figureJson(const Figure &figure);

/// Of each of the finding's advice an array of figures for lines of 64, 128 and 256 bytes, or null.
/// Adds to `bytes` what they take of PageLimits::picture_bytes.
[[nodiscard]] codec::Json layoutsJson(const Finding &finding, std::size_t &bytes);

/// All figures of a report's page, by all samples of the report. Findings and lines of the first
/// ranks have theirs, as far as the limits reach.
class PagePictures {
public:
  PagePictures(const Profile &profile, const Report &report, const PageLimits &limits);

  /// `findings` by position, `lines` by rank, `map` by value, `memory`; null where there is none.
  [[nodiscard]] const codec::Json &json() const { return json_; }
  /// Findings and lines whose figures were left out.
  [[nodiscard]] std::size_t leftOut() const { return left_out_; }

private:
  void addFindings();
  void addLines();
  void addWhole();
  [[nodiscard]] codec::Json findingJson(const Finding &finding);
  [[nodiscard]] codec::Json lineJson(const RankedLine &ranked);
  [[nodiscard]] codec::Json transfersJson(const std::vector<RankedLine> &lines);
  [[nodiscard]] bool isFull() const { return bytes_ >= limits_.picture_bytes; }
  codec::Json counted(const Figure &figure);

  const Profile &profile_;
  ThreadNames names_;
  const Report &report_;
  PageLimits limits_;
  FindingLines finding_lines_;
  codec::Json json_;
  std::size_t bytes_ = 0;
  std::size_t left_out_ = 0;
};

} // namespace fsfind::report
