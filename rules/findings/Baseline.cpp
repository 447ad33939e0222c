#include "rules/findings/Baseline.h"

#include "rules/findings/FieldReader.h"
#include "rules/model/FindingOrder.h"
#include "rules/model/Fingerprint.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace fsfind {

namespace {

using Json = nlohmann::json;

constexpr std::uint32_t kSchema = 1;
constexpr const char *kRemedy = "give what --write-baseline wrote";

/// `function name` where a variable's function is part of what it is.
std::string shown(std::string subject) {
  std::replace(subject.begin(), subject.end(), '\n', ' ');
  return subject.starts_with(' ') ? subject.substr(1) : subject;
}

std::string entryText(const Finding &finding, const std::string &fingerprint) {
  const FindingIdentity identity = identityOf(finding);
  nlohmann::ordered_json json;
  json["fingerprint"] = fingerprint;
  json["rule"] = identity.rule;
  json["subject"] = shown(identity.subject);
  json["members"] = identity.members;
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void readEntry(const FieldReader &reader, BaselineEntry &entry) {
  reader.require("fingerprint");
  reader.text("fingerprint", entry.fingerprint);
  reader.text("rule", entry.rule);
  reader.text("subject", entry.subject);
}

Expected<void> checkDocument(const Json &json, const std::string &where) {
  if (json.is_discarded())
    return failure({where, {}, "is not whole JSON", kRemedy});
  if (!json.is_object() || !json.contains("schema") || !json.contains("known"))
    return failure({where, {}, "is not a baseline of fsfind", kRemedy});
  if (json.at("schema") != kSchema)
    return failure({where,
                    {},
                    fmt::format("is not in schema {}, which this fsfind reads", kSchema),
                    "write it anew with --write-baseline"});
  return {};
}

} // namespace

std::string baselineText(const std::vector<Finding> &findings) {
  const std::vector<std::string> prints = fingerprints(findings);
  std::set<std::string> entries; // each begins with its fingerprint
  for (std::size_t i = 0; i < findings.size(); ++i)
    entries.insert(entryText(findings[i], prints[i]));
  return fmt::format("{{\"schema\":{},\"known\":[\n{}\n]}}\n", kSchema, fmt::join(entries, ",\n"));
}

Expected<Baseline> parseBaseline(std::string_view text, const std::string &where) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  FSFIND_CHECK(checkDocument(json, where));
  Baseline baseline;
  std::string problem;
  FieldReader(json, "", problem).objects("known", baseline, readEntry);
  if (!problem.empty())
    return failure({where, {}, problem, kRemedy});
  return baseline;
}

UnknownFindings withoutKnown(std::vector<Finding> findings, const Baseline &baseline) {
  std::set<std::string> left;
  for (const BaselineEntry &entry : baseline)
    left.insert(entry.fingerprint);
  const std::vector<std::string> prints = fingerprints(findings);
  UnknownFindings result;
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (left.erase(prints[i]) == 0)
      result.findings.push_back(std::move(findings[i]));
  result.known = findings.size() - result.findings.size();
  rankInOrder(result.findings);
  std::copy_if(baseline.begin(), baseline.end(), std::back_inserter(result.stale),
               [&](const BaselineEntry &entry) { return left.contains(entry.fingerprint); });
  return result;
}

} // namespace fsfind
