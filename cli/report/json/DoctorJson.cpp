#include "cli/report/DoctorReport.h"
#include "rules/codec/JsonDocument.h"

namespace fsfind::report {

using namespace codec;

namespace {

Json partJson(const PartReport &part) {
  Json json;
  json["part"] = part.name;
  json["state"] = wordOf(part.state);
  json["purpose"] = part.purpose;
  json["found"] = part.facts;
  json["lack"] = part.lack.empty() ? Json(nullptr) : Json(part.lack);
  json["remedy"] = part.remedy.empty() ? Json(nullptr) : Json(part.remedy);
  return json;
}

} // namespace

void writeDoctorJson(std::ostream &out, const DoctorReport &report, std::string_view version) {
  Document document(out, version);
  document.add("build", report.build);
  document.add("system", report.system);
  document.addEach("parts", report.parts, partJson);
  document.end();
}

} // namespace fsfind::report
