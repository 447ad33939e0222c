#include "rules/codec/Json.h"

#include "rules/codec/JsonDocument.h"
#include "rules/codec/JsonParts.h"
#include "rules/codec/JsonWords.h"
#include "rules/model/LayoutCaution.h"

namespace fsfind::codec {

namespace {

Json sharedJson(const Profile &profile) {
  Json json;
  json["lines"] = profile.shared_line_count;
  json.update(countersJson(profile.shared));
  return json;
}

Json unnamedJson(const RemoteUnnamed &unnamed) {
  Json json;
  json["share"] = finite(unnamed.share);
  json["code"] = Json::array();
  for (const RemoteUnnamed::Code &code : unnamed.code) {
    Json one;
    one["function"] = code.function;
    one["module"] = code.module;
    addPlace(one, code.place);
    one["comm"] = code.comm;
    one["threads"] = code.threads;
    one["local"] = code.local;
    one["remote"] = code.remote;
    one["share"] = finite(code.share);
    json["code"].push_back(std::move(one));
  }
  return json;
}

Json numaJson(const Profile &profile, const Report &report) {
  const NumaLoads &loads = report.numa;
  Json json;
  json["nodes"] = profile.topology.nodeCount();
  json["l3_missing_loads"] = loads.l3Misses();
  json["local_dram"] = loads.local_dram;
  json["remote_dram"] = loads.remote_dram;
  json["remote_cache"] = loads.remote_cache;
  json["remote_share"] = finite(loads.remoteShare());
  json["blind"] = loads.blind;
  json["unnamed"] = unnamedJson(report.remote_unnamed);
  return json;
}

Json topologyJson(const Topology &topology) {
  Json cpus = Json::array();
  for (std::size_t cpu = 0; cpu < topology.cpus.size(); ++cpu)
    cpus.push_back(cpuJson(cpu, topology.cpus[cpu]));
  return cpus;
}

/// Of recordings in bursts: what they saw, and the contended loads of the run.
Json seenJson(const Profile &profile) {
  if (!profile.source.seen)
    return nullptr;
  const Seen &seen = *profile.source.seen;
  const RunEstimate loads = contendedLoadsOfRun(profile);
  Json json;
  json["executed"] = seen.executed;
  json["simulated"] = seen.simulated;
  json["share"] = finite(shareOf(seen));
  json["bursts"] = seen.bursts;
  json["scale"] = finite(scaleOf(seen));
  json["scatter"] = finite(scatterOf(seen));
  json["contended"] = seen.contended;
  json["steps"] = seen.steps;
  json["step_squares"] = finite(seen.step_squares);
  json["contended_loads"] = {
      {"value", finite(loads.value)}, {"low", finite(loads.low)}, {"high", finite(loads.high)}};
  return json;
}

Json summaryJson(const Profile &profile, const Report &report) {
  Json json;
  json["samples"] = profile.samples;
  json["lines_seen"] = profile.line_count;
  json["lines_hidden"] = report.hidden_lines;
  json["lines_below_cutoff"] = report.below_cutoff;
  json["lines_below_floor"] = report.below_floor;
  json["lines_handed_over"] = report.handed_over_lines;
  json["loads_handed_over"] = report.handed_over_loads;
  json["findings_left_out"] = report.findings_left_out;
  json["contended_samples"] = report.contended_samples;
  json["named_samples"] = report.named_samples;
  json["named_by_allocation"] = report.named_by_allocation;
  json["cost"] = ofRun(profile.source, profile.cost);
  json["estimated_loads"] = ofRun(profile.source, profile.estimated_loads);
  json["estimated_stores"] = ofRun(profile.source, profile.estimated_stores);
  json["seen"] = seenJson(profile);
  json["display"] = word(report.display);
  for (const Verdict verdict : {Verdict::Confirmed, Verdict::Measured, Verdict::Latent})
    json[std::string(word(verdict))] = countOf(report.findings, verdict);
  json["numa"] = numaJson(profile, report);
  return json;
}

Json sourcesJson(const std::optional<JoinedSources> &sources) {
  if (!sources)
    return nullptr;
  Json json;
  json["path"] = sources->path;
  json["units"] = sources->units;
  json["units_failed"] = sources->failed;
  json["units_with_errors"] = sources->erroneous;
  json["suppressed"] = sources->suppressed;
  json["elsewhere"] = sources->elsewhere;
  json["unsure"] = sources->unsure;
  return json;
}

Json machineJson(const std::optional<MachinePrices> &prices) {
  if (!prices)
    return nullptr;
  Json json;
  json["path"] = prices->path;
  json["cpu_model"] = prices->cpu_model;
  json["prices"] = pricesJson(*prices);
  return json;
}

Json obstacleJson(const std::optional<Error> &obstacle) {
  if (!obstacle)
    return nullptr;
  Json json;
  json["what"] = obstacle->what;
  json["remedy"] = obstacle->remedy;
  return json;
}

std::vector<std::string> notesOf(const Profile &profile, const Report &report) {
  std::vector<std::string> notes;
  for (const Note &note : profile.notes)
    notes.push_back(note.text);
  if (const std::string_view caution = layoutCaution(report.findings); !caution.empty())
    notes.emplace_back(caution);
  return notes;
}

} // namespace

void writeJson(std::ostream &out, const Profile &profile, const Report &report,
               std::string_view version) {
  Document document(out, version);
  document.add("source", sourceJson(profile));
  document.add("sources", sourcesJson(report.sources));
  document.add("topology", topologyJson(profile.topology));
  document.add("machine", machineJson(report.prices));
  document.add("totals", countersJson(profile.totals));
  document.add("shared", sharedJson(profile));
  document.add("classes", classesJson(profile));
  document.add("summary", summaryJson(profile, report));
  document.addEach("notes", notesOf(profile, report),
                   [](const std::string &note) { return Json(note); });
  document.add("obstacle", obstacleJson(profile.obstacle));
  document.addEach("lines", report.lines,
                   [&](const RankedLine &ranked) { return lineJson(profile, ranked); });
  document.addFindings(report.findings);
  document.end();
}

} // namespace fsfind::codec
