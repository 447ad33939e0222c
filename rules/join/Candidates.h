#pragma once

#include "rules/join/FileMatch.h"
#include "rules/model/Finding.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fsfind {

/// Which findings of a recording and of sources have a place, a name or a type in common, without
/// which neither agreement() nor sameData() finds anything: most of the pairs of many findings have
/// nothing in common, and need not be compared.
class Candidates {
public:
  Candidates(const std::vector<Finding> &measured, const std::vector<Finding> &latent,
             const FileMatch &files);

  /// Positions among the others, ascending.
  [[nodiscard]] const std::vector<std::size_t> &ofMeasured(std::size_t measured) const {
    return of_measured_[measured];
  }
  [[nodiscard]] const std::vector<std::size_t> &ofLatent(std::size_t latent) const {
    return of_latent_[latent];
  }

private:
  std::vector<std::vector<std::size_t>> of_measured_, of_latent_;
};

} // namespace fsfind
