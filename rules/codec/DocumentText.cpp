#include "rules/codec/DocumentText.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace fsfind {

namespace {

constexpr std::uint32_t kSchema = 1;
/// Enough for all pairs of 600 CPUs, and for looks at many thousands of mappings.
constexpr std::size_t kMostBytes = std::size_t{64} << 20;

Error tooLarge(const std::string &where, const DocumentKind &kind) {
  return {where, {}, fmt::format("has more than {} bytes", kMostBytes), documentRemedy(kind)};
}

} // namespace

std::string documentRemedy(const DocumentKind &kind) {
  return fmt::format("give a file that {} --format=json -o wrote", kind.command);
}

Expected<std::string> readDocument(const std::string &path, const DocumentKind &kind) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none))
    return failure({path, {}, "is a directory", documentRemedy(kind)});
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  // Devices and pipes do not tell their size.
  std::string piece(std::size_t{1} << 16, '\0');
  while (file && text.size() <= kMostBytes) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece, 0, static_cast<std::size_t>(file.gcount()));
  }
  if (!file.is_open() || file.bad())
    return failure(
        {path, {}, fmt::format("cannot be read: {}", std::strerror(errno)), documentRemedy(kind)});
  return text;
}

Expected<nlohmann::json> parseDocument(std::string_view text, const std::string &where,
                                       const DocumentKind &kind) {
  if (text.size() > kMostBytes)
    return failure(tooLarge(where, kind));
  if (text.empty())
    return failure({where, {}, "is empty", documentRemedy(kind)});
  nlohmann::json json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return failure({where, {}, "is not whole JSON", documentRemedy(kind)});
  if (!json.is_object() || !json.contains("schema") || !json.contains(kind.field))
    return failure(
        {where, {}, fmt::format("is not a file of {}", kind.command), documentRemedy(kind)});
  if (json.at("schema") != kSchema)
    return failure({where,
                    {},
                    fmt::format("is not in schema {}, which this fsfind reads", kSchema),
                    fmt::format("make it again with this release: {}", kind.again)});
  return json;
}

} // namespace fsfind
