#pragma once

#include "rules/model/Expected.h"

#include <memory>
#include <string>
#include <string_view>

namespace fsfind::watch {

/// The pages of a listener, one a media type.
struct MetricsPages {
  std::string classic, open_metrics;
};

/// Serves metrics over HTTP from a thread of its own, so that a step that takes long delays no
/// scrape: GET and HEAD of /metrics. Requests are at most kMostRequest bytes, connections end after
/// one answer, after kSilentSeconds in which the client sends nothing, or after kMostSeconds
/// without a whole request, and there are at most kMostClients.
class Listener {
public:
  static constexpr std::size_t kMostRequest = 16384;
  static constexpr unsigned kMostClients = 64;
  static constexpr unsigned kSilentSeconds = 2;
  static constexpr unsigned kMostSeconds = 5;

  virtual ~Listener() = default;
  /// What is served from now on.
  virtual void publish(MetricsPages pages) = 0;
  /// Where it listens: `127.0.0.1:9090`.
  [[nodiscard]] virtual const std::string &address() const = 0;
};

/// `address` is `PORT` or `:PORT`, which is the loopback's, or `ADDRESS:PORT`, with IPv6 addresses
/// in brackets. Port 0 takes a free one.
[[nodiscard]] Expected<std::unique_ptr<Listener>> listenOn(const std::string &address);

/// Whether a client that sends this Accept header (RFC 9110, 12.5.1; several are joined by commas)
/// is to get OpenMetrics: it names that, and does not prefer plain text. Case means nothing.
[[nodiscard]] bool prefersOpenMetrics(std::string_view accept);

} // namespace fsfind::watch
