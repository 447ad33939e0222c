#pragma once

#include <string_view>

/// What a command has to say beside its result, on standard error. Where nobody listens (closed, or
/// a full disk) it is lost; that fails nothing.
namespace fsfind::cli {

/// `fsfind: text` and a newline; control characters are shown as stand-ins.
void tell(std::string_view text);

/// As it is, at once: progress on a terminal.
void tellRaw(std::string_view text);

} // namespace fsfind::cli
