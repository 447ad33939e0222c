#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fsfind::record {

/// The machine as its files, such as /proc and /sys, describe it. Tests use a root and a search
/// path of their own.
struct Host {
  std::string root;        ///< put before /proc, /sys and /usr; empty for the machine's own
  std::string search_path; ///< PATH
  bool superuser = false;
  std::string data_home; ///< the user's data folder (XDG); empty if unknown

  /// The machine fsfind runs on.
  static Host thisOne();

  [[nodiscard]] bool has(const std::string &path) const;
  /// The file's text; none if it cannot be read.
  [[nodiscard]] std::optional<std::string> read(const std::string &path) const;
  /// Names of a folder's entries, sorted; empty if there is none.
  [[nodiscard]] std::vector<std::string> list(const std::string &folder) const;
  /// The executable that a shell would start for this name; none if there is none.
  [[nodiscard]] std::optional<std::string> findProgram(const std::string &name) const;
  /// All executables of that name, in the order of the search path.
  [[nodiscard]] std::vector<std::string> findPrograms(const std::string &name) const;
  /// The value of the first line `key: value` in a /proc file; empty if there is none.
  [[nodiscard]] std::string fact(const std::string &file, const std::string &key) const;
};

} // namespace fsfind::record
