#include "rules/join/Candidates.h"

#include "rules/join/Agreement.h"
#include "rules/model/RuleIds.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

using Keys = std::set<std::string>;

/// `translated` gives the place as the sources have it.
template <class Translated> Keys keysOf(const Finding &finding, const Translated &translated) {
  Keys keys;
  const auto add = [&](const Place &named) {
    if (const Place place = translated(named); place.known())
      keys.insert(fmt::format("at {}:{}", place.file, place.line));
  };
  add(finding.location);
  for (const RelatedPlace &related : finding.related)
    add(related.place);
  for (const FindingMember &member : finding.members)
    add(member.declared);
  add(finding.object.allocated.place);
  if (finding.record)
    add(finding.record->declared);
  if (const std::string name = lastName(finding.object.name); !name.empty())
    keys.insert("named " + name);
  if (finding.rule == kRulePerThreadSlots && !finding.object.type.empty())
    keys.insert("of " + finding.object.type);
  return keys;
}

} // namespace

Candidates::Candidates(const std::vector<Finding> &measured, const std::vector<Finding> &latent,
                       const FileMatch &files)
    : of_measured_(measured.size()), of_latent_(latent.size()) {
  std::map<std::string, std::vector<std::size_t>> by_key;
  for (std::size_t m = 0; m < measured.size(); ++m)
    for (const std::string &key :
         keysOf(measured[m], [&](const Place &place) { return inSources(place, files); }))
      by_key[key].push_back(m);
  for (std::size_t l = 0; l < latent.size(); ++l) {
    std::set<std::size_t> common;
    for (const std::string &key : keysOf(latent[l], [](const Place &place) { return place; }))
      if (const auto known = by_key.find(key); known != by_key.end())
        common.insert(known->second.begin(), known->second.end());
    of_latent_[l].assign(common.begin(), common.end());
    for (const std::size_t m : common)
      of_measured_[m].push_back(l);
  }
}

} // namespace fsfind
