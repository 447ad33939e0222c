#include "cli/report/review/SarifRules.h"

#include "cli/terminal/Characters.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace fsfind::report {

using namespace codec;

namespace {

constexpr std::size_t kLongest = 1000; // GitHub takes descriptions of up to 1,024 characters

/// The text between the summary and the first section, on one line.
std::string introduction(const RulePage &page) {
  const std::string_view summary = summaryOf(page);
  const auto begin = static_cast<std::size_t>(summary.data() - page.text.data()) + summary.size();
  std::string text(page.text.substr(begin, page.text.find("\n## ", begin) - begin));
  text.erase(0, text.find_first_not_of('\n'));
  text.erase(text.find_last_not_of('\n') + 1);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void addPage(Json &json, const RulePage &page) {
  const std::string summary(summaryOf(page)), more = introduction(page);
  const std::string whole = more.empty() ? summary : summary + " " + more;
  json["shortDescription"]["text"] = cli::firstCharacters(summary, kLongest);
  json["fullDescription"]["text"] = cli::firstCharacters(whole, kLongest);
  json["help"]["text"] = fmt::format("{} `fsfind explain {}` tells more.", whole, page.id);
  json["help"]["markdown"] = page.text;
}

} // namespace

std::vector<std::string> rulesOf(const std::vector<Finding> &findings) {
  std::set<std::string> ids;
  for (const Finding &finding : findings)
    ids.insert(finding.rule);
  return {ids.begin(), ids.end()};
}

Json sarifRule(const Review &review, const std::string &id) {
  Json json = {{"id", id}};
  const auto page = std::find_if(review.pages.begin(), review.pages.end(),
                                 [&](const RulePage &one) { return one.id == id; });
  if (page != review.pages.end())
    addPage(json, *page);
  json["helpUri"] = ruleUrl(id);
  json["defaultConfiguration"]["level"] = "warning";
  json["properties"] = {{"tags", {"performance", "concurrency"}},
                        {"precision", "medium"},
                        {"problem.severity", "warning"}};
  return json;
}

} // namespace fsfind::report
