#include "cli/lsp/Uri.h"

#include <charconv>
#include <fmt/format.h>

namespace fsfind::lsp {

namespace {

constexpr std::string_view kScheme = "file://";

/// Whether RFC 3986 lets the byte stand for itself in a path; letters and digits are ASCII's.
bool isPlain(char byte) {
  const bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
  const bool digit = byte >= '0' && byte <= '9';
  return letter || digit || std::string_view("-._~/").find(byte) != std::string_view::npos;
}

std::optional<std::string> unescaped(std::string_view text) {
  constexpr std::size_t kDigits = 2;
  constexpr int kBase = 16;
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    const std::string_view digits = text.substr(i + 1, kDigits);
    unsigned value = 0;
    const auto [stop, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, kBase);
    if (digits.size() != kDigits || error != std::errc() || stop != digits.data() + kDigits ||
        value == 0)
      return std::nullopt;
    result += static_cast<char>(value);
    i += kDigits;
  }
  return result;
}

} // namespace

std::string uriOf(std::string_view path) {
  std::string uri(kScheme);
  for (const char byte : path)
    uri += isPlain(byte) ? std::string(1, byte)
                         : fmt::format("%{:02X}", static_cast<unsigned char>(byte));
  return uri;
}

std::optional<std::string> pathOf(std::string_view uri) {
  if (!uri.starts_with(kScheme))
    return std::nullopt;
  uri.remove_prefix(kScheme.size());
  constexpr std::string_view kHost = "localhost/";
  if (uri.starts_with(kHost))
    uri.remove_prefix(kHost.size() - 1);
  if (!uri.starts_with('/'))
    return std::nullopt;
  return unescaped(uri.substr(0, uri.find_first_of("?#")));
}

} // namespace fsfind::lsp
