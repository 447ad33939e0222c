#include "rules/parquet/FileReader.h"

#include "rules/input/Unpacking.h"
#include "rules/parquet/FileWriter.h"
#include "rules/parquet/Hybrid.h"
#include "rules/parquet/Thrift.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <zstd.h>

namespace fsfind::parquet {

namespace {

constexpr unsigned kByte = 8;
constexpr std::size_t kLength = sizeof(std::uint32_t), kValue = sizeof(std::uint64_t);

std::uint64_t littleEndianValue(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << kByte | static_cast<unsigned char>(bytes[i]);
  return value;
}

Error damaged(const std::string &where, const char *what,
              std::optional<std::uint64_t> offset = {}) {
  return {where, offset, what, "write the profile anew"};
}

/// Another program has written the file.
Error foreign(const std::string &where, const char *what,
              std::optional<std::uint64_t> offset = {}) {
  return {where, offset, what, "give files that fsfind wrote"};
}

bool isForeign(const Chunk &chunk) {
  return chunk.codec != static_cast<std::int64_t>(Codec::Zstd);
}

/// The words of a dictionary page; none if it does not have so many.
std::optional<std::vector<std::string_view>> wordsIn(std::string_view body, std::size_t count) {
  std::vector<std::string_view> words;
  while (body.size() >= kLength) {
    const std::uint64_t size = littleEndianValue(body.substr(0, kLength));
    body.remove_prefix(kLength);
    if (size > body.size())
      return std::nullopt;
    words.push_back(body.substr(0, size));
    body.remove_prefix(size);
    if (words.size() > count)
      return std::nullopt;
  }
  return body.empty() && words.size() == count ? std::optional(words) : std::nullopt;
}

/// What a table may hold: a count that is not negative, a number that is one.
bool isSound(std::uint64_t bits, ColumnType type) {
  return type == ColumnType::Number  ? std::isfinite(std::bit_cast<double>(bits))
         : type == ColumnType::Count ? bits <= INT64_MAX
                                     : true;
}

} // namespace

struct FileReader::Page {
  std::string body; ///< unpacked
  std::size_t values = 0;
};

bool isParquet(std::string_view bytes) {
  return bytes.starts_with(kMagic);
}

Expected<FileReader> FileReader::open(std::string_view bytes, std::string where) {
  if (!isParquet(bytes))
    return failure({where, {}, "is not a Parquet file", "give files that fsfind wrote"});
  if (bytes.size() < kMagic.size() + kTailSize || !bytes.ends_with(kMagic))
    return failure(damaged(where, "ends too early", bytes.size()));
  const std::size_t tail = bytes.size() - kTailSize;
  const std::uint64_t size = littleEndianValue(bytes.substr(tail, kLength));
  if (size > tail - kMagic.size())
    return failure(damaged(where, "has a footer that is larger than the file", tail));
  std::optional<Footer> footer = decodeFooter(bytes.substr(tail - size, size));
  if (!footer)
    return failure(damaged(where, "has a footer that cannot be read", tail - size));
  return FileReader(bytes.substr(0, tail - size), std::move(where), std::move(*footer));
}

Expected<void> FileReader::checkShape(std::span<const ColumnSpec> specs) const {
  bool same = footer_.columns.size() == specs.size();
  for (std::size_t i = 0; same && i < specs.size(); ++i)
    same = footer_.columns[i] == signature(specs[i]);
  if (!same)
    return failure({where_, {}, "has other columns than a profile", "give profiles of fsfind"});
  std::uint64_t rows = 0;
  for (const Group &group : footer_.groups) {
    if (group.rows < 1 || group.rows > static_cast<std::int64_t>(kRowsPerGroup) ||
        group.chunks.size() != specs.size())
      return failure(damaged(where_, "has a group of rows that fsfind does not write"));
    if (std::any_of(group.chunks.begin(), group.chunks.end(), isForeign))
      return failure(foreign(where_, "is packed otherwise than fsfind packs"));
    rows += static_cast<std::uint64_t>(group.rows);
  }
  if (static_cast<std::uint64_t>(footer_.rows) != rows)
    return failure(damaged(where_, "has another number of rows than it says"));
  if (rows * specs.size() * kValue > unpacking::kProfile.limit(bytes_.size()))
    return failure(damaged(where_, "is too large when unpacked"));
  return {};
}

Expected<FileReader::Page> FileReader::page(std::int64_t offset, PageType type, Encoding encoding) {
  const auto at = static_cast<std::uint64_t>(offset);
  if (at < kMagic.size() || at >= bytes_.size())
    return failure(damaged(where_, "has a page outside the file", at));
  ThriftReader reader(bytes_.substr(at));
  std::int64_t kind = -1, unpacked = -1, packed = -1, values = -1, encoded = -1;
  const std::int16_t details =
      type == PageType::Data ? page_header::kData : page_header::kDictionary;
  reader.structure([&](std::int16_t field, Wire wire) {
    if (field == page_header::kType)
      kind = reader.integer(wire);
    else if (field == page_header::kUnpacked)
      unpacked = reader.integer(wire);
    else if (field == page_header::kPacked)
      packed = reader.integer(wire);
    else if (field == details && wire == Wire::Struct)
      reader.structure([&](std::int16_t inner, Wire inner_wire) {
        if (inner == page_header::kValues)
          values = reader.integer(inner_wire);
        else if (inner == page_header::kEncoding)
          encoded = reader.integer(inner_wire);
        else
          reader.skip(inner_wire);
      });
    else
      reader.skip(wire);
  });
  const std::string_view content = bytes_.substr(at + (reader.failed() ? 0 : reader.position()));
  if (reader.failed() || kind != static_cast<std::int64_t>(type) || unpacked < 0 || values < 0 ||
      packed < 0 || static_cast<std::uint64_t>(packed) > content.size())
    return failure(damaged(where_, "has a page header that cannot be read", at));
  if (encoded != static_cast<std::int64_t>(encoding))
    return failure(foreign(where_, "has a page in an encoding that fsfind does not write", at));
  unpacked_ += static_cast<std::uint64_t>(unpacked);
  if (unpacked_ > unpacking::kProfile.limit(bytes_.size()))
    return failure(damaged(where_, "is too large when unpacked", at));
  Page page{std::string(static_cast<std::size_t>(unpacked), '\0'),
            static_cast<std::size_t>(values)};
  if (ZSTD_decompress(page.body.data(), page.body.size(), content.data(),
                      static_cast<std::size_t>(packed)) != page.body.size())
    return failure(damaged(where_, "has a page that cannot be unpacked", at));
  return page;
}

Expected<void> FileReader::readText(const Chunk &chunk, std::size_t column, std::size_t first,
                                    Table &table) {
  FSFIND_TRY(const Page dictionary,
             page(chunk.dictionary_page, PageType::Dictionary, Encoding::Plain));
  FSFIND_TRY(const Page data, page(chunk.data_page, PageType::Data, Encoding::RleDictionary));
  const std::string_view body = data.body;
  std::vector<std::uint32_t> places;
  const std::size_t rows = table.rows() - first;
  const auto words = wordsIn(dictionary.body, std::min(dictionary.values, rows));
  if (!words || data.values != rows || body.empty() ||
      !readHybrid(body.substr(1), static_cast<unsigned char>(body[0]), rows, places))
    return failure(damaged(where_, "has a column of text that cannot be read",
                           static_cast<std::uint64_t>(chunk.data_page)));
  for (std::size_t i = 0; i < rows; ++i) {
    if (places[i] >= words->size())
      return failure(damaged(where_, "has a word outside its dictionary",
                             static_cast<std::uint64_t>(chunk.data_page)));
    table.setText(column, first + i, (*words)[places[i]]);
  }
  return {};
}

Expected<void> FileReader::readNumbers(const Chunk &chunk, std::size_t column, ColumnType type,
                                       std::size_t first, Table &table) {
  FSFIND_TRY(const Page data, page(chunk.data_page, PageType::Data, Encoding::Plain));
  const std::string_view body = data.body;
  const std::size_t rows = table.rows() - first;
  bool sound = data.values == rows && body.size() == rows * kValue;
  for (std::size_t i = 0; sound && i < rows; ++i) {
    const std::uint64_t bits = littleEndianValue(body.substr(i * kValue, kValue));
    sound = isSound(bits, type);
    table.setBits(column, first + i, bits);
  }
  if (!sound)
    return failure(damaged(where_, "has a column of numbers that cannot be read",
                           static_cast<std::uint64_t>(chunk.data_page)));
  return {};
}

Expected<Table> FileReader::read(std::span<const ColumnSpec> specs) {
  FSFIND_CHECK(checkShape(specs));
  Table table(specs);
  for (const Group &group : footer_.groups) {
    const std::size_t first = table.rows();
    table.addRows(static_cast<std::size_t>(group.rows));
    for (std::size_t i = 0; i < specs.size(); ++i) {
      const Chunk &chunk = group.chunks[i];
      if (specs[i].type == ColumnType::Text) {
        FSFIND_CHECK(readText(chunk, i, first, table));
      } else {
        FSFIND_CHECK(readNumbers(chunk, i, specs[i].type, first, table));
      }
    }
  }
  table.finish();
  return table;
}

} // namespace fsfind::parquet
