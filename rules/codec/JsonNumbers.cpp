#include "rules/codec/JsonParts.h"
#include "rules/codec/Words.h"

#include <cmath>

namespace fsfind::codec {

std::string dumped(const Json &json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

double finite(double value) {
  return std::isfinite(value) ? value : 0;
}

void addSpread(Json &json, const Spread &spread, const std::string &unit) {
  json["median_" + unit] = finite(spread.median);
  json["low_" + unit] = finite(spread.low);
  json["high_" + unit] = finite(spread.high);
}

Json pricesJson(const MachinePrices &prices) {
  Json all = Json::array();
  for (std::size_t i = 0; i < kCpuDistanceCount; ++i) {
    if (!prices.transfer[i])
      continue;
    Json json;
    json["distance"] = word(static_cast<CpuDistance>(i));
    addSpread(json, *prices.transfer[i], "ns");
    json["cells"] = prices.transfer[i]->count;
    all.push_back(std::move(json));
  }
  return all;
}

Json partJson(std::uint32_t part) {
  return part == CpuParts::kNone ? Json(nullptr) : Json(part);
}

Json cpuJson(std::size_t cpu, const CpuParts &parts) {
  Json json;
  json["cpu"] = cpu;
  json["core"] = partJson(parts.core);
  json["socket"] = partJson(parts.socket);
  json["die"] = partJson(parts.die);
  json["l3"] = partJson(parts.l3);
  json["node"] = partJson(parts.node);
  return json;
}

} // namespace fsfind::codec
