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

/// Input of all formats for code reviews, and what these formats have in common.
namespace fsfind::report {

struct Review {
  const std::vector<Finding> &findings;       ///< by rank
  std::string_view source;                    ///< the recording or compile database; `-` = a pipe
  bool simulated = false;                     ///< the samples come from a model of caches
  std::uint32_t line_size = kDefaultLineSize; ///< bytes
  std::string_view version;                   ///< of fsfind
  std::string_view folder; ///< the current folder, absolute; paths may be relative to it
  std::string_view root;   ///< of the repository, absolute
  std::span<const RulePage> pages;
  const SourceTexts &texts;
  std::span<const std::string> notes = {}; ///< on the change as a whole, without a full stop
};

/// Address of a rule's page.
[[nodiscard]] std::string ruleUrl(std::string_view rule);
inline constexpr std::string_view kHomepage = "https://github.com/fsfind/fsfind";

/// The known places that are not on the line of the primary one: first members, then the finding's
/// related places.
[[nodiscard]] std::vector<RelatedPlace> otherPlaces(const Finding &finding);

/// The finding's message, without a full stop. Says if its samples were simulated.
[[nodiscard]] std::string reviewText(const Review &review, const Finding &finding);
/// The same, followed by the best advice if there is one.
[[nodiscard]] std::string textWithAdvice(const Review &review, const Finding &finding);

/// What has been tried of the advice's edits: one sentence without a full stop. Empty without
/// edits.
[[nodiscard]] std::string trialText(const Advice &advice);

/// The path relative to the repository's root, or to the current folder; absolute if the file lies
/// outside. wholePath() is always absolute.
[[nodiscard]] std::string fromRoot(const Review &review, std::string_view file);
[[nodiscard]] std::string fromFolder(const Review &review, std::string_view file);
[[nodiscard]] std::string wholePath(const Review &review, std::string_view file);
/// The file that was read, for findings without a place in formats that require one.
[[nodiscard]] std::string sourceFromRoot(const Review &review);

/// A format's words for high, medium and low confidence.
using LevelWords = std::array<std::string_view, 3>;
[[nodiscard]] inline std::string_view levelWord(const LevelWords &words, Confidence confidence) {
  return words[static_cast<std::size_t>(confidence)];
}

} // namespace fsfind::report
