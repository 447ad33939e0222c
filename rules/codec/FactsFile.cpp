#include "rules/codec/FactsFile.h"

#include "rules/codec/FactsReader.h"
#include "rules/codec/FactsWriter.h"
#include "rules/codec/Soundness.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

namespace fsfind {
namespace {

constexpr std::string_view kMagic = "fsfacts\n";
constexpr std::size_t kVersionAt = 8, kSizeAt = 16, kChecksumAt = 24, kHeaderSize = 32;
constexpr int kLevel = 3;

/// The largest unpacked size that is accepted, against decompression bombs: facts shrink only five-
/// to twentyfold. The writer does not pack facts that would exceed it.
std::uint64_t growthLimit(std::uint64_t packed) {
  return (std::uint64_t{4} << 20) + 200 * packed;
}

std::string littleEndian(std::uint64_t value) {
  std::string bytes(8, '\0');
  for (char &byte : bytes) {
    byte = static_cast<char>(value & 0xFF);
    value >>= 8;
  }
  return bytes;
}

std::uint64_t littleEndian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 8; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// The tables in the file's order. The lengths of all stand before the first, so that a reader can
/// check references as it meets them.
template <class Visit> void eachTable(auto &facts, Visit &&visit) {
  visit(facts.files);
  visit(facts.types);
  visit(facts.records);
  visit(facts.variables);
  visit(facts.functions);
}

std::string contentOf(const Facts &facts) {
  std::string content;
  FactsWriter writer(
      content, [](auto &self, std::string &, auto reference) { self.number(reference.value()); });
  eachTable(facts, [&](const auto &table) { writer.number(table.size()); });
  writer(facts.units);
  eachTable(facts, [&](const auto &table) { writer(table); });
  writer(facts.slots, facts.indexed, facts.untraced);
  writer(facts.cacheline_constants, facts.c_files, facts.cplusplus_files, facts.compiler_files);
  writer(facts.words.words(), facts.words.patterns(), facts.words.opposites());
  return content;
}

Expected<std::string> packed(std::string content) {
  std::string out(ZSTD_compressBound(content.size()), '\0');
  const std::size_t size =
      ZSTD_compress(out.data(), out.size(), content.data(), content.size(), kLevel);
  if (ZSTD_isError(size))
    return failure({"facts", {}, "cannot be compressed", "free some memory"});
  out.resize(size);
  const bool worth = size < content.size() && content.size() <= growthLimit(size);
  return worth ? std::move(out) : std::move(content);
}

Error damaged(const std::string &where, const char *what,
              std::optional<std::uint64_t> offset = {}) {
  return {where, offset, what, "write the facts file anew"};
}

Expected<void> checkHeader(std::string_view bytes, const std::string &where) {
  if (!bytes.starts_with(kMagic.substr(0, std::min(bytes.size(), kMagic.size()))) || bytes.empty())
    return failure({where, {}, "is not a facts file", "give files that fsfind wrote"});
  if (bytes.size() < kHeaderSize)
    return failure(damaged(where, "ends too early", bytes.size()));
  const std::uint64_t version = littleEndian(bytes.substr(kVersionAt));
  if (version != kFactsVersion)
    return failure({where,
                    {},
                    fmt::format("has facts of version {}, and this fsfind reads version {}",
                                version, kFactsVersion),
                    "write it anew with the same release of fsfind"});
  if (littleEndian(bytes.substr(kChecksumAt)) !=
      XXH3_64bits(bytes.data() + kHeaderSize, bytes.size() - kHeaderSize))
    return failure(
        damaged(where, "is truncated or damaged: its checksum is not that of its content"));
  return {};
}

Expected<std::string> unpacked(std::string_view bytes, const std::string &where) {
  const std::uint64_t size = littleEndian(bytes.substr(kSizeAt));
  const std::string_view body = bytes.substr(kHeaderSize);
  if (size == body.size())
    return std::string(body);
  if (size > growthLimit(body.size()))
    return failure(damaged(where, "is too large when unpacked", kSizeAt));
  std::string content(size, '\0');
  if (ZSTD_decompress(content.data(), content.size(), body.data(), body.size()) != size)
    return failure(damaged(where, "cannot be unpacked", kHeaderSize));
  return content;
}

/// False if one of them is no word.
bool readWords(FactsReader &reader, NameWords &words) {
  std::vector<NameWord> whole, patterns;
  std::vector<Opposites> opposites;
  reader(whole, patterns, opposites);
  const auto add = [&](const NameWord &one) { return words.add(one.text, one.kinds); };
  return std::all_of(whole.begin(), whole.end(), add) &&
         std::all_of(patterns.begin(), patterns.end(), add) &&
         std::all_of(opposites.begin(), opposites.end(), [&](const Opposites &pair) {
           return words.addOpposites(pair.one, pair.other);
         });
}

Expected<Facts> parsed(std::string_view content, const std::string &where) {
  Facts facts;
  FactsReader reader(content);
  FactCounts counts;
  for (std::size_t *count :
       {&counts.files, &counts.types, &counts.records, &counts.variables, &counts.functions})
    *count = reader.length();
  reader.setCounts(counts);
  reader(facts.units);
  eachTable(facts, [&](auto &table) { reader(table); });
  reader(facts.slots, facts.indexed, facts.untraced);
  reader(facts.cacheline_constants, facts.c_files, facts.cplusplus_files, facts.compiler_files);
  const bool known = readWords(reader, facts.words);
  const bool counted = counts.files == facts.files.size() && counts.types == facts.types.size() &&
                       counts.records == facts.records.size() &&
                       counts.variables == facts.variables.size() &&
                       counts.functions == facts.functions.size();
  if (reader.failed())
    return failure(damaged(where, reader.problem()));
  if (!known)
    return failure(damaged(where, "has words of names that are none"));
  if (!counted || !reader.atEnd())
    return failure(damaged(where, "has tables that are shorter or longer than it says"));
  return facts;
}

struct CloseFile {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Error systemError(const std::string &where, const char *what, const char *remedy) {
  return {where, {}, fmt::format("{}: {}", what, std::strerror(errno)), remedy};
}

/// False if anything fails, errno says why. A full disk may show only when the file is closed.
bool writeAll(const std::string &path, const std::string &bytes) {
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (!file)
    return false;
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const int error = errno;
  const bool closed = std::fclose(file) == 0;
  if (!written)
    errno = error;
  return written && closed;
}

} // namespace

Expected<std::string> encodeFacts(const Facts &facts) {
  std::string content = contentOf(facts);
  const std::uint64_t size = content.size();
  FSFIND_TRY(const std::string body, packed(std::move(content)));
  return std::string(kMagic) + littleEndian(facts.version) + littleEndian(size) +
         littleEndian(XXH3_64bits(body.data(), body.size())) + body;
}

Expected<Facts> decodeFacts(std::string_view bytes, const std::string &where) {
  FSFIND_CHECK(checkHeader(bytes, where));
  FSFIND_TRY(const std::string content, unpacked(bytes, where));
  FSFIND_TRY(Facts facts, parsed(content, where));
  makeSound(facts);
  return facts;
}

Expected<Facts> readFactsFile(const std::string &path) {
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file)
    return failure(systemError(path, "cannot be opened", "check the path and its permissions"));
  std::string bytes;
  char buffer[1U << 16];
  while (const std::size_t read = std::fread(buffer, 1, sizeof buffer, file.get()))
    bytes.append(buffer, read);
  if (std::ferror(file.get()))
    return failure(systemError(path, "cannot be read", "check that it is a file, and the disk"));
  return decodeFacts(bytes, path);
}

Expected<void> writeFactsFile(const Facts &facts, const std::string &path) {
  FSFIND_TRY(const std::string bytes, encodeFacts(facts));
  // A device or pipe is written directly: renaming would replace it by a file.
  std::error_code unknown;
  const auto status = std::filesystem::status(path, unknown);
  const bool special = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  const std::string temporary = special ? path : fmt::format("{}.{}.partial", path, ::getpid());
  const bool written = writeAll(temporary, bytes);
  if (written && (special || std::rename(temporary.c_str(), path.c_str()) == 0))
    return {};
  const Error error = systemError(path, "cannot be written",
                                  "check the folder, its permissions and its free space");
  if (!special)
    (void)std::remove(temporary.c_str());
  return failure(error);
}

} // namespace fsfind
