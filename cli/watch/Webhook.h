#pragma once

#include "rules/model/Expected.h"

#include <functional>
#include <string>

namespace fsfind::watch {

/// Fails if the text is no http or https address.
[[nodiscard]] Expected<void> checkWebhook(const std::string &url);

inline constexpr double kWebhookSeconds = 5;

/// When a post is given up.
struct PostLimits {
  double seconds = kWebhookSeconds;
  /// Asked about once a second, or more often; true gives the post up. May be empty.
  std::function<bool()> ended = {};
};

/// Posts JSON. Fails if it is given up, or the answer is no success; redirections are not followed.
/// Errors name the scheme and the host of the address: the rest may have a password in it.
[[nodiscard]] Expected<void> postJson(const std::string &url, const std::string &json,
                                      const PostLimits &limits = {});

} // namespace fsfind::watch
