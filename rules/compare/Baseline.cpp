#include "rules/compare/Baseline.h"

#include "rules/codec/FieldReader.h"
#include "rules/codec/JsonText.h"
#include "rules/compare/Pairing.h"
#include "rules/model/FindingOrder.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace fsfind {

namespace {

using Json = nlohmann::json;

constexpr std::uint32_t kSchema = 2;
constexpr const char *kRemedy = "give a baseline that fsfind wrote";

std::string entryText(const Finding &finding, const std::string &fingerprint) {
  const FindingIdentity identity = identityOf(finding);
  nlohmann::ordered_json json;
  json["fingerprint"] = fingerprint;
  json["rule"] = identity.rule;
  json["subject"] = identity.subject;
  json["file"] = identity.file;
  json["members"] = identity.members;
  json["measured"] = finding.verdict == Verdict::Measured;
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void readEntry(const FieldReader &reader, BaselineEntry &entry) {
  reader.require("fingerprint");
  reader.text("fingerprint", entry.fingerprint);
  reader.text("rule", entry.identity.rule);
  reader.text("subject", entry.identity.subject);
  reader.text("file", entry.identity.file);
  std::vector<std::string> members;
  reader.texts("members", members);
  entry.identity.members = {members.begin(), members.end()};
  reader.flag("measured", entry.measured);
}

std::vector<KnownAs> knownAs(const Baseline &baseline) {
  std::vector<KnownAs> known;
  for (const BaselineEntry &entry : baseline)
    known.push_back({entry.fingerprint, entry.identity, !entry.measured});
  return known;
}

std::vector<KnownAs> knownAs(const std::vector<Finding> &findings) {
  const std::vector<std::string> prints = fingerprints(findings);
  std::vector<KnownAs> known;
  for (std::size_t i = 0; i < findings.size(); ++i)
    known.push_back({prints[i], identityOf(findings[i]), findings[i].verdict != Verdict::Measured});
  return known;
}

Expected<void> checkDocument(const Json &json, const std::string &where) {
  if (!json.is_object() || !json.contains("schema") || !json.contains("known"))
    return failure({where, {}, "is not a baseline of fsfind", kRemedy});
  if (json.at("schema") != kSchema)
    return failure({where,
                    {},
                    fmt::format("is not in schema {}, which this fsfind reads", kSchema),
                    "write the baseline anew"});
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
  FSFIND_TRY(const Json json, parseJson(text, where, kRemedy));
  FSFIND_CHECK(checkDocument(json, where));
  Baseline baseline;
  std::string problem;
  FieldReader(json, "", problem).objects("known", baseline, readEntry);
  if (!problem.empty())
    return failure({where, {}, problem, kRemedy});
  return baseline;
}

UnknownFindings withoutKnown(std::vector<Finding> findings, const Baseline &baseline) {
  std::vector<bool> known(findings.size()), met(baseline.size());
  for (const FindingPair &pair : paired(knownAs(baseline), knownAs(findings)))
    if (pair.before && pair.after)
      known[*pair.after] = met[*pair.before] = true;
  UnknownFindings result;
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (!known[i])
      result.findings.push_back(std::move(findings[i]));
  result.known = findings.size() - result.findings.size();
  rankInOrder(result.findings);
  for (std::size_t i = 0; i < baseline.size(); ++i)
    if (!met[i])
      result.stale.push_back(baseline[i]);
  return result;
}

} // namespace fsfind
