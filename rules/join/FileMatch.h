#pragma once

#include <map>
#include <set>
#include <string>

namespace fsfind {

/// Which file of a measurement is which file of the sources. Programs are often built elsewhere
/// than they are checked, or with their paths rewritten, so files are one if they are the same
/// path, or else share the longest end (`src/queue.h`). Where two could be meant, neither is.
class FileMatch {
public:
  FileMatch(const std::set<std::string> &measured, const std::set<std::string> &sources);

  /// What the sources call a file of the measurement; empty if it is none of theirs.
  [[nodiscard]] const std::string &sourceOf(const std::string &measured) const;

private:
  std::map<std::string, std::string> source_of_;
};

} // namespace fsfind
