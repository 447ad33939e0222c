#pragma once

#include "rules/model/Expected.h"

#include <cstdint>
#include <string>
#include <string_view>

/// Output to a reader that may stall: a pipe that nobody empties, a terminal after Ctrl-S.
namespace fsfind::cli {

/// How long a reader may let the program wait.
enum class Patience : std::uint8_t {
  UntilEnd, ///< until a request to end comes (EndRequests), and a moment after it
  Moment,   ///< a moment
};

/// Writes to an open descriptor, whose owner the caller stays. What the reader does not take in
/// time is lost, which is no error, nor is EPIPE; the request to end stays pending. SIGPIPE must be
/// ignored.
[[nodiscard]] Expected<void> writeEndable(int descriptor, const std::string &name,
                                          std::string_view text,
                                          Patience patience = Patience::UntilEnd);

/// Whether the descriptor can be written to within a moment, or writing fails at once. Signal
/// handlers may call it.
[[nodiscard]] bool takesOutput(int descriptor);

} // namespace fsfind::cli
