#include "rules/codec/JsonParts.h"
#include "rules/codec/Words.h"

#include <cmath>
#include <fmt/format.h>

namespace fsfind::codec {

namespace {

/// C1 controls, which terminals obey as escape sequences, `Bidi_Control` (Unicode Standard Annex
/// 9), and ends of lines and paragraphs.
bool isMark(unsigned point) {
  return (point >= 0x80 && point < 0xA0) || point == 0x61C || point == 0x200E || point == 0x200F ||
         (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

/// The code point of a character of two or three bytes, by UTF-8's form.
unsigned codePoint(std::string_view character) {
  unsigned point =
      static_cast<unsigned char>(character[0]) & (character.size() == 2 ? 0x1FU : 0xFU);
  for (const char next : character.substr(1))
    point = point << 6U | (static_cast<unsigned char>(next) & 0x3FU);
  return point;
}

} // namespace

std::string dumped(const Json &json, int indent) {
  constexpr std::string_view kFirst = "\xC2\xD8\xE2"; // the first bytes of marks
  const std::string text = json.dump(indent, ' ', false, Json::error_handler_t::replace);
  std::string escaped;
  std::size_t done = 0;
  for (std::size_t at = text.find_first_of(kFirst); at != std::string::npos;
       at = text.find_first_of(kFirst, at + 1)) {
    const std::size_t bytes = text[at] == kFirst[2] ? 3 : 2;
    const unsigned point = codePoint(std::string_view(text).substr(at, bytes));
    if (!isMark(point))
      continue;
    escaped += std::string_view(text).substr(done, at - done);
    escaped += fmt::format("\\u{:04x}", point);
    done = at + bytes;
  }
  return escaped.empty() ? text : escaped + text.substr(done);
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
