#pragma once

#include "rules/model/Expected.h"

#include <string>

namespace fsfind::watch {

/// Fails if the text is no http or https address.
[[nodiscard]] Expected<void> checkWebhook(const std::string &url);

/// Posts JSON. Fails if that takes longer than kWebhookSeconds, or the answer is no success;
/// redirections are not followed.
inline constexpr long kWebhookSeconds = 5;
[[nodiscard]] Expected<void> postJson(const std::string &url, const std::string &json);

} // namespace fsfind::watch
