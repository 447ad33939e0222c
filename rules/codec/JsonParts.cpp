#include "rules/codec/JsonParts.h"

#include "rules/codec/JsonWords.h"
#include "rules/model/AuthorFrame.h"
#include "rules/model/DisplayName.h"

namespace fsfind::codec {

namespace {

Json frameJson(const Frame &frame) {
  Json json;
  json["function"] = frame.function;
  addPlace(json, frame.place);
  return json;
}

void addSite(Json &json, const Site &site) {
  json["ip"] = hexAddress(site.ip);
  json["module"] = site.module;
  json["module_address"] = hexAddress(site.module_address);
  json["symbol"] = site.symbol;
  json["symbol_offset"] = site.symbol_offset;
  const Frame *author = authorFrame(site);
  addPlace(json, author ? author->place : Place{});
  json["frames"] = Json::array();
  for (const Frame &frame : site.frames)
    json["frames"].push_back(frameJson(frame));
}

void addTarget(Json &json, const Target &target) {
  json["object"] = objectJson(target.object);
  json["member"] = target.member;
  json["member_offset"] = target.member_offset;
  json["member_size"] = target.member_size;
  json["evidence"] = word(target.evidence);
  json["certainty"] = word(target.certainty);
}

void addThread(Json &json, const Thread &thread) {
  json["pid"] = thread.pid;
  json["tid"] = thread.tid;
  json["comm"] = thread.comm;
  if (!thread.runs.empty())
    json["runs"] = thread.runs;
}

Json accessJson(const Profile &profile, const Access &access) {
  Json json;
  json["offset"] = access.offset;
  json["size"] = access.size;
  json["op"] = word(access.kind);
  json["count"] = access.count;
  json["lcl_hitm"] = access.lcl_hitm;
  json["rmt_hitm"] = access.rmt_hitm;
  json["lcl_peer"] = access.lcl_peer;
  json["rmt_peer"] = access.rmt_peer;
  json["contended"] = access.contended;
  json["essential"] = access.essential;
  json["useless"] = access.useless;
  json["spins"] = access.spins;
  json["l1_miss"] = access.l1_miss;
  json["latency"] = access.latency;
  json["hitm_latency"] = access.hitm_latency;
  json["local_dram"] = access.local_dram;
  json["remote_dram"] = access.remote_dram;
  json["cost"] = access.cost;
  addThread(json, profile.thread(access.thread));
  json["cpu"] = access.cpu == kNoCpu ? Json(nullptr) : Json(access.cpu);
  addSite(json, profile.site(access.site));
  addTarget(json, profile.target(access.target));
  return json;
}

} // namespace

void addPlace(Json &json, const Place &place) {
  json["file"] = place.file;
  json["line"] = place.line;
  json["column"] = place.column;
}

Json objectJson(const Object &object) {
  Json json;
  json["kind"] = word(object.kind);
  json["name"] = object.name;
  json["type"] = object.type;
  json["holder"] = object.holder;
  json["label"] = displayName(object);
  json["index"] = orNull(object.index);
  json["address"] = hexAddress(object.address);
  json["size"] = object.size;
  addPlace(json, object.declared);
  json["function"] = object.function;
  json["of_array"] = object.of_array;
  json["allocated"] =
      object.allocated.place.file.empty() ? Json(nullptr) : frameJson(object.allocated);
  return json;
}

Json clockJson(const std::optional<ByClock> &clock) {
  if (!clock)
    return nullptr;
  return {{"samples", clock->samples},
          {"decoded", clock->decoded},
          {"together", finite(clock->together)}};
}

Json sourceJson(const Profile &profile) {
  const Source &source = profile.source;
  Json json;
  json["path"] = source.path;
  json["simulated"] = source.simulated;
  json["line_size"] = source.line_size;
  json["line_size_assumed"] = source.line_size_assumed;
  json["arch"] = source.arch;
  json["vendor"] = word(profile.vendor);
  json["cpu"] = source.cpu_description;
  json["cpus_online"] = source.cpus_online;
  json["hostname"] = source.hostname;
  json["os_release"] = source.os_release;
  json["perf_version"] = source.perf_version;
  json["command_line"] = source.command_line;
  json["events"] = source.events;
  json["first_time"] = orNull(source.first_time);
  json["last_time"] = orNull(source.last_time);
  json["lost_samples"] = source.lost_samples;
  json["by_clock"] = clockJson(source.by_clock);
  return json;
}

Json countersJson(const C2cCounters &counters) {
  Json json;
  json["records"] = counters.nr_entries;
  json["loads"] = counters.load;
  json["stores"] = counters.store;
  for (const C2cCounterField &field : kC2cCounterFields)
    if (field.name != "nr_entries" && field.name != "load" && field.name != "store")
      json[std::string(field.name)] = counters.*field.member;
  return json;
}

Json classesJson(const Profile &profile) {
  Json json;
  for (std::size_t i = 0; i < kSampleClassCount; ++i)
    json[std::string(word(static_cast<SampleClass>(i)))] = profile.classes[i];
  return json;
}

Json lineJson(const Profile &profile, const RankedLine &ranked) {
  const Line &line = *ranked.line;
  const C2cCounters &counters = line.counters;
  Json json;
  json["address"] = hexAddress(line.address);
  json["rank"] = ranked.rank;
  json["records"] = counters.tableRecords();
  json["loads"] = counters.tableLoads();
  json["stores"] = counters.store;
  json["lcl_hitm"] = counters.lcl_hitm;
  json["rmt_hitm"] = counters.rmt_hitm;
  json["tot_hitm"] = counters.tot_hitm;
  json["lcl_peer"] = counters.lcl_peer;
  json["rmt_peer"] = counters.rmt_peer;
  json["tot_peer"] = counters.tot_peer;
  json["samples"] = line.samples;
  json["transfers"] = orNull(line.transfers);
  json["hitm_share"] = finite(ranked.hitm_share);
  json["latency_share"] = finite(ranked.latency_share);
  json["sharing"] = ranked.sharing ? Json(word(*ranked.sharing)) : Json(nullptr);
  json["store_evidence_only"] = ranked.store_evidence_only;
  json["readers"] = ranked.readers;
  json["writers"] = ranked.writers;
  json["kernel"] = line.kernel;
  json["pid"] = line.pid;
  json["mapping"] = line.mapping;
  json["home"] = line.home < kSeveralNodes ? Json(line.home) : Json(nullptr);
  json["counters"] = countersJson(counters);
  json["accesses"] = Json::array();
  for (const Access &access : line.accesses)
    json["accesses"].push_back(accessJson(profile, access));
  return json;
}

} // namespace fsfind::codec
