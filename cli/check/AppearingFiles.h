#pragma once

#include "analyzer/worker/Messages.h"

#include <map>
#include <set>
#include <string>

namespace fsfind::check {

/// Files that were not there when units were read, or that are only there among edited texts. They
/// are told by their last names, since any link may lead to them.
class AppearingFiles {
public:
  /// `real` is the path in the form in which the worker names the files that a unit depends on.
  void add(const std::string &path, const std::string &real);

  /// Whether one may be a file that the unit has not found, or may be included in place of another
  /// one, since it lies in a folder that is searched before. It is not if the unit has read that
  /// file already.
  [[nodiscard]] bool mayChange(const analyzer::UnitAnswer &unit) const;

private:
  std::map<std::string, std::set<std::string>> real_; ///< by name
};

} // namespace fsfind::check
