#pragma once

#include "c2c-ingest/record/Host.h"

#include <string>
#include <vector>

namespace fsfind::record {

/// A folder that QEMU shows to a program in front of the root folder (its option -L), with nothing
/// but an etc/ld.so.preload in it. So the dynamic loader loads libraries into the program and into
/// what it executes, and neither their environments nor QEMU's are changed. Removed with this
/// object; if the process is killed before that, by the next process that makes such a folder for
/// the same user.
class PreloadFolder {
public:
  /// Nothing is loaded if there are no libraries or the folder cannot be made; `path` is empty
  /// then.
  PreloadFolder(const std::vector<std::string> &libraries, const Host &host);
  ~PreloadFolder();
  PreloadFolder(const PreloadFolder &) = delete;
  PreloadFolder &operator=(const PreloadFolder &) = delete;

  [[nodiscard]] const std::string &path() const { return path_; }

private:
  std::string path_;
  int folder_ = -1; ///< open and locked as long as the folder is in use
};

} // namespace fsfind::record
