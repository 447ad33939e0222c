#include "cli/lsp/Framing.h"

#include "rules/model/TextParts.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>

namespace fsfind::lsp {

namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kHeaderEnd = "\r\n\r\n";
constexpr const char *kStream = "standard input";

Error broken(std::string what) {
  return {kStream, {}, std::move(what), "start fsfind lsp by an editor, which speaks its protocol"};
}

bool isSameWord(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

/// The value of a `Content-Length` field.
Expected<std::size_t> lengthOf(std::string_view value, std::size_t most) {
  std::size_t length = 0;
  const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), length);
  if (error == std::errc::result_out_of_range || (error == std::errc() && length > most))
    return failure(broken(fmt::format("a message has more than {} bytes", most)));
  if (error != std::errc() || stop != value.data() + value.size())
    return failure(broken("the Content-Length of a message is no number"));
  return length;
}

/// The content's length that a header without its last empty line tells.
Expected<std::size_t> contentLength(std::string_view header, std::size_t most) {
  std::optional<std::size_t> length;
  while (!header.empty()) {
    const std::string_view line = header.substr(0, header.find(kLineEnd));
    header.remove_prefix(std::min(header.size(), line.size() + kLineEnd.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
      return failure(broken("a message has a header line without a colon"));
    if (!isSameWord(trimmed(line.substr(0, colon)), "Content-Length"))
      continue;
    FSFIND_TRY(const std::size_t told, lengthOf(trimmed(line.substr(colon + 1)), most));
    if (length && *length != told)
      return failure(broken("a message has two different Content-Lengths"));
    length = told;
  }
  if (!length)
    return failure(broken("a message has no Content-Length"));
  return *length;
}

} // namespace

void MessageReader::add(std::string_view bytes) {
  bytes_.erase(0, taken_);
  taken_ = 0;
  bytes_ += bytes;
}

Expected<bool> MessageReader::readHeader() {
  const std::string_view rest = std::string_view(bytes_).substr(taken_);
  const std::size_t end = rest.substr(0, kMostHeader).find(kHeaderEnd);
  if (end == std::string_view::npos && rest.size() >= kMostHeader)
    return failure(
        broken(fmt::format("the header of a message has more than {} bytes", kMostHeader)));
  if (end == std::string_view::npos)
    return false;
  FSFIND_TRY(length_, contentLength(rest.substr(0, end), most_));
  taken_ += end + kHeaderEnd.size();
  return true;
}

Expected<std::optional<std::string>> MessageReader::next() {
  if (failure_)
    return failure(*failure_);
  if (!length_) {
    const Expected<bool> whole = readHeader();
    if (!whole) {
      failure_ = whole.error();
      return failure(*failure_);
    }
    if (!*whole)
      return std::optional<std::string>();
  }
  if (bytes_.size() - taken_ < *length_)
    return std::optional<std::string>();
  std::string content = bytes_.substr(taken_, *length_);
  taken_ += *length_;
  length_.reset();
  return std::optional(std::move(content));
}

Expected<void> MessageReader::end() const {
  if (failure_)
    return failure(*failure_);
  if (!length_ && taken_ == bytes_.size())
    return {};
  return failure(broken("what comes ends before a message does"));
}

std::string framed(std::string_view content) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", content.size(), content);
}

} // namespace fsfind::lsp
