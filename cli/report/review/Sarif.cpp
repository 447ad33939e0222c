// SARIF 2.1.0 (docs.oasis-open.org/sarif). Of a result GitHub uses the first location, the related
// locations that the message links to, and the fingerprint; it requires paths relative to the
// repository. Columns count UTF-16 code units, as `columnKind` says.
#include "cli/report/review/Formats.h"
#include "cli/report/review/ReviewEdits.h"
#include "cli/report/review/SarifRules.h"
#include "rules/codec/JsonWords.h"
#include "rules/model/Fingerprint.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

namespace fsfind::report {

using namespace codec;

namespace {

constexpr LevelWords kLevels = {"error", "warning", "note"};
constexpr const char *kRoot = "SRCROOT";

/// A path escaped for a URI (RFC 3986).
std::string uri(std::string_view path) {
  constexpr std::string_view kPlain = "-._~/+";
  std::string result;
  for (const char byte : path) {
    const bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    const bool digit = byte >= '0' && byte <= '9';
    if (letter || digit || kPlain.find(byte) != std::string_view::npos)
      result += byte;
    else
      result += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
  }
  return result;
}

Json artifact(const std::string &path) {
  if (path.starts_with('/'))
    return {{"uri", "file://" + uri(path)}};
  return {{"uri", uri(path)}, {"uriBaseId", kRoot}};
}

Json region(const Review &review, const Place &place) {
  Json json = {{"startLine", place.line}};
  if (place.column != 0)
    json["startColumn"] = review.texts.utf16Column(place);
  return json;
}

Json sarifLocation(const Review &review, const Place &place) {
  Json json;
  json["physicalLocation"]["artifactLocation"] = artifact(fromRoot(review, place.file));
  json["physicalLocation"]["region"] = region(review, place);
  return json;
}

/// The finding's location. If it has no place in a source, the recording's file, since services
/// require a file.
Json primaryLocation(const Review &review, const Finding &finding) {
  const Place place = primaryPlace(finding);
  if (place.known())
    return sarifLocation(review, place);
  Json json;
  json["physicalLocation"]["artifactLocation"] = artifact(sourceFromRoot(review));
  json["physicalLocation"]["region"] = {{"startLine", 1}};
  return json;
}

/// Escapes brackets, which would end the text of a link.
std::string linkText(std::string_view text) {
  std::string result;
  for (const char character : text) {
    if (character == '[' || character == ']' || character == '\\')
      result += '\\';
    result += character;
  }
  return result;
}

/// A text with what a viewer would take for a link only where names of strangers have it.
std::string plainText(const std::string &text) {
  return text.find("](") == std::string::npos ? text : linkText(text);
}

void addRelated(Json &json, const Review &review, const Finding &finding) {
  std::string links;
  for (const RelatedPlace &other : otherPlaces(finding)) {
    const std::size_t id = json["relatedLocations"].size() + 1;
    Json one = sarifLocation(review, other.place);
    one["id"] = id;
    one["message"]["text"] = plainText(other.message);
    json["relatedLocations"].push_back(std::move(one));
    links += fmt::format("\n[{}]({}).", linkText(other.message), id);
  }
  std::string &text = json["message"]["text"].get_ref<std::string &>();
  text += links;
}

Json replacement(const Review &review, const Edit &edit) {
  Json json;
  json["deletedRegion"] = region(review, {edit.file, edit.line, edit.column});
  json["deletedRegion"]["endLine"] = edit.end_line;
  json["deletedRegion"]["endColumn"] =
      review.texts.utf16Column({edit.file, edit.end_line, edit.end_column});
  json["insertedContent"]["text"] = edit.text;
  return json;
}

Json change(const Review &review, const std::vector<Edit> &edits, const std::string &file) {
  Json json;
  json["artifactLocation"] = artifact(fromRoot(review, file));
  for (const Edit &edit : edits)
    if (edit.file == file)
      json["replacements"].push_back(replacement(review, edit));
  return json;
}

/// A fix with one change for each file.
Json fix(const Review &review, const Advice &advice) {
  std::vector<std::string> files;
  Json json;
  json["description"]["text"] = plainText(fmt::format("{}. {}.", advice.why, trialText(advice)));
  json["properties"] = {{"tried", word(advice.tried)}};
  for (const Edit &edit : advice.edits)
    if (std::find(files.begin(), files.end(), edit.file) == files.end()) {
      files.push_back(edit.file);
      json["artifactChanges"].push_back(change(review, advice.edits, edit.file));
    }
  return json;
}

Json evidence(const Finding &finding) {
  Json json;
  json["confidence"] = word(finding.confidence);
  json["verdict"] = word(finding.verdict);
  json["sharing"] = word(finding.sharing);
  json["hitm"] = finding.cost.hitm;
  json["latencyShare"] = finite(finding.cost.latency_share);
  return json;
}

Json result(const Review &review, const Finding &finding, const std::string &fingerprint) {
  Json json;
  json["ruleId"] = finding.rule;
  json["level"] = levelWord(kLevels, finding.confidence);
  json["message"]["text"] = plainText(textWithAdvice(review, finding) + ".");
  json["locations"] = Json::array({primaryLocation(review, finding)});
  addRelated(json, review, finding);
  json["partialFingerprints"] = {{"primaryLocationLineHash", fingerprint},
                                 {"fsfindFingerprint/v2", fingerprint}};
  for (const Advice &advice : finding.advice)
    if (!advice.edits.empty())
      json["fixes"].push_back(fix(review, advice));
  json["properties"] = evidence(finding);
  return json;
}

Json driver(const Review &review, const std::vector<std::string> &rules) {
  Json json;
  json["name"] = "fsfind";
  json["semanticVersion"] = review.version;
  json["informationUri"] = kHomepage;
  json["rules"] = Json::array();
  for (const std::string &rule : rules)
    json["rules"].push_back(sarifRule(review, rule));
  return json;
}

Json results(const Review &review, const std::vector<std::string> &rules) {
  const std::vector<std::string> prints = fingerprints(review.findings);
  Json json = Json::array();
  for (std::size_t i = 0; i < review.findings.size(); ++i) {
    const auto rule = std::find(rules.begin(), rules.end(), review.findings[i].rule);
    json.push_back(result(review, review.findings[i], prints[i]));
    json.back()["ruleIndex"] = rule - rules.begin();
  }
  return json;
}

} // namespace

void writeSarif(std::ostream &out, const Review &review) {
  const std::vector<std::string> rules = rulesOf(review.findings);
  Json run;
  run["tool"]["driver"] = driver(review, rules);
  run["columnKind"] = "utf16CodeUnits";
  run["originalUriBaseIds"][kRoot]["uri"] = "file://" + uri(review.root) + "/";
  run["results"] = results(review, rules);
  if (!review.notes.empty()) {
    Json invocation = {{"executionSuccessful", true}};
    for (const std::string &note : review.notes)
      invocation["toolExecutionNotifications"].push_back(
          {{"level", "warning"}, {"message", {{"text", note + "."}}}});
    run["invocations"] = Json::array({invocation});
  }
  run["properties"] = {{"source", sourceFromRoot(review)}, {"simulated", review.simulated}};
  const Json json = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                     {"version", "2.1.0"},
                     {"runs", Json::array({run})}};
  out << dumped(json, 1) << '\n';
}

} // namespace fsfind::report
