#pragma once

#include <string_view>

/// The page's own style and script, from the files beside this header. The build puts them into
/// PageAssets.cpp.
namespace fsfind::report {

[[nodiscard]] std::string_view pageStyle();
[[nodiscard]] std::string_view pageScript();
/// A Content-Security-Policy (level 3) that lets this style and this script run, by their SHA-256,
/// and nothing else; nothing is loaded from anywhere.
[[nodiscard]] std::string_view pagePolicy();

} // namespace fsfind::report
