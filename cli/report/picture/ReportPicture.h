#pragma once

#include "cli/report/picture/SvgFile.h"
#include "rules/model/Expected.h"
#include "rules/model/Report.h"

#include <string>
#include <vector>

/// Single pictures of a report.
namespace fsfind::report {

/// The words of PictureChoice::picture.
[[nodiscard]] const std::vector<std::string> &pictureWords();

struct PictureChoice {
  std::string picture = "strip";
  /// Number or fingerprint; empty: pictures of one finding are of the first, the others of all.
  std::string finding;
};

/// Fails if the report has no such finding, or nothing that the picture could show.
[[nodiscard]] Expected<SvgFile> reportPicture(const Profile &profile, const Report &report,
                                              const PictureChoice &choice);

} // namespace fsfind::report
