#pragma once

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <zlib.h>

/// Reads HTML pages of fsfind back.
namespace fsfind::test {

inline std::string fromBase64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned held = 0, bits = 0;
  for (const char c : text.substr(0, text.find('='))) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos)
      throw std::runtime_error("not base64");
    held = held << 6U | static_cast<unsigned>(digit);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += static_cast<char>(held >> bits & 0xFFU);
    }
  }
  return bytes;
}

/// Text that was compressed with a gzip header.
inline std::string gunzipped(const std::string &packed) {
  z_stream stream{};
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK)
    throw std::runtime_error("no zlib");
  std::string copy = packed, text;
  stream.next_in = reinterpret_cast<Bytef *>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  std::array<char, 4096> piece;
  int state = Z_OK;
  while (state == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef *>(piece.data());
    stream.avail_out = piece.size();
    state = inflate(&stream, Z_NO_FLUSH);
    text.append(piece.data(), piece.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (state != Z_STREAM_END)
    throw std::runtime_error("not gzip");
  return text;
}

/// What lies between the two, from the first place where `begin` stands.
inline std::string between(const std::string &text, std::string_view begin, std::string_view end) {
  const std::size_t from = text.find(begin) + begin.size();
  return text.substr(from, text.find(end, from) - from);
}

/// The data that a page carries in base64.
inline std::string carriedText(const std::string &page) {
  return between(page, "id=\"data\">", "</script>");
}

inline nlohmann::json carried(const std::string &page) {
  return nlohmann::json::parse(gunzipped(fromBase64(carriedText(page))));
}

} // namespace fsfind::test
