#pragma once

#include "cli/units/SourceTree.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace fsfind::units {

/// Finds the include folders that a unit was compiled with. Debug info does not record them, but it
/// names the headers that a unit uses: where a source says `#include "net/queue.h"` and the unit
/// uses /srv/code/lib/net/queue.h, the folder is /srv/code/lib. A header of which a unit uses
/// nothing is not named; it is looked for in the folders that are known, among the headers of other
/// units, and in the tree.
class IncludeFolders {
public:
  /// `headers` are files of all units, which exist.
  IncludeFolders(const std::set<std::string> &headers, SourceTree &tree);

  struct Unit {
    std::string source;
    std::string directory;         ///< of the compiler
    std::vector<std::string> used; ///< files that it uses, which exist
  };

  /// Options for a unit's command: `-I`, for what lies among the system's headers `-isystem`, for
  /// what only `#include "..."` needs `-iquote`, and `-D` for macros that switch on what it uses.
  [[nodiscard]] std::vector<std::string> optionsFor(const Unit &unit);

private:
  struct Directive {
    std::string name;
    bool quoted = false;
    std::string macro = {}; ///< that has it read, `X` of `#ifdef X`; empty = others or none
  };
  struct Search;

  const std::vector<Directive> &directivesOf(const std::string &path);
  bool exists(const std::string &path);
  bool isImplicit(const std::string &folder) const;
  bool isImplicitHeader(const std::string &name);

  SourceTree &tree_;
  std::map<std::string, std::vector<std::string>> headers_; ///< by their last part
  std::vector<std::string> implicit_; ///< folders in which compilers look without being told
  std::map<std::string, std::vector<Directive>> directives_;
  std::map<std::string, bool> exists_;
  std::set<std::string> defined_; ///< macros that the files define
};

} // namespace fsfind::units
