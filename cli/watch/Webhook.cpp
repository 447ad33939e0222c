#include "cli/watch/Webhook.h"

#include <fmt/format.h>

#include <curl/curl.h>
#include <memory>

namespace fsfind::watch {

namespace {

constexpr const char *kRemedy = "give an address such as http://127.0.0.1:8080/alarms";

/// The answer's text is of no use.
std::size_t drop(char *, std::size_t size, std::size_t count, void *) {
  return size * count;
}

Error webhookError(const std::string &url, const std::string &what) {
  return {"--webhook " + url, {}, what, {}};
}

} // namespace

Expected<void> checkWebhook(const std::string &url) {
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> parts(curl_url(), curl_url_cleanup);
  char *scheme = nullptr;
  std::string found;
  if (parts && curl_url_set(parts.get(), CURLUPART_URL, url.c_str(), 0) == CURLUE_OK &&
      curl_url_get(parts.get(), CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK)
    found = scheme;
  curl_free(scheme);
  if (found == "http" || found == "https")
    return {};
  return failure({"--webhook " + url, {}, "is no http address", kRemedy});
}

Expected<void> postJson(const std::string &url, const std::string &json) {
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
  curl_easy_setopt(handle, CURLOPT_TIMEOUT, kWebhookSeconds);
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
