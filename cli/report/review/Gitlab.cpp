// GitLab's Code Quality report: one array. GitLab finds out by fingerprints, which do not depend on
// lines, what a merge request adds (docs.gitlab.com, "Code Quality report format").
#include "cli/report/review/Formats.h"
#include "rules/codec/JsonParts.h"
#include "rules/model/Fingerprint.h"

#include <algorithm>
#include <ostream>

namespace fsfind::report {

using namespace codec;

namespace {

constexpr LevelWords kGitlabSeverities = {"major", "minor", "info"};

Json issue(const Review &review, const Finding &finding, const std::string &fingerprint) {
  const Place primary = primaryPlace(finding);
  Json json;
  json["description"] = textWithAdvice(review, finding);
  json["check_name"] = finding.rule;
  json["fingerprint"] = fingerprint;
  json["severity"] = levelWord(kGitlabSeverities, finding.confidence);
  json["location"]["path"] =
      primary.known() ? fromRoot(review, primary.file) : sourceFromRoot(review);
  json["location"]["lines"]["begin"] = std::max<std::uint32_t>(primary.line, 1);
  return json;
}

} // namespace

void writeGitlab(std::ostream &out, const Review &review) {
  const std::vector<std::string> prints = fingerprints(review.findings);
  Json json = Json::array();
  for (std::size_t i = 0; i < review.findings.size(); ++i)
    json.push_back(issue(review, review.findings[i], prints[i]));
  out << dumped(json, 1) << '\n';
}

} // namespace fsfind::report
