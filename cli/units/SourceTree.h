#pragma once

#include "rules/model/CompiledUnit.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fsfind::units {

/// The last part of a path.
[[nodiscard]] std::string nameOf(const std::string &path);

/// The files below some folders, by their names. The folders are walked when the first is asked
/// for, widest first, up to a bound; hidden folders and links to folders are left out.
class SourceTree {
public:
  explicit SourceTree(std::set<std::string> folders) : folders_(std::move(folders)) {}

  /// Paths of the files of that name.
  [[nodiscard]] const std::vector<std::string> &named(const std::string &name);

private:
  void walk();

  std::set<std::string> folders_;
  bool walked_ = false;
  std::map<std::string, std::vector<std::string>> files_;
};

/// Where files of a build are now. Those that are not where they were are looked for in the tree,
/// by the longest common end of their paths.
class MovedSources {
public:
  /// `recorded` are source files of one program's units. If less than half of them are found, the
  /// tree holds the sources of another program, and none is taken from it.
  MovedSources(const std::set<std::string> &recorded, SourceTree &tree);

  /// The file's path now; empty if it is not found.
  [[nodiscard]] std::string find(const std::string &recorded) const;

private:
  std::map<std::string, std::string> moved_;
  std::set<std::pair<std::string, std::string>> folders_; ///< of the build, and where they are now
};

} // namespace fsfind::units
