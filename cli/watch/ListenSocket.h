#pragma once

#include "rules/model/Expected.h"

#include <string>

namespace fsfind::watch {

/// A socket that listens; the caller closes it.
struct ListenSocket {
  int descriptor = -1;
  std::string address; ///< with the port that it got
};

/// Opens what listenOn() describes.
[[nodiscard]] Expected<ListenSocket> openListenSocket(const std::string &address);

} // namespace fsfind::watch
