#include "rules/input/Telling.h"

#include "rules/model/PathObstacle.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>

namespace fsfind {

namespace {

namespace fs = std::filesystem;

bool hasPart(const fs::path &path, const char *part) {
  return std::find(path.begin(), path.end(), part) != path.end();
}

/// A header without an ending is known by where it is installed: `include/eigen3/Eigen/Dense`.
bool isNamedAsSources(const fs::path &path) {
  static constexpr std::array<std::string_view, 32> kEndings = {
      ".c",   ".cc",  ".cp",  ".cpp", ".cxx", ".c++", ".cppm", ".ixx", ".m",   ".mm",  ".h",
      ".hh",  ".hpp", ".hxx", ".h++", ".i",   ".ii",  ".inc",  ".inl", ".ipp", ".tcc", ".tpp",
      ".txx", ".def", ".x",   ".cu",  ".rs",  ".go",  ".s",    ".f",   ".f90", ".java"};
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  if (path.filename() == "Cargo.toml")
    return true;
  return ending.empty() ? !path.filename().string().starts_with('.') && hasPart(path, "include")
                        : std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

/// Whether every user may read the file, and go through all folders to it.
bool isOpenToAll(const fs::path &real) {
  const auto allows = [](const fs::path &path, fs::perms permission) {
    std::error_code error;
    return (fs::status(path, error).permissions() & permission) != fs::perms::none;
  };
  bool open = allows(real, fs::perms::others_read);
  for (fs::path at = real; open && at.has_relative_path();) {
    at = at.parent_path();
    open = allows(at, fs::perms::others_exec);
  }
  return open;
}

/// Descriptors lead to files, and so does /proc/self/cwd, by which builds name their folder.
bool isOfTheSystem(const fs::path &path) {
  return (isWithin(path, "/dev") && path != "/dev/null") ||
         (isWithin(path, "/proc") && (hasPart(path, "fd") || !hasPart(path, "cwd")));
}

} // namespace

bool mayTell(const std::string &path, const std::vector<std::string> &trusted) {
  std::error_code none;
  const fs::path named = fs::absolute(path, none).lexically_normal();
  const fs::path real = fs::canonical(named, none);
  if (none)
    return true;
  if (isOfTheSystem(named) || isOfTheSystem(real) || hasPart(named, ".git") ||
      hasPart(real, ".git"))
    return false;
  return isNamedAsSources(real) || fs::is_directory(real, none) ||
         std::any_of(trusted.begin(), trusted.end(),
                     [&](const std::string &folder) { return isWithin(real, folder); }) ||
         isOpenToAll(real);
}

} // namespace fsfind
