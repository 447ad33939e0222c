#pragma once

#include "cli/report/text/TextReport.h"

#include <cstddef>

/// How much of a report is shown by default: what makes up nearly all of the contention.
namespace fsfind::report {

/// Shown lines and findings together have this share of the contention of all.
inline constexpr double kToldShare = 0.99;

/// How many lines of `report.lines`, from the first, are listed.
[[nodiscard]] std::size_t linesListed(const Report &report, const TextOptions &options);

/// How many of them, from the first, are drawn byte by byte.
[[nodiscard]] std::size_t linesDrawn(const Report &report, const TextOptions &options);

/// How many findings, from the first, are shown: of the measured ones those with nearly all of the
/// cost, then latent ones.
[[nodiscard]] std::size_t findingsShown(const Report &report, const TextOptions &options);

} // namespace fsfind::report
