#pragma once

#include <string_view>

namespace fsfind {

/// Whether a type with that name is of Go's standard library: `internal/runtime/maps.Map`.
[[nodiscard]] bool isOfGoPackage(std::string_view type);

/// Whether a type with that name is of Go's runtime, which no program can name: `runtime.hchan`,
/// `internal/runtime/maps.Map`.
[[nodiscard]] bool isOfGoRuntime(std::string_view type);

} // namespace fsfind
