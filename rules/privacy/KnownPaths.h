#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace fsfind {

/// The paths that a profile and its report have as such. By them it is certain how far a path in a
/// text reaches, whatever blanks and punctuation the names of its folders hold.
class KnownPaths {
public:
  /// A path that names no folder (`a.c`, `/a.out`) is left out: in a text, nothing is hidden of it.
  void add(const std::string &path);
  /// The same of a program, a library or a recording: of what lies in its folder, only names may be
  /// told, also if the path is relative.
  void addModule(const std::string &path);

  struct Match {
    std::size_t length = 0; ///< bytes of the text; 0 = nothing known begins there
    bool whole = false;     ///< it is a path; else a folder with its slash, and something follows
    bool module = false;    ///< it was added as a module's, or is in such a one's folder
  };
  /// The longest known path or folder that the text has at byte `at`. A path counts where no name
  /// goes on behind it: before a blank, a comma, a colon, a closing quote or bracket, and at the
  /// end of a sentence.
  [[nodiscard]] Match at(std::string_view text, std::size_t at) const;

private:
  std::set<std::string, std::less<>> paths_;
  std::set<std::string, std::less<>> folders_; ///< each ends with a slash; with each all above it
  std::set<std::string, std::less<>> module_folders_; ///< those that modules lie in
};

} // namespace fsfind
