#include "rules/codec/JsonParts.h"
#include "rules/codec/JsonWords.h"

namespace fsfind::codec {

namespace {

Json placeJson(const Place &place) {
  Json json;
  addPlace(json, place);
  return json;
}

Json relatedJson(const std::vector<RelatedPlace> &related) {
  Json json = Json::array();
  for (const RelatedPlace &place : related) {
    Json one = placeJson(place.place);
    one["message"] = place.message;
    json.push_back(std::move(one));
  }
  return json;
}

Json recordJson(const std::optional<RecordInfo> &record) {
  if (!record)
    return nullptr;
  Json json;
  json["name"] = record->name;
  addPlace(json, record->declared);
  json["size"] = record->size;
  json["align"] = record->align;
  return json;
}

Json memberJson(const FindingMember &member) {
  Json json;
  json["path"] = member.path;
  addPlace(json, member.declared);
  json["offset"] = member.offset;
  json["size"] = member.size;
  json["readers"] = member.readers;
  json["writers"] = member.writers;
  json["rare_writers"] = member.rare_writers;
  json["hitm"] = member.hitm;
  json["read_by"] = member.read_by;
  json["written_by"] = member.written_by;
  return json;
}

Json editJson(const Edit &edit) {
  Json json;
  json["file"] = edit.file;
  json["line"] = edit.line;
  json["column"] = edit.column;
  json["end_line"] = edit.end_line;
  json["end_column"] = edit.end_column;
  json["text"] = edit.text;
  return json;
}

Json layoutJson(const std::vector<LayoutMember> &layout) {
  Json json = Json::array();
  for (const LayoutMember &member : layout)
    json.push_back({{"path", member.name},
                    {"offset", member.offset},
                    {"size", member.size},
                    {"writers", member.writers}});
  return json;
}

Json adviceJson(const Advice &advice) {
  Json json;
  json["remedy"] = word(advice.remedy);
  json["why"] = advice.why;
  json["size_before"] = advice.size_before;
  json["size_after"] = advice.size_after;
  json["instances"] = advice.instances;
  json["before"] = layoutJson(advice.before);
  json["after"] = layoutJson(advice.after);
  json["edits"] = Json::array();
  for (const Edit &edit : advice.edits)
    json["edits"].push_back(editJson(edit));
  json["obstacle"] = advice.obstacle;
  json["tried"] = word(advice.tried);
  json["example"] = advice.example;
  return json;
}

Json sideJson(const FindingSide &side) {
  Json json;
  json["verdict"] = word(side.verdict);
  json["rule"] = side.rule;
  json["confidence"] = word(side.confidence);
  json["location"] = placeJson(side.location);
  json["message"] = side.message;
  return json;
}

Json estimateJson(const Estimate &estimate) {
  return {{"value", finite(estimate.value)},
          {"low", finite(estimate.low)},
          {"high", finite(estimate.high)}};
}

Json gainJson(const ExpectedGain &gain) {
  Json json = estimateJson(gain.share);
  json["contended_latency"] = finite(gain.contended_latency);
  json["hit_latency"] = finite(gain.hit_latency);
  return json;
}

Json falsePartJson(const std::optional<FalsePart> &part) {
  if (!part)
    return nullptr;
  return {{"share", finite(part->share)}, {"estimated", part->estimated}};
}

Json transferTimeJson(const std::optional<TransferTime> &time) {
  if (!time)
    return nullptr;
  return {{"transfers", finite(time->transfers)},
          {"time_ns", finite(time->ns)},
          {"low_ns", finite(time->low_ns)},
          {"high_ns", finite(time->high_ns)},
          {"priced_share", finite(time->priced_share)}};
}

Json costJson(const FindingCost &cost) {
  Json json;
  json["hitm"] = cost.hitm;
  json["latency_share"] = finite(cost.latency_share);
  json["local"] = cost.local;
  json["remote"] = cost.remote;
  json["base"] = word(cost.base);
  json["share"] = cost.share ? estimateJson(*cost.share) : Json(nullptr);
  json["gain"] = cost.gain ? gainJson(*cost.gain) : Json(nullptr);
  json["store_share"] = cost.store_share ? estimateJson(*cost.store_share) : Json(nullptr);
  json["spin_share"] = cost.spin_share ? Json(finite(*cost.spin_share)) : Json(nullptr);
  json["false_part"] = falsePartJson(cost.false_part);
  json["unknown"] = cost.unknown;
  for (std::size_t i = 0; i < kCpuDistanceCount; ++i)
    json["distances"][std::string(word(static_cast<CpuDistance>(i)))] = finite(cost.distances[i]);
  json["transfer_time"] = transferTimeJson(cost.transfer_time);
  json["clock_share"] = cost.clock_share ? estimateJson(*cost.clock_share) : Json(nullptr);
  return json;
}

Json placementJson(const std::optional<PagePlacement> &placement) {
  if (!placement)
    return nullptr;
  Json json;
  json["node"] = placement->node ? Json(*placement->node) : Json(nullptr);
  json["spread"] = placement->spread;
  json["pages"] = placement->pages;
  json["shared_pages"] = placement->shared_pages;
  for (std::size_t i = 0; i < kHomeEvidenceCount; ++i)
    json["known_by"][std::string(word(static_cast<HomeEvidence>(i)))] = placement->known_by[i];
  return json;
}

Json runJson(const std::optional<SeenInRun> &run) {
  if (!run)
    return nullptr;
  return {{"answer", word(run->answer)},
          {"accesses", run->accesses},
          {"contended", run->contended},
          {"threads", run->threads}};
}

} // namespace

Json findingJson(const Finding &finding) {
  Json json;
  json["rank"] = finding.rank;
  json["rule"] = finding.rule;
  json["verdict"] = word(finding.verdict);
  json["sharing"] = word(finding.sharing);
  json["conflict"] = finding.conflict ? Json(word(*finding.conflict)) : Json(nullptr);
  json["allocator_induced"] = finding.allocator_induced;
  json["alternation"] = finding.alternation ? Json(word(*finding.alternation)) : Json(nullptr);
  json["confidence"] = word(finding.confidence);
  json["missing"] = Json::array();
  for (const MissingLink &one : finding.missing)
    json["missing"].push_back({{"link", one.link}, {"reason", one.reason}});
  json["location"] = placeJson(finding.location);
  json["related"] = relatedJson(finding.related);
  json["object"] = objectJson(finding.object);
  json["record"] = recordJson(finding.record);
  json["members"] = Json::array();
  for (const FindingMember &member : finding.members)
    json["members"].push_back(memberJson(member));
  json["lines"] = Json::array();
  for (const std::uint64_t address : finding.lines)
    json["lines"].push_back(hexAddress(address));
  json["cost"] = costJson(finding.cost);
  json["placement"] = placementJson(finding.placement);
  json["message"] = finding.message;
  json["advice"] = Json::array();
  for (const Advice &advice : finding.advice)
    json["advice"].push_back(adviceJson(advice));
  json["no_advice"] = finding.no_advice;
  json["sides"] = Json::array();
  for (const FindingSide &side : finding.sides)
    json["sides"].push_back(sideJson(side));
  json["run"] = runJson(finding.run);
  return json;
}

} // namespace fsfind::codec
