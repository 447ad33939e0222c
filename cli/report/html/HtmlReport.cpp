#include "cli/report/html/HtmlReport.h"

#include "cli/report/html/Excerpts.h"
#include "cli/report/html/Page.h"
#include "cli/report/html/PagePictures.h"
#include "cli/report/html/PageReport.h"
#include "cli/report/html/StillPage.h"
#include "cli/report/text/FindingWords.h"
#include "cli/report/text/PriceWords.h"
#include "cli/terminal/PlainNames.h"
#include "rules/codec/Json.h"
#include "rules/codec/JsonParts.h"
#include "rules/model/DisplayName.h"

#include <fmt/format.h>

#include <ostream>
#include <utility>

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

/// Of each finding the time that its contended loads take by the prices given; empty if unknown.
Json timesJson(const std::vector<Finding> &findings) {
  Json times = Json::array();
  for (const Finding &finding : findings)
    times.push_back(finding.cost.transfer_time ? transferTimeText(*finding.cost.transfer_time)
                                               : std::string());
  return times;
}

Json leftOutJson(const PageReport &page, bool excerpts_cut, std::size_t pictures) {
  Json json;
  json["pictures"] = pictures;
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

/// Texts of findings and lines whose names of templates are shorter as authors write them.
class PlainTexts {
public:
  void add(const Finding &finding) {
    add(dataText(finding));
    add(finding.message);
    add(finding.no_advice);
    add(displayName(finding.object));
    for (const FindingMember &member : finding.members)
      add(member.path);
    for (const RelatedPlace &place : finding.related)
      add(place.message);
    for (const Advice &advice : finding.advice)
      add(advice.why);
    for (const FindingSide &side : finding.sides)
      add(side.message);
  }
  void add(const Profile &profile, const Access &access) {
    add(displayName(profile.target(access.target).object));
    add(profile.site(access.site).symbol);
    for (const Frame &frame : profile.site(access.site).frames)
      add(frame.function);
  }
  [[nodiscard]] const Json &json() const { return texts_; }

private:
  void add(const std::string &text) {
    if (std::string plain = names_.in(text); plain != text)
      texts_[text] = std::move(plain);
  }

  cli::PlainNames names_{true};
  Json texts_ = Json::object();
};

} // namespace

void writeHtmlReport(std::ostream &out, const HtmlReport &html) {
  const PageLimits limits;
  const PageReport page(html.report, limits);
  const PagePictures pictures(html.profile, html.report, limits);
  const Report &report = page.report();
  const SourceTexts texts;
  Excerpts excerpts(texts);
  for (const Finding &finding : report.findings)
    excerpts.addFinding(finding);
  addSites(excerpts, html.profile, report);
  PlainTexts plain;
  for (const Finding &finding : report.findings)
    plain.add(finding);
  for (const RankedLine &ranked : report.lines)
    for (const Access &access : ranked.line->accesses)
      plain.add(html.profile, access);
  const auto data = [&](std::ostream &to) {
    to << "{\"report\":";
    codec::writeJson(to, html.profile, report, html.version);
    writeMember(to, "titles", titlesJson(pointersTo(report.findings)));
    writeMember(to, "plain", plain.json());
    writeMember(to, "times", timesJson(report.findings));
    writeMember(to, "prices", report.prices ? pricesText(*report.prices) : std::string());
    writeMember(to, "pictures", pictures.json());
    writeMember(to, "patches", html.patches);
    writeMember(to, "excerpts", excerpts.json());
    writeMember(to, "left_out", leftOutJson(page, excerpts.cut(), pictures.leftOut()));
    to << "}\n";
  };
  writePage(out,
            {"fsfind report: " + html.profile.source.path,
             [&](std::ostream &to) { writeStillReport(to, html.profile, html.report); }, data});
}

void writeHtmlDiff(std::ostream &out, const DiffReport &report, std::string_view version) {
  std::vector<const Finding *> findings;
  PlainTexts plain;
  Json layouts = Json::array();
  std::size_t bytes = 0;
  for (const Difference &one : report.diff.differences) {
    findings.push_back(&one.finding);
    plain.add(one.finding);
    layouts.push_back(bytes < PageLimits().picture_bytes ? layoutsJson(one.finding, bytes)
                                                         : Json(nullptr));
  }
  const auto data = [&](std::ostream &to) {
    to << "{\"diff\":";
    writeDiffJson(to, report, version);
    writeMember(to, "titles", titlesJson(findings));
    writeMember(to, "plain", plain.json());
    writeMember(to, "layouts", layouts);
    to << "}\n";
  };
  writePage(out, {"fsfind diff", [&](std::ostream &to) { writeStillDiff(to, report); }, data});
}

} // namespace fsfind::report
