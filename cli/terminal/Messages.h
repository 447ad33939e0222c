#pragma once

#include <string_view>

/// Messages of a command on standard error. If they cannot be written (the stream is closed, the
/// disk is full) they are lost, and nothing fails.
namespace fsfind::cli {

/// Prints `fsfind: text` and a newline; control characters become `?`, and of a text of more than
/// 8 KiB the middle is left out.
void tell(std::string_view text);

/// The same, unless it is asked for nothing but errors.
void tellUnless(bool quiet, std::string_view text);

/// Prints the text unchanged and flushes; for progress on a terminal.
void tellRaw(std::string_view text);

} // namespace fsfind::cli
