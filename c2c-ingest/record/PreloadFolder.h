#pragma once

#include "c2c-ingest/base/TemporaryFolder.h"
#include "c2c-ingest/record/Host.h"

#include <optional>
#include <string>
#include <vector>

namespace fsfind::record {

/// A folder that QEMU shows to a program in front of the root folder (its option -L), with nothing
/// but an etc/ld.so.preload in it. So the dynamic loader loads libraries into the program and into
/// what it executes, and neither their environments nor QEMU's are changed. Removed with this
/// object.
class PreloadFolder {
public:
  /// Nothing is loaded if there are no libraries or the folder cannot be made; `path` is empty
  /// then.
  PreloadFolder(const std::vector<std::string> &libraries, const Host &host);

  [[nodiscard]] std::string path() const { return folder_ ? folder_->path() : std::string(); }

private:
  std::optional<TemporaryFolder> folder_;
};

} // namespace fsfind::record
