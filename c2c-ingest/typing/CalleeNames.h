#pragma once

#include <string_view>

namespace fsfind::typing {

/// What is known of functions by their demangled names alone.

/// It returns memory for the caller's own objects.
bool isAllocator(std::string_view function);
/// It never returns, though debug info seldom says so: it throws, panics or ends the process.
bool neverReturns(std::string_view function);

} // namespace fsfind::typing
