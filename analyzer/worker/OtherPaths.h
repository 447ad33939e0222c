#pragma once

#include "analyzer/worker/Messages.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

namespace fsfind::analyzer {

/// Where paths lead if other files stand in place of those on the disk: whatever links a name goes
/// through, the file behind it is known by one path.
class OtherPaths {
public:
  explicit OtherPaths(const OtherFiles &others);

  /// An absolute path without links; none if there are too many, or nothing is there.
  [[nodiscard]] std::optional<std::string> resolved(const std::string &path);

private:
  [[nodiscard]] bool isGone(const std::string &path) const;
  /// Whether it has a text, or a folder with one.
  [[nodiscard]] bool hasText(const std::string &path) const;
  /// Where the link leads; none if it is no link.
  [[nodiscard]] std::optional<std::string> linkAt(const std::string &path);
  [[nodiscard]] std::optional<std::string> lookForLink(const std::string &path) const;

  std::set<std::string> gone_, texts_;
  std::map<std::string, std::string> links_;
  std::unordered_map<std::string, std::optional<std::string>> seen_; ///< what linkAt() said
};

} // namespace fsfind::analyzer
