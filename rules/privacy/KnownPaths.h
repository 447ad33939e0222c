#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace fsfind {

/// The paths that a profile and its report have as such. By them it is certain how far a path in a
/// text reaches at least, whatever blanks and punctuation the names of its folders hold. However a
/// path is spelled, `a/b`, `./a//b` or `a/c/../b`, it is the same.
class KnownPaths {
public:
  /// A path that names no folder (`a.c`, `/a.out`) is left out: in a text, nothing is hidden of it.
  void add(const std::string &path);
  /// The same of a program, a library or a recording: of what lies in its folder, only names may be
  /// told where the path is relative.
  void addModule(const std::string &path);
  /// A folder below which files were searched: of what lies below it, only names may be told.
  void addFolder(const std::string &path);

  struct Match {
    std::size_t length = 0;  ///< bytes of the text; 0 = nothing known begins there
    bool whole = false;      ///< it is a path; else a folder with its slash, and something follows
    bool names_only = false; ///< of what lies there, only names may be told
  };
  /// The longest known path or folder that the text has at byte `at`. A path counts where no name
  /// goes on behind it: before a blank, a comma, a colon, a closing quote or bracket, and at the
  /// end of a sentence.
  [[nodiscard]] Match at(std::string_view text, std::size_t at) const;

private:
  std::string addFolders(std::string_view path);

  using Paths = std::set<std::string, std::less<>>;
  // All are spelled without `.` and inner `..`; each folder ends with a slash.
  Paths paths_;
  Paths folders_;        ///< with each all above it
  Paths module_folders_; ///< those that modules lie in
  Paths hidden_folders_; ///< those that addFolder() was told of
};

} // namespace fsfind
