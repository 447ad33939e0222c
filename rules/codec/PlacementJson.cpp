#include "rules/codec/JsonDocument.h"
#include "rules/codec/PlacementFile.h"
#include "rules/codec/PlacementWords.h"
#include "rules/codec/Words.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

using codec::finite;
using codec::Json;
using codec::orNull;
using codec::partJson;

template <class Range, class Convert> Json arrayOf(const Range &range, Convert convert) {
  Json json = Json::array();
  for (const auto &one : range)
    json.push_back(convert(one));
  return json;
}

std::string addressText(std::uint64_t address) {
  return fmt::format("{:#x}", address);
}

/// An object for each node; `unit` names the number.
Json byNodeJson(const ByNode &nodes, const char *unit) {
  return arrayOf(nodes,
                 [&](const auto &one) { return Json{{"node", one.first}, {unit, one.second}}; });
}

Json nodeJson(const MemoryNode &node) {
  return {{"node", node.node},
          {"cpus", node.cpus},
          {"bytes", node.bytes},
          {"free_bytes", node.free_bytes}};
}

Json regionJson(const PlacedRegion &region) {
  return {{"begin", addressText(region.begin)},
          {"end", addressText(region.end)},
          {"kind", word(region.kind)},
          {"file", region.file},
          {"policy", region.policy},
          {"writable", region.writable},
          {"executable", region.executable},
          {"page_bytes", region.page_bytes},
          {"bytes_by_node", byNodeJson(region.bytes, "bytes")},
          {"huge_bytes", orNull(region.huge_bytes)}};
}

Json placedObjectJson(const PlacedObject &placed) {
  const PlacedPages &pages = placed.pages;
  return {{"object", codec::objectJson(placed.object)},
          {"module", placed.module},
          {"open_ended", placed.open_ended},
          {"recorded", placed.recorded},
          {"policy", placed.policy},
          {"huge_bytes", placed.huge_bytes},
          {"pages", pages.pages},
          {"pages_asked", pages.asked},
          {"pages_by_node", byNodeJson(pages.nodes, "pages")},
          {"pages_absent", pages.absent},
          {"pages_without", pages.without}};
}

Json threadJson(const PlacedThread &thread) {
  return {{"tid", thread.tid},
          {"name", thread.name},
          {"cpu", partJson(thread.cpu)},
          {"node", partJson(thread.node)},
          {"cpu_seconds", finite(thread.cpu_seconds)},
          {"allowed_nodes", thread.allowed}};
}

Json allocatorJson(const PlacedAllocator &allocator) {
  return {{"kind", word(allocator.kind)},
          {"module", allocator.module},
          {"symbol", allocator.symbol},
          {"prefix", allocator.prefix}};
}

Json objectTrafficJson(const ObjectTraffic &traffic) {
  Json filled;
  codec::addPlace(filled, traffic.filled);
  filled["thread"] = traffic.filled_by;
  return {{"object", codec::objectJson(traffic.object)},
          {"local", traffic.local},
          {"remote", traffic.remote},
          {"loads_by_node", byNodeJson(traffic.loads_of, "loads")},
          {"threads", traffic.threads},
          {"filled", filled},
          {"here", orNull(traffic.here)}};
}

Json trafficJson(const RecordedTraffic &traffic) {
  return {{"path", traffic.path},
          {"same_process", traffic.same_process},
          {"local", traffic.local},
          {"remote", traffic.remote},
          {"objects", arrayOf(traffic.objects, objectTrafficJson)}};
}

Json costJson(const LookCost &cost) {
  return {{"numa_maps_seconds", finite(cost.numa_maps_seconds)},
          {"smaps_seconds", finite(cost.smaps_seconds)},
          {"move_pages_seconds", finite(cost.move_pages_seconds)},
          {"pages_asked", cost.pages_asked}};
}

Json placementFindingJson(const PlacementFinding &finding) {
  return {{"fault", word(finding.fault)},
          {"name", finding.name},
          {"bytes", finding.bytes},
          {"node", partJson(finding.node)},
          {"measured", finding.measured},
          {"message", finding.message},
          {"advice", arrayOf(finding.advice, [](const Advice &advice) {
             return Json{
                 {"remedy", word(advice.remedy)}, {"why", advice.why}, {"example", advice.example}};
           })}};
}

Json settingJson(const AllocatorAdvice &advice) {
  return {{"kind", word(advice.kind)},
          {"module", advice.module},
          {"setting", advice.setting},
          {"changes", advice.changes},
          {"leaves", advice.leaves}};
}

void addVerdict(Json &json, const PlacementVerdict &verdict) {
  json["findings"] = arrayOf(verdict.findings, placementFindingJson);
  json["allocator_settings"] = arrayOf(verdict.allocators, settingJson);
  json["nothing"] = verdict.nothing;
}

Json lookJson(const JudgedPlacement &judged) {
  const Placement &look = judged.look;
  Json json;
  json["pid"] = look.pid;
  json["name"] = look.name;
  json["command"] = look.command;
  json["seconds"] = finite(look.seconds);
  json["nodes"] = arrayOf(look.nodes, nodeJson);
  json["numa_balancing"] = orNull(look.balancing);
  json["pages_migrated"] = orNull(look.pages_migrated);
  json["transparent_huge_pages"] = look.huge_pages;
  json["regions"] = arrayOf(look.regions, regionJson);
  json["objects"] = arrayOf(look.objects, placedObjectJson);
  json["threads"] = arrayOf(look.threads, threadJson);
  json["allocators"] = arrayOf(look.allocators, allocatorJson);
  json["traffic"] = look.traffic ? trafficJson(*look.traffic) : Json(nullptr);
  json["cost"] = costJson(look.cost);
  json["notes"] = look.notes;
  addVerdict(json, judged.verdict);
  return json;
}

} // namespace

void writePlacements(std::ostream &out, const std::vector<JudgedPlacement> &looks,
                     std::string_view version) {
  codec::Document document(out, version);
  document.addEach("looks", looks, lookJson);
  document.end();
}

} // namespace fsfind
