// reviewdog's diagnostic format: lines and columns are 1-based, columns count bytes of UTF-8, ends
// are exclusive, paths are relative to the folder reviewdog runs in
// (github.com/reviewdog/reviewdog, proto/rdf/reviewdog.proto).
#include "cli/report/review/Formats.h"
#include "cli/report/review/ReviewEdits.h"
#include "rules/codec/JsonParts.h"
#include "rules/codec/JsonWords.h"

#include <fmt/format.h>
#include <ostream>

namespace fsfind::report {

using namespace codec;

namespace {

constexpr LevelWords kRdjsonSeverities = {"ERROR", "WARNING", "INFO"};

Json position(std::uint32_t line, std::uint32_t column) {
  Json json = {{"line", line}};
  if (column != 0)
    json["column"] = column;
  return json;
}

Json rdjsonLocation(const Review &review, const Place &place) {
  return {{"path", fromFolder(review, place.file)},
          {"range", {{"start", position(place.line, place.column)}}}};
}

Json related(const Review &review, const Finding &finding) {
  Json json = Json::array();
  for (const RelatedPlace &other : otherPlaces(finding))
    json.push_back({{"message", other.message}, {"location", rdjsonLocation(review, other.place)}});
  return json;
}

/// Adds a suggestion, and sets the diagnostic's range to the lines that it changes: services offer
/// a suggestion only if it changes exactly the lines of the comment.
void addSuggestion(Json &json, const Finding &finding, const Edit &edit) {
  if (edit.file != primaryPlace(finding).file)
    return;
  json["message"].get_ref<std::string &>() += ". " + trialText(*finding.editing());
  const Json range = {{"start", position(edit.line, edit.column)},
                      {"end", position(edit.end_line, edit.end_column)}};
  json["suggestions"] = Json::array({{{"range", range}, {"text", edit.text}}});
  json["location"]["range"] = {{"start", position(edit.line, 0)},
                               {"end", position(edit.end_line, 0)}};
}

/// The finding in a line, as compilers begin theirs: what reviewdog prints on a terminal.
std::string asLine(const Review &review, const Finding &finding) {
  const Place primary = primaryPlace(finding);
  const std::string place =
      primary.known()
          ? fmt::format("{}:{}:{}", fromFolder(review, primary.file), primary.line, primary.column)
          : sourceFromRoot(review);
  return fmt::format("{}: {}: {} [{}]", place, word(finding.confidence),
                     textWithAdvice(review, finding), finding.rule);
}

Json diagnostic(const Review &review, const Finding &finding) {
  const Place primary = primaryPlace(finding);
  Json json;
  json["message"] = textWithAdvice(review, finding);
  json["location"] =
      primary.known() ? rdjsonLocation(review, primary) : Json{{"path", sourceFromRoot(review)}};
  json["severity"] = levelWord(kRdjsonSeverities, finding.confidence);
  json["code"] = {{"value", finding.rule}, {"url", ruleUrl(finding.rule)}};
  if (const auto edit = asOneEdit(finding.edits(), review.texts))
    addSuggestion(json, finding, *edit);
  json["related_locations"] = related(review, finding);
  json["original_output"] = asLine(review, finding);
  return json;
}

} // namespace

void writeRdjson(std::ostream &out, const Review &review) {
  Json json = {{"source", {{"name", "fsfind"}, {"url", kHomepage}}}};
  json["diagnostics"] = Json::array();
  for (const Finding &finding : review.findings)
    json["diagnostics"].push_back(diagnostic(review, finding));
  out << dumped(json, 1) << '\n';
}

} // namespace fsfind::report
