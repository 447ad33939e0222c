#include "cli/lsp/Found.h"

#include "cli/report/CheckReport.h"
#include "rules/codec/FindingsFile.h"

#include <sstream>

namespace fsfind::lsp {

Json foundJson(const Found &found) {
  report::CheckReport report;
  report.findings = found.findings;
  std::ostringstream text;
  report::writeCheckJson(text, report, "");
  Json contents = Json::object();
  for (const auto &[path, hash] : found.contents)
    contents[path] = hash;
  return {{"report", text.str()},
          {"fingerprints", found.fingerprints},
          {"simulated", found.simulated},
          {"provable", found.provable},
          {"contents", std::move(contents)},
          {"warning", found.warning},
          {"summary", found.summary}};
}

Expected<Found> foundFrom(const Json &json) {
  Found found;
  FSFIND_TRY(FindingsFile file, parseFindings(textMember(json, "report"), "the check"));
  found.findings = std::move(file.findings);
  for (const Json &print : member(json, "fingerprints"))
    found.fingerprints.push_back(print.get<std::string>());
  found.fingerprints.resize(found.findings.size());
  found.simulated = flagMember(json, "simulated");
  found.provable = flagMember(json, "provable");
  for (const auto &[path, hash] : member(json, "contents").items())
    found.contents[path] = hash.get<std::uint64_t>();
  found.warning = textMember(json, "warning");
  found.summary = textMember(json, "summary");
  return found;
}

} // namespace fsfind::lsp
