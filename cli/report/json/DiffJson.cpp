#include "cli/report/DiffReport.h"
#include "rules/codec/JsonDocument.h"

#include <cmath>

namespace fsfind::report {

using namespace codec;

namespace {

Json sideJson(const FindingsFile &report) {
  Json json;
  json["path"] = report.source.path;
  json["measured"] = report.measured;
  json["simulated"] = report.source.simulated;
  json["samples"] = report.samples;
  json["loads"] = report.totals.load;
  json["stores"] = report.totals.store;
  json["estimated_loads"] = report.estimated_loads;
  json["estimated_stores"] = report.estimated_stores;
  json["seen"] = report.source.seen ? Json(finite(shareOf(*report.source.seen))) : Json(nullptr);
  json["findings"] = report.findings.size();
  return json;
}

Json countJson(const SampleCount &count) {
  Json json;
  json["samples"] = count.samples;
  json["rate"] = finite(count.rate());
  return json;
}

/// An infinite value becomes null.
Json boundJson(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json ratesJson(const std::optional<RateChange> &rates) {
  if (!rates)
    return nullptr;
  Json json;
  json["ratio"] = boundJson(rates->ratio);
  json["low"] = finite(rates->low);
  json["high"] = boundJson(rates->high);
  json["p_value"] = finite(rates->p_value);
  json["significant"] = rates->significant;
  json["too_few"] = rates->too_few;
  return json;
}

Json differenceJson(const Difference &one) {
  Json json;
  json["change"] = word(one.change);
  json["fingerprint"] = one.fingerprint;
  json["rule_before"] = one.rule_before;
  json["before"] = countJson(one.before);
  json["after"] = countJson(one.after);
  json["rates"] = ratesJson(one.rates);
  json["in_another"] = one.in_another;
  json["finding"] = findingJson(one.finding);
  return json;
}

Json totalJson(const std::optional<TotalChange> &total) {
  if (!total)
    return nullptr;
  Json json;
  json["before"] = countJson(total->before);
  json["after"] = countJson(total->after);
  json["rates"] = ratesJson(total->rates);
  return json;
}

Json summaryJson(const Diff &diff) {
  Json json;
  json["confidence"] = diff.options.confidence;
  json["least_change"] = diff.options.least_change;
  for (std::size_t i = 0; i < kChangeCount; ++i)
    json[std::string(word(static_cast<Change>(i)))] = diff.counts[i];
  return json;
}

} // namespace

void writeDiffJson(std::ostream &out, const DiffReport &report, std::string_view version) {
  Document document(out, version);
  document.add("before", sideJson(report.before.report));
  document.add("after", sideJson(report.after.report));
  document.add("summary", summaryJson(report.diff));
  document.add("total", totalJson(report.diff.total));
  document.addEach("differences", report.diff.differences, differenceJson);
  document.end();
}

} // namespace fsfind::report
