#pragma once

#include "rules/model/Expected.h"

#include <fstream>
#include <string>

namespace fsfind::watch {

/// The error, with the last line that perf wrote into a file of messages.
[[nodiscard]] inline Error withMessage(Error error, const std::string &messages) {
  std::ifstream file(messages, std::ios::binary);
  std::string last;
  for (std::string line; std::getline(file, line);)
    if (line.find_first_not_of(" \t") != std::string::npos)
      last = line;
  constexpr std::size_t kMost = 300;
  if (!last.empty())
    error.what += "; perf says: " + last.substr(0, kMost);
  return error;
}

} // namespace fsfind::watch
