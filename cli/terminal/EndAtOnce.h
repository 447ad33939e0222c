#pragma once

#include "cli/terminal/EndRequests.h"

#include <memory>
#include <string>

namespace fsfind::cli {

/// For long work that starts no process and writes no file. While it lives, a request to end
/// (EndRequests) ends the program at once, with 128 and the signal's number as exit code, where
/// otherwise it would wait for what the folder's owner has to remove.
class EndAtOnce {
public:
  /// `folder` is removed first, with all in it; empty = none.
  explicit EndAtOnce(std::string folder);
  ~EndAtOnce();
  EndAtOnce(const EndAtOnce &) = delete;
  EndAtOnce &operator=(const EndAtOnce &) = delete;

private:
  class Watcher;

  EndRequests requests_;
  std::unique_ptr<Watcher> watcher_;
};

} // namespace fsfind::cli
