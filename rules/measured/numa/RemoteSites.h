#pragma once

#include "rules/model/Finding.h"

#include <map>
#include <vector>

namespace fsfind {

/// The code that makes the remote loads of some memory.
class RemoteSites {
public:
  explicit RemoteSites(const Profile &profile) : profile_(profile) {}

  void add(const Access &access) { remote_[access.site] += access.remote_dram; }

  /// Places in the author's code, each line once, sorted by remote loads, most first.
  [[nodiscard]] std::vector<Place> places() const;
  /// Adds the first places to the finding's related ones. If the finding has no location, the very
  /// first becomes it.
  void addPlaces(Finding &finding) const;

private:
  const Profile &profile_;
  std::map<SiteIndex, std::uint64_t> remote_; ///< number of loads
};

} // namespace fsfind
