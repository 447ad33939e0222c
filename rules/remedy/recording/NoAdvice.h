#pragma once

#include "rules/remedy/recording/AdviseMeasured.h"
#include "rules/remedy/recording/Owner.h"

#include <string>

namespace fsfind {

/// Why nothing is advised on the measured finding, and what its author can do to learn more or to
/// end it in another way. One sentence without a full stop, never empty.
[[nodiscard]] std::string whyNoMeasuredAdvice(const Finding &finding, Owner owner, UsingCode code,
                                              std::uint32_t line_size);

/// The same for data of a module that was built anew after it was recorded.
[[nodiscard]] std::string whyRebuilt(const std::string &module);

} // namespace fsfind
