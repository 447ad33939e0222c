#pragma once

#include <string>
#include <string_view>

namespace fsfind::report {

/// Text from anywhere as HTML shows it, in elements and in attributes: without control characters
/// and marks that change the direction of writing, and with nothing that markup could begin with.
[[nodiscard]] std::string markupText(std::string_view text);

} // namespace fsfind::report
