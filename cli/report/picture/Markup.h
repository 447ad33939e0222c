#pragma once

#include <string>
#include <string_view>

namespace fsfind::report {

/// Text from anywhere as HTML and SVG show it, in elements and in attributes: without control
/// characters, marks that change the direction of writing and what XML does not allow, and with
/// nothing that markup could begin with.
[[nodiscard]] std::string markupText(std::string_view text);

} // namespace fsfind::report
