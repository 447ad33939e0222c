#pragma once

#include "c2c-ingest/Ingest.h"
#include "c2c-ingest/base/Descriptor.h"
#include "rules/watch/Step.h"

#include <functional>
#include <string>
#include <utility>

namespace fsfind::watch {

/// A file as it was at one moment, in a file without a name that others cannot change: who maps a
/// file that is cut short meanwhile is killed (SIGBUS).
class FileCopy {
public:
  /// Fails if the file changed while it was copied. `meanwhile` is called when its content has been
  /// read; may be empty.
  [[nodiscard]] static Expected<FileCopy> of(const std::string &path,
                                             const std::function<void()> &meanwhile = {});

  /// By which this process opens the copy, as long as the object lives.
  [[nodiscard]] std::string path() const;

private:
  explicit FileCopy(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

/// Reads a recording as a step. `name` is what messages call it, and where its binaries are
/// searched beside. Fails if it is torn or cannot show contention; one without any sample is a step
/// of zeros if `may_be_empty`.
[[nodiscard]] Expected<Step> recordedStep(const std::string &path, const std::string &name,
                                          const ingest::IngestOptions &options, bool may_be_empty);

} // namespace fsfind::watch
