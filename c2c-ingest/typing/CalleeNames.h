#pragma once

#include <string_view>

namespace fsfind::typing {

/// What is known of functions by their demangled names alone.

/// True if it returns memory for its caller's objects.
bool isAllocator(std::string_view function);
/// True if it never returns, which debug info seldom says: it throws, panics or ends the process.
bool neverReturns(std::string_view function);

} // namespace fsfind::typing
