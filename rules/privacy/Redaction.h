#pragma once

#include "rules/privacy/KnownPaths.h"

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fsfind {

/// What the user asked to keep of what redaction takes out.
struct KeptSecrets {
  bool hosts = false, paths = false, commands = false;
};

/// Decides what of a recording's texts may leave the machine. Folders tell who built and ran a
/// program, and where; so of a path only this is left:
///
/// - of a source file below a project's folder, the path from there
/// - of another that is in a version-controlled tree here, the path from the tree's root
/// - a relative path that does not lead upwards, as compilers write it with -fdebug-prefix-map
/// - files of the system's and the languages' libraries, which are the same everywhere, whole
/// - of every other file, and of programs and libraries, its name without folders
class Redaction {
public:
  /// Gives the root of the version-controlled tree that holds an existing file; empty if there is
  /// none.
  using RootOf = std::function<std::string(const std::string &file)>;

  /// `projects`: absolute paths of folders, as debug info names them; they need not exist here.
  Redaction(KeptSecrets kept, std::vector<std::string> projects, RootOf root_of);

  [[nodiscard]] const KeptSecrets &kept() const { return kept_; }

  /// Tells of a path before texts are given that may hold it.
  void know(const std::string &path) { known_.add(path); }
  void knowModule(const std::string &path) { known_.addModule(path); }
  /// Tells of a folder below which files are searched (`--symfs`): of what lies there, texts keep
  /// only names.
  void knowFolder(const std::string &path) { known_.addFolder(path); }
  /// A source file.
  [[nodiscard]] std::string file(const std::string &path);
  /// A program, a library, or what else is mapped or read: its name.
  [[nodiscard]] std::string module(const std::string &path) const;
  /// A text in which paths may stand: names of types that hold lambdas, messages, advice.
  [[nodiscard]] std::string text(std::string_view text);

private:
  [[nodiscard]] std::string shortened(const std::string &path) const;

  KeptSecrets kept_;
  std::vector<std::string> projects_; ///< each ends with a slash, the longest first
  RootOf root_of_;
  KnownPaths known_;
  std::unordered_map<std::string, std::string> files_; ///< what file() has told
};

} // namespace fsfind
