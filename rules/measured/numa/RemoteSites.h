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

  /// In the author's code, each line once, that of most remote loads first.
  [[nodiscard]] std::vector<Place> places() const;
  /// The first places become the finding's related ones; the very first its location, if it has
  /// none.
  void addPlaces(Finding &finding) const;

private:
  const Profile &profile_;
  std::map<SiteIndex, std::uint64_t> remote_; ///< loads
};

} // namespace fsfind
