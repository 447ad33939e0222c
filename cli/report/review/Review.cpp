#include "cli/report/review/Review.h"

#include "cli/check/Files.h"
#include "cli/report/text/FindingWords.h"
#include "cli/terminal/Text.h"
#include "rules/codec/JsonWords.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind::report {

std::string ruleUrl(std::string_view rule) {
  return fmt::format("{}/blob/main/docs/rules/{}.md", kHomepage, rule);
}

std::vector<RelatedPlace> otherPlaces(const Finding &finding) {
  const Place primary = primaryPlace(finding);
  std::vector<RelatedPlace> places;
  const auto add = [&](const Place &place, std::string message) {
    const bool known = std::any_of(places.begin(), places.end(), [&](const RelatedPlace &other) {
      return other.place == place && other.message == message;
    });
    const bool same_line = place.file == primary.file && place.line == primary.line;
    if (place.known() && !known && !same_line)
      places.push_back({place, std::move(message)});
  };
  for (const FindingMember &member : finding.members)
    add(member.declared, cli::printable(memberText(finding, member), true));
  for (const RelatedPlace &related : finding.related)
    if (!declaresMember(finding, related.place))
      add(related.place, cli::printable(related.message, true));
  return places;
}

std::string reviewText(const Review &review, const Finding &finding) {
  return cli::printable(finding.message, true) +
         (review.simulated && finding.verdict != Verdict::Latent
              ? " (simulated: caches were modelled)"
              : "");
}

std::string textWithAdvice(const Review &review, const Finding &finding) {
  const std::string text = reviewText(review, finding);
  if (finding.advice.empty())
    return finding.no_advice.empty()
               ? text
               : fmt::format("{}. No advice: {}", text, cli::printable(finding.no_advice, true));
  const Advice &best = finding.advice.front();
  return fmt::format("{}. Advice: {} ({})", text, cli::printable(explained(best), true),
                     word(best.remedy));
}

std::string trialText(const Advice &advice) {
  if (advice.edits.empty())
    return {};
  switch (advice.tried) {
  case EditTrial::None:
    break;
  case EditTrial::Read:
    return "The edit compiles, and the finding is gone when the sources are read with it";
  case EditTrial::Recorded:
    return "The edit was proved: built and recorded with it, the program has less than half of the "
           "finding's contended loads";
  }
  return "The edit was not compiled; fsfind fix does that";
}

std::string wholePath(const Review &review, std::string_view file) {
  return file.starts_with('/') ? std::string(file) : fmt::format("{}/{}", review.folder, file);
}

std::string fromRoot(const Review &review, std::string_view file) {
  return check::shownPath(wholePath(review, file), std::string(review.root));
}

std::string fromFolder(const Review &review, std::string_view file) {
  return check::shownPath(wholePath(review, file), std::string(review.folder));
}

std::string sourceFromRoot(const Review &review) {
  return review.source == "-" ? "standard input" : fromRoot(review, review.source);
}

} // namespace fsfind::report
