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

  /// Options for a unit's command, `-I` and for what lies among the system's headers `-isystem`.
  /// `used` are files that the unit uses, which exist.
  [[nodiscard]] std::vector<std::string> optionsFor(const std::string &source,
                                                    const std::vector<std::string> &used);

private:
  struct Directive {
    std::string name;
    bool quoted = false;
  };
  struct Search;

  const std::vector<Directive> &directivesOf(const std::string &path);
  bool exists(const std::string &path);
  bool isImplicit(const std::string &folder) const;
  bool isImplicitHeader(const std::string &name);
  std::string nearest(const std::string &name, const std::string &includer);

  SourceTree &tree_;
  std::map<std::string, std::vector<std::string>> headers_; ///< by their last part
  std::vector<std::string> implicit_; ///< folders in which compilers look without being told
  std::map<std::string, std::vector<Directive>> directives_;
  std::map<std::string, bool> exists_;
};

} // namespace fsfind::units
