#pragma once

#include <map>
#include <set>
#include <string>

namespace fsfind {

/// Maps the files of a measurement to files of the sources. Programs are often built in another
/// folder than they are checked in, or with rewritten paths. So files match if their paths are
/// equal, or else by the longest common end (`src/queue.h`). A file that fits two has no match, nor
/// has one that is there still, under its own path, and is another file than the one it would
/// match.
class FileMatch {
public:
  FileMatch(const std::set<std::string> &measured, const std::set<std::string> &sources);

  /// The sources' name of a file of the measurement; empty if it has no match.
  [[nodiscard]] const std::string &sourceOf(const std::string &measured) const;

  /// The sources' file that would match, but is another file than the one of the measurement, which
  /// is there still: as of two checkouts. Empty if there is none.
  [[nodiscard]] const std::string &otherThan(const std::string &measured) const;

private:
  std::map<std::string, std::string> source_of_, other_than_;
};

} // namespace fsfind
