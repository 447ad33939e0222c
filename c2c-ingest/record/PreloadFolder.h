#pragma once

#include "c2c-ingest/record/Host.h"

#include <string>

namespace fsfind::record {

/// A folder that QEMU shows to a program in front of the root folder (its option -L), with nothing
/// but an etc/ld.so.preload in it. So the dynamic loader loads a library into the program and into
/// what it executes, and neither their environments nor QEMU's are changed. Removed with this
/// object.
class PreloadFolder {
public:
  /// Nothing is loaded if `library` is empty or the folder cannot be made; `path` is empty then.
  PreloadFolder(const std::string &library, const Host &host);
  ~PreloadFolder();
  PreloadFolder(const PreloadFolder &) = delete;
  PreloadFolder &operator=(const PreloadFolder &) = delete;

  [[nodiscard]] const std::string &path() const { return path_; }

private:
  std::string path_;
};

} // namespace fsfind::record
