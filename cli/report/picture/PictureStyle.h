#pragma once

#include <string_view>

namespace fsfind::report {

/// drawing.css in the light colours of pages, for pictures that stand alone. The build makes it.
[[nodiscard]] std::string_view pictureStyle();

} // namespace fsfind::report
