#pragma once

#include "cli/lsp/Message.h"

#include <functional>
#include <string>
#include <vector>

/// What the server has done by processes of its own, so that it can answer meanwhile, and can end
/// what is no longer wanted. They tell by messages, JSON objects with one of these members:
///   `configuration`         what is wrong with the configuration file, if anything (Mistake.h)
///   `stage` and `fraction`  how far the work is
///   `found`                 a check's findings (Found.h)
///   `hovers`                what a check knows of records (Hovers.h)
///   `patches`               what became of edits (Patches.h)
///   `error`                 why there is nothing of this: one line
namespace fsfind::lsp {

/// Which project is open.
struct Project {
  std::string folder;    ///< absolute; the current folder of the work
  std::string build;     ///< folder or compile database; empty = that of the command line
  std::string recording; ///< path; empty = that of the command line
};

using Tell = std::function<void(const Json &message)>;

class Work {
public:
  virtual ~Work() = default;
  /// Reads the sources and finds what is in them.
  virtual void check(const Project &project, const Tell &tell) const = 0;
  /// Proves the edits of findings, each on its own. They are named by fingerprints.
  virtual void prove(const Project &project, const std::vector<std::string> &findings,
                     const Tell &tell) const = 0;
};

} // namespace fsfind::lsp
