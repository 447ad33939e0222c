#pragma once

#include "cli/report/picture/ReportPicture.h"

#include <string>

/// Single pictures of a report as SVG.
namespace fsfind::cli {

inline constexpr const char *kSvgFormat = "svg";

/// What the user asks to be drawn; empty = was not said.
struct PictureArguments {
  std::string picture, finding;
};

/// Fails if a picture is chosen and another format.
[[nodiscard]] Expected<void> checkPictureOptions(const std::string &format,
                                                 const PictureArguments &arguments);
[[nodiscard]] Expected<void> writePicture(const std::string &output, const Profile &profile,
                                          const Report &report, const PictureArguments &arguments);

} // namespace fsfind::cli
