#include "rules/parquet/FileWriter.h"

#include "rules/parquet/Hybrid.h"
#include "rules/parquet/Thrift.h"

#include <algorithm>
#include <numeric>
#include <vector>
#include <zstd.h>

namespace fsfind::parquet {

namespace {

constexpr int kLevel = 3;
constexpr unsigned kByte = 8;

void appendLittleEndian(std::string &out, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i, value >>= kByte)
    out.push_back(static_cast<char>(value));
}

std::string plain(std::uint64_t bits) {
  std::string bytes;
  appendLittleEndian(bytes, bits, sizeof bits);
  return bytes;
}

/// The words that the column uses, sorted, and for each value its place among them.
struct Dictionary {
  std::vector<std::string_view> words;
  std::vector<std::uint32_t> places;
};

Dictionary dictionaryOf(const Column &column) {
  std::vector<std::uint64_t> used = column.values;
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::sort(used.begin(), used.end(),
            [&](std::uint64_t a, std::uint64_t b) { return column.words[a] < column.words[b]; });
  Dictionary dictionary;
  std::vector<std::uint32_t> place_of(column.words.size());
  for (const std::uint64_t word : used) {
    place_of[word] = static_cast<std::uint32_t>(dictionary.words.size());
    dictionary.words.emplace_back(column.words[word]);
  }
  dictionary.places.reserve(column.values.size());
  for (const std::uint64_t value : column.values)
    dictionary.places.push_back(place_of[value]);
  return dictionary;
}

/// The least and the most of values, with the signs that the specification asks of zeros.
template <class Value> std::pair<Value, Value> extremes(const std::vector<std::uint64_t> &bits) {
  const auto value = [](std::uint64_t one) { return std::bit_cast<Value>(one); };
  std::pair<Value, Value> found{value(bits.front()), value(bits.front())};
  for (const std::uint64_t one : bits) {
    found.first = std::min(found.first, value(one));
    found.second = std::max(found.second, value(one));
  }
  if (found.first == 0)
    found.first = -Value{};
  if (found.second == 0)
    found.second = Value{};
  return found;
}

template <class Value> void setExtremes(const std::vector<std::uint64_t> &bits, Chunk &chunk) {
  const auto [least, most] = extremes<Value>(bits);
  chunk.least = plain(std::bit_cast<std::uint64_t>(least));
  chunk.most = plain(std::bit_cast<std::uint64_t>(most));
}

std::string pageHeader(PageType type, std::size_t values, Encoding encoding, std::size_t unpacked,
                       std::size_t packed) {
  const auto number = [](auto value) { return static_cast<std::int64_t>(value); };
  const bool data = type == PageType::Data;
  std::string bytes;
  ThriftWriter writer(bytes);
  writer.i32(page_header::kType, number(type));
  writer.i32(page_header::kUnpacked, number(unpacked));
  writer.i32(page_header::kPacked, number(packed));
  writer.beginStruct(data ? page_header::kData : page_header::kDictionary);
  writer.i32(page_header::kValues, number(values));
  writer.i32(page_header::kEncoding, number(encoding));
  if (data) { // no value is missing or repeated, so the page has no such levels
    writer.i32(page_header::kDefinitions, number(Encoding::Rle));
    writer.i32(page_header::kRepetitions, number(Encoding::Rle));
  }
  writer.endStruct();
  writer.endStruct();
  return bytes;
}

} // namespace

FileWriter::FileWriter(std::span<const ColumnSpec> specs)
    : specs_(specs), packer_(ZSTD_createCCtx(), ZSTD_freeCCtx), bytes_(kMagic) {
  if (!packer_)
    return;
  ZSTD_CCtx_setParameter(packer_.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(packer_.get(), ZSTD_c_checksumFlag, 1);
}

Expected<std::string> FileWriter::packed(const std::string &body) {
  std::string out(ZSTD_compressBound(body.size()), '\0');
  const std::size_t size =
      packer_ ? ZSTD_compress2(packer_.get(), out.data(), out.size(), body.data(), body.size()) : 0;
  if (!packer_ || ZSTD_isError(size))
    return failure({"profile", {}, "cannot be compressed", "free some memory"});
  out.resize(size);
  return out;
}

Expected<void> FileWriter::addPage(PageType type, std::size_t values, Encoding encoding,
                                   const std::string &body, Chunk &chunk) {
  FSFIND_TRY(const std::string content, packed(body));
  const std::string header = pageHeader(type, values, encoding, body.size(), content.size());
  (type == PageType::Data ? chunk.data_page : chunk.dictionary_page) =
      static_cast<std::int64_t>(bytes_.size());
  chunk.packed += static_cast<std::int64_t>(header.size() + content.size());
  chunk.unpacked += static_cast<std::int64_t>(header.size() + body.size());
  bytes_ += header;
  bytes_ += content;
  return {};
}

Expected<Chunk> FileWriter::addText(const Column &column) {
  const Dictionary dictionary = dictionaryOf(column);
  Chunk chunk;
  chunk.least = dictionary.words.front();
  chunk.most = dictionary.words.back();
  std::string body;
  for (const std::string_view word : dictionary.words) {
    appendLittleEndian(body, word.size(), sizeof(std::uint32_t));
    body += word;
  }
  FSFIND_CHECK(
      addPage(PageType::Dictionary, dictionary.words.size(), Encoding::Plain, body, chunk));
  const unsigned width = bitWidth(static_cast<std::uint32_t>(dictionary.words.size() - 1));
  body.assign(1, static_cast<char>(width));
  appendHybrid(body, dictionary.places, width);
  FSFIND_CHECK(addPage(PageType::Data, column.values.size(), Encoding::RleDictionary, body, chunk));
  return chunk;
}

Expected<Chunk> FileWriter::addNumbers(const Column &column, ColumnType type) {
  Chunk chunk;
  if (type == ColumnType::Number)
    setExtremes<double>(column.values, chunk);
  else
    setExtremes<std::int64_t>(column.values, chunk);
  std::string body;
  body.reserve(column.values.size() * sizeof(std::uint64_t));
  for (const std::uint64_t value : column.values)
    appendLittleEndian(body, value, sizeof value);
  FSFIND_CHECK(addPage(PageType::Data, column.values.size(), Encoding::Plain, body, chunk));
  return chunk;
}

Expected<void> FileWriter::add(const Table &table) {
  if (table.rows() == 0)
    return {};
  Group group;
  group.rows = static_cast<std::int64_t>(table.rows());
  for (std::size_t i = 0; i < specs_.size(); ++i) {
    const Column &column = table.columns()[i];
    const ColumnType type = specs_[i].type;
    FSFIND_TRY(Chunk chunk, type == ColumnType::Text ? addText(column) : addNumbers(column, type));
    chunk.values = group.rows;
    group.chunks.push_back(std::move(chunk));
  }
  footer_.rows += group.rows;
  footer_.groups.push_back(std::move(group));
  return {};
}

std::string FileWriter::finish(Metadata metadata, std::string_view created_by) {
  footer_.metadata = std::move(metadata);
  const std::string footer = encodeFooter(footer_, specs_, created_by);
  bytes_ += footer;
  appendLittleEndian(bytes_, footer.size(), sizeof(std::uint32_t));
  bytes_ += kMagic;
  return std::move(bytes_);
}

} // namespace fsfind::parquet
