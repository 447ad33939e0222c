#pragma once

#include "rules/model/Report.h"

#include <nlohmann/json.hpp>
#include <optional>

/// The pieces the JSON document is made of.
namespace fsfind::codec {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json sourceJson(const Profile &profile);
/// `records`, `loads`, `stores`, then all other counters by perf's field names.
[[nodiscard]] Json countersJson(const C2cCounters &counters);
[[nodiscard]] Json classesJson(const Profile &profile);
[[nodiscard]] Json lineJson(const Profile &profile, const RankedLine &ranked);
/// Without the fingerprint, which depends on the other findings: Document::addFindings() adds it.
[[nodiscard]] Json findingJson(const Finding &finding);

/// Adds median and quartiles; `unit` ends their names: `median_ns`.
void addSpread(Json &json, const Spread &spread, const std::string &unit);
/// An array with an object for each distance that has a price.
[[nodiscard]] Json pricesJson(const MachinePrices &prices);

/// Null for no value.
template <class T> [[nodiscard]] Json orNull(const std::optional<T> &value) {
  return value ? Json(*value) : Json(nullptr);
}

/// The number of a part of the machine; null where it is not known.
[[nodiscard]] Json partJson(std::uint32_t part);
/// The CPU's number, and the parts of the machine that it belongs to.
[[nodiscard]] Json cpuJson(std::size_t cpu, const CpuParts &parts);

[[nodiscard]] Json objectJson(const Object &object);
/// Adds `file`, `line` and `column`.
void addPlace(Json &json, const Place &place);
/// On one line, or indented; bytes that are not UTF-8 become U+FFFD. Marks that would change the
/// order in which text around them is shown are escaped: names of strangers have them.
[[nodiscard]] std::string dumped(const Json &json, int indent = -1);
/// A number that JSON can hold: 0 for what is not finite.
[[nodiscard]] double finite(double value);

} // namespace fsfind::codec
