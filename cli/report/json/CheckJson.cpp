#include "cli/report/CheckReport.h"
#include "rules/codec/JsonDocument.h"

namespace fsfind::report {

using namespace codec;

namespace {

Json unitsJson(const CheckReport &report) {
  Json json;
  json["path"] = report.source;
  json["simulated"] = report.simulated;
  json["line_size"] = report.line_size;
  json["units"] = report.units;
  json["units_failed"] = report.failed;
  json["units_with_errors"] = report.erroneous;
  return json;
}

Json countsJson(const CheckReport &report) {
  Json json;
  json["suspects"] = report.suspects;
  json["suppressed"] = report.suppressed;
  json["elsewhere"] = report.elsewhere;
  json["suppressed_by_file"] = report.unwanted;
  json["in_baseline"] = report.known;
  json["not_of_change"] = report.untouched;
  return json;
}

} // namespace

void writeCheckJson(std::ostream &out, const CheckReport &report, std::string_view version) {
  Document document(out, version);
  document.add("source", unitsJson(report));
  document.add("summary", countsJson(report));
  std::vector<std::string> notes = report.change_notes;
  notes.insert(notes.end(), report.notes.begin(), report.notes.end());
  document.addEach("notes", notes, [](const std::string &note) { return Json(note); });
  document.addFindings(report.findings);
  document.end();
}

} // namespace fsfind::report
