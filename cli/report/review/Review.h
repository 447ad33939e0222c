#pragma once

#include "cli/report/review/RulePages.h"
#include "cli/report/review/SourceTexts.h"
#include "rules/model/Finding.h"
#include "rules/model/PrimaryPlace.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Findings for those who review a change: what all emitters of services' formats are given, and
/// what they agree on.
namespace fsfind::report {

struct Review {
  const std::vector<Finding> &findings;       ///< by rank
  std::string_view source;                    ///< the recording or compile database; `-` = a pipe
  bool simulated = false;                     ///< a model of caches made the samples
  std::uint32_t line_size = kDefaultLineSize; ///< bytes
  std::string_view version;                   ///< of fsfind
  std::string_view folder; ///< the current one, absolute; paths may be relative to it
  std::string_view root;   ///< of the repository, absolute
  std::span<const RulePage> pages;
  const SourceTexts &texts;
};

/// Where a rule's page can be read.
[[nodiscard]] std::string ruleUrl(std::string_view rule);
inline constexpr std::string_view kHomepage = "https://github.com/fsfind/fsfind";

/// Known places on other lines than the primary one: members, then what else belongs to the
/// finding.
[[nodiscard]] std::vector<RelatedPlace> otherPlaces(const Finding &finding);

/// The finding's sentence without a full stop; says so if its samples were simulated.
[[nodiscard]] std::string reviewText(const Review &review, const Finding &finding);
/// The same with the best advice after it, where there is one.
[[nodiscard]] std::string textWithAdvice(const Review &review, const Finding &finding);

/// The path as seen from the repository's root, or from the current folder; absolute if the file
/// lies outside.
[[nodiscard]] std::string fromRoot(const Review &review, std::string_view file);
[[nodiscard]] std::string fromFolder(const Review &review, std::string_view file);
[[nodiscard]] std::string wholePath(const Review &review, std::string_view file);
/// A file for findings without one, where a format demands it: what was read.
[[nodiscard]] std::string sourceFromRoot(const Review &review);

/// A format's word for high, medium and low confidence.
using LevelWords = std::array<std::string_view, 3>;
[[nodiscard]] inline std::string_view levelWord(const LevelWords &words, Confidence confidence) {
  return words[static_cast<std::size_t>(confidence)];
}

} // namespace fsfind::report
