#include "cli/report/html/HtmlReport.h"

#include "cli/report/html/Excerpts.h"
#include "cli/report/html/Page.h"
#include "cli/report/html/PageReport.h"
#include "cli/report/html/StillPage.h"
#include "cli/report/text/FindingWords.h"
#include "rules/codec/Json.h"
#include "rules/codec/JsonParts.h"

#include <fmt/format.h>

#include <ostream>

namespace fsfind::report {

namespace {

using codec::Json;

/// What the findings are about, in words.
Json titlesJson(const std::vector<const Finding *> &findings) {
  Json titles = Json::array();
  for (const Finding *finding : findings)
    titles.push_back(dataText(*finding));
  return titles;
}

std::vector<const Finding *> pointersTo(const std::vector<Finding> &findings) {
  std::vector<const Finding *> pointers;
  for (const Finding &finding : findings)
    pointers.push_back(&finding);
  return pointers;
}

Json leftOutJson(const PageReport &page, bool excerpts_cut) {
  Json json;
  json["lines"] = page.linesLeftOut();
  json["findings"] = page.findingsLeftOut();
  json["accesses"] = Json::object();
  for (const auto &[rank, count] : page.accesses())
    json["accesses"][std::to_string(rank)] = count;
  json["excerpts"] = excerpts_cut;
  return json;
}

void addSites(Excerpts &excerpts, const Profile &profile, const Report &report) {
  for (const RankedLine &ranked : report.lines)
    for (const Access &access : ranked.line->accesses)
      excerpts.addSite(profile.site(access.site));
}

/// One member of the document beside the report.
void writeMember(std::ostream &out, std::string_view name, const Json &value) {
  out << ",\n\"" << name << "\":" << codec::dumped(value);
}

} // namespace

void writeHtmlReport(std::ostream &out, const HtmlReport &html) {
  const PageReport page(html.report, {});
  const Report &report = page.report();
  const SourceTexts texts;
  Excerpts excerpts(texts);
  for (const Finding &finding : report.findings)
    excerpts.addFinding(finding);
  addSites(excerpts, html.profile, report);
  const auto data = [&](std::ostream &to) {
    to << "{\"report\":";
    codec::writeJson(to, html.profile, report, html.version);
    writeMember(to, "titles", titlesJson(pointersTo(report.findings)));
    writeMember(to, "patches", html.patches);
    writeMember(to, "excerpts", excerpts.json());
    writeMember(to, "left_out", leftOutJson(page, excerpts.cut()));
    to << "}\n";
  };
  writePage(out,
            {"fsfind report: " + html.profile.source.path,
             [&](std::ostream &to) { writeStillReport(to, html.profile, html.report); }, data});
}

void writeHtmlDiff(std::ostream &out, const DiffReport &report, std::string_view version) {
  std::vector<const Finding *> findings;
  for (const Difference &one : report.diff.differences)
    findings.push_back(&one.finding);
  const auto data = [&](std::ostream &to) {
    to << "{\"diff\":";
    writeDiffJson(to, report, version);
    writeMember(to, "titles", titlesJson(findings));
    to << "}\n";
  };
  writePage(out, {"fsfind diff", [&](std::ostream &to) { writeStillDiff(to, report); }, data});
}

} // namespace fsfind::report
