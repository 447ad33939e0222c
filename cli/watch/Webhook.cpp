#include "cli/watch/Webhook.h"

#include <fmt/format.h>

#include <algorithm>
#include <curl/curl.h>
#include <memory>

namespace fsfind::watch {

namespace {

constexpr const char *kRemedy = "give an address such as http://127.0.0.1:8080/alarms";

/// The answer's text is of no use.
std::size_t drop(char *, std::size_t size, std::size_t count, void *) {
  return size * count;
}

using Address = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

/// Null if the text is no address.
Address parsed(const std::string &url) {
  Address address(curl_url(), curl_url_cleanup);
  if (address && curl_url_set(address.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK)
    address.reset();
  return address;
}

/// Empty if the address has no such part.
std::string partOf(const Address &address, CURLUPart which) {
  char *part = nullptr;
  std::string text;
  if (address && curl_url_get(address.get(), which, &part, 0) == CURLUE_OK)
    text = part;
  curl_free(part);
  return text;
}

/// The option with what may be told of the address: neither user and password, nor the path, which
/// often has a token.
std::string tellable(const std::string &url) {
  const Address address = parsed(url);
  if (!address)
    return "--webhook";
  const std::string port = partOf(address, CURLUPART_PORT);
  return fmt::format("--webhook {}://{}{}{}", partOf(address, CURLUPART_SCHEME),
                     partOf(address, CURLUPART_HOST), port.empty() ? "" : ":", port);
}

Error webhookError(const std::string &url, const std::string &what) {
  return {tellable(url), {}, what, {}};
}

/// CURLOPT_XFERINFOFUNCTION: not 0 ends the transfer.
int hasEnded(void *limits, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  const auto &ended = static_cast<const PostLimits *>(limits)->ended;
  return ended && ended() ? 1 : 0;
}

void limitTransfer(CURL *handle, const PostLimits &limits) {
  constexpr double kMilli = 1e3;
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS,
                   std::max(1L, static_cast<long>(limits.seconds * kMilli))); // 0 would be no limit
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, hasEnded);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &limits);
}

} // namespace

Expected<void> checkWebhook(const std::string &url) {
  const std::string scheme = partOf(parsed(url), CURLUPART_SCHEME);
  if (scheme == "http" || scheme == "https")
    return {};
  return failure({tellable(url), {}, "is no http address", kRemedy});
}

Expected<void> postJson(const std::string &url, const std::string &json, const PostLimits &limits) {
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(),
                                                                 curl_easy_cleanup);
  const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers(
      curl_slist_append(nullptr, "Content-Type: application/json"), curl_slist_free_all);
  if (!curl || !headers)
    return failure(webhookError(url, "libcurl cannot be started"));
  CURL *const handle = curl.get();
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers.get());
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, json.c_str());
  curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, static_cast<long>(json.size()));
  limitTransfer(handle, limits);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, drop);
  const CURLcode result = curl_easy_perform(handle);
  if (result != CURLE_OK)
    return failure(webhookError(url, curl_easy_strerror(result)));
  constexpr long kSuccess = 200, kOther = 300;
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  if (status < kSuccess || status >= kOther)
    return failure(webhookError(url, fmt::format("answers with status {}", status)));
  return {};
}

} // namespace fsfind::watch
