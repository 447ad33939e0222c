#include "rules/measured/numa/RemoteSites.h"

#include "rules/measured/usage/Tally.h"

#include <algorithm>

namespace fsfind {

std::vector<Place> RemoteSites::places() const {
  std::vector<std::pair<Place, std::uint64_t>> loads;
  for (const auto &[site, remote] : remote_) {
    const Place place = authorPlace(&profile_.site(site));
    const auto known = std::find_if(loads.begin(), loads.end(), [&](const auto &other) {
      return other.first.file == place.file && other.first.line == place.line;
    });
    if (known != loads.end())
      known->second += remote;
    else if (place.known() && remote != 0)
      loads.emplace_back(place, remote);
  }
  std::stable_sort(loads.begin(), loads.end(),
                   [](const auto &a, const auto &b) { return a.second > b.second; });
  std::vector<Place> places;
  for (const auto &[place, remote] : loads)
    places.push_back(place);
  return places;
}

void RemoteSites::addPlaces(Finding &finding) const {
  constexpr std::size_t kMostPlaces = 3;
  std::vector<Place> all = places();
  all.resize(std::min(all.size(), kMostPlaces));
  for (const Place &place : all)
    if (finding.location.known())
      finding.related.push_back({place, "remote loads come from here"});
    else
      finding.location = place;
}

} // namespace fsfind
