#include "rules/parquet/Footer.h"

#include "rules/parquet/Thrift.h"

#include <fmt/format.h>

namespace fsfind::parquet {

namespace {

constexpr const char *kRoot = "schema";
constexpr std::int64_t kNone = -1;

template <class Enum> std::int64_t number(Enum value) {
  return static_cast<std::int64_t>(value);
}

PhysicalType physical(ColumnType type) {
  switch (type) {
  case ColumnType::Text:
    return PhysicalType::ByteArray;
  case ColumnType::Number:
    return PhysicalType::Double;
  case ColumnType::Count:
  case ColumnType::Time:
    break;
  }
  return PhysicalType::Int64;
}

std::int64_t converted(ColumnType type) {
  return type == ColumnType::Text   ? number(ConvertedType::Utf8)
         : type == ColumnType::Time ? number(ConvertedType::TimestampMillis)
                                    : kNone;
}

std::string signatureOf(std::string_view name, std::int64_t type, std::int64_t meaning) {
  return fmt::format("{}:{}:{}", name, type, meaning);
}

void writeLogicalType(ThriftWriter &writer, ColumnType type) {
  writer.beginStruct(schema_element::kLogical);
  if (type == ColumnType::Text) {
    writer.emptyStruct(logical_type::kString);
  } else {
    writer.beginStruct(logical_type::kTimestamp);
    writer.boolean(logical_type::kIsUtc, true);
    writer.beginStruct(logical_type::kUnit);
    writer.emptyStruct(logical_type::kMillis);
    writer.endStruct();
    writer.endStruct();
  }
  writer.endStruct();
}

void writeSchema(ThriftWriter &writer, std::span<const ColumnSpec> specs) {
  writer.beginList(file_meta_data::kSchema, Wire::Struct, specs.size() + 1);
  writer.beginElement();
  writer.text(schema_element::kName, kRoot);
  writer.i32(schema_element::kChildren, static_cast<std::int64_t>(specs.size()));
  writer.endStruct();
  for (const ColumnSpec &spec : specs) {
    writer.beginElement();
    writer.i32(schema_element::kType, number(physical(spec.type)));
    writer.i32(schema_element::kRepetition, number(Repetition::Required));
    writer.text(schema_element::kName, spec.name);
    if (converted(spec.type) != kNone) {
      writer.i32(schema_element::kConverted, converted(spec.type));
      writeLogicalType(writer, spec.type);
    }
    writer.endStruct();
  }
}

void writeEncodings(ThriftWriter &writer, bool dictionary) {
  if (!dictionary) {
    writer.beginList(column_meta::kEncodings, Wire::I32, 1);
    writer.element(number(Encoding::Plain));
    return;
  }
  writer.beginList(column_meta::kEncodings, Wire::I32, 2);
  writer.element(number(Encoding::Plain));
  writer.element(number(Encoding::RleDictionary));
}

void writeChunk(ThriftWriter &writer, const Chunk &chunk, const ColumnSpec &spec) {
  const bool dictionary = chunk.dictionary_page != 0;
  writer.beginElement();
  writer.i64(column_chunk::kOffset, dictionary ? chunk.dictionary_page : chunk.data_page);
  writer.beginStruct(column_chunk::kMeta);
  writer.i32(column_meta::kType, number(physical(spec.type)));
  writeEncodings(writer, dictionary);
  writer.beginList(column_meta::kPath, Wire::Binary, 1);
  writer.element(spec.name);
  writer.i32(column_meta::kCodec, chunk.codec);
  writer.i64(column_meta::kValues, chunk.values);
  writer.i64(column_meta::kUnpacked, chunk.unpacked);
  writer.i64(column_meta::kPacked, chunk.packed);
  writer.i64(column_meta::kDataPage, chunk.data_page);
  if (dictionary)
    writer.i64(column_meta::kDictionaryPage, chunk.dictionary_page);
  writer.beginStruct(column_meta::kStatistics);
  writer.i64(statistics::kNulls, 0);
  writer.text(statistics::kMax, chunk.most);
  writer.text(statistics::kMin, chunk.least);
  writer.endStruct();
  writer.endStruct();
  writer.endStruct();
}

void writeGroup(ThriftWriter &writer, const Group &group, std::span<const ColumnSpec> specs) {
  std::int64_t bytes = 0;
  writer.beginElement();
  writer.beginList(row_group::kColumns, Wire::Struct, specs.size());
  for (std::size_t i = 0; i < specs.size(); ++i) {
    writeChunk(writer, group.chunks[i], specs[i]);
    bytes += group.chunks[i].unpacked;
  }
  writer.i64(row_group::kBytes, bytes);
  writer.i64(row_group::kRows, group.rows);
  writer.endStruct();
}

/// Without it readers do not trust the least and the most value of a column.
void writeOrders(ThriftWriter &writer, std::size_t columns) {
  writer.beginList(file_meta_data::kOrders, Wire::Struct, columns);
  for (std::size_t i = 0; i < columns; ++i) {
    writer.beginElement();
    writer.emptyStruct(column_order::kTypeDefined);
    writer.endStruct();
  }
}

/// Reads the structs of a footer, each by its own function.
class FooterReader {
public:
  explicit FooterReader(std::string_view bytes) : reader_(bytes) {}

  std::optional<Footer> read() {
    Footer footer;
    reader_.structure([&](std::int16_t field, Wire type) {
      switch (field) {
      case file_meta_data::kSchema:
        return reader_.list(type, [&](Wire) { readColumn(footer.columns); });
      case file_meta_data::kRows:
        footer.rows = reader_.integer(type);
        return;
      case file_meta_data::kGroups:
        return reader_.list(type, [&](Wire) { footer.groups.push_back(readGroup()); });
      case file_meta_data::kKeyValues:
        return reader_.list(type, [&](Wire) { readKeyValue(footer.metadata); });
      default:
        reader_.skip(type);
      }
    });
    if (reader_.failed() || footer.columns.empty())
      return std::nullopt;
    footer.columns.erase(footer.columns.begin()); // the root
    return footer;
  }

private:
  void readColumn(std::vector<std::string> &columns) {
    std::int64_t type_number = kNone, meaning = kNone, repetition = kNone;
    std::string_view name;
    reader_.structure([&](std::int16_t field, Wire type) {
      if (field == schema_element::kType)
        type_number = reader_.integer(type);
      else if (field == schema_element::kRepetition)
        repetition = reader_.integer(type);
      else if (field == schema_element::kName)
        name = reader_.text(type);
      else if (field == schema_element::kConverted)
        meaning = reader_.integer(type);
      else
        reader_.skip(type);
    });
    const bool required = columns.empty() || repetition == number(Repetition::Required);
    columns.push_back(required ? signatureOf(name, type_number, meaning) : "");
  }

  Group readGroup() {
    Group group;
    reader_.structure([&](std::int16_t field, Wire type) {
      if (field == row_group::kColumns)
        reader_.list(type, [&](Wire) { group.chunks.push_back(readChunk()); });
      else if (field == row_group::kRows)
        group.rows = reader_.integer(type);
      else
        reader_.skip(type);
    });
    return group;
  }

  Chunk readChunk() {
    Chunk chunk;
    reader_.structure([&](std::int16_t field, Wire type) {
      if (field == column_chunk::kMeta && type == Wire::Struct)
        readMeta(chunk);
      else
        reader_.skip(type);
    });
    return chunk;
  }

  void readMeta(Chunk &chunk) {
    reader_.structure([&](std::int16_t field, Wire type) {
      switch (field) {
      case column_meta::kCodec:
        chunk.codec = reader_.integer(type);
        return;
      case column_meta::kValues:
        chunk.values = reader_.integer(type);
        return;
      case column_meta::kPacked:
        chunk.packed = reader_.integer(type);
        return;
      case column_meta::kDataPage:
        chunk.data_page = reader_.integer(type);
        return;
      case column_meta::kDictionaryPage:
        chunk.dictionary_page = reader_.integer(type);
        return;
      default:
        reader_.skip(type);
      }
    });
  }

  void readKeyValue(Metadata &metadata) {
    std::string key, value;
    reader_.structure([&](std::int16_t field, Wire type) {
      if (field == key_value::kKey)
        key = reader_.text(type);
      else if (field == key_value::kValue)
        value = reader_.text(type);
      else
        reader_.skip(type);
    });
    metadata[key] = value;
  }

  ThriftReader reader_;
};

} // namespace

std::string signature(const ColumnSpec &spec) {
  return signatureOf(spec.name, number(physical(spec.type)), converted(spec.type));
}

std::string encodeFooter(const Footer &footer, std::span<const ColumnSpec> specs,
                         std::string_view created_by) {
  std::string bytes;
  ThriftWriter writer(bytes);
  writer.i32(file_meta_data::kVersion, kFormatVersion);
  writeSchema(writer, specs);
  writer.i64(file_meta_data::kRows, footer.rows);
  writer.beginList(file_meta_data::kGroups, Wire::Struct, footer.groups.size());
  for (const Group &group : footer.groups)
    writeGroup(writer, group, specs);
  writer.beginList(file_meta_data::kKeyValues, Wire::Struct, footer.metadata.size());
  for (const auto &[key, value] : footer.metadata) {
    writer.beginElement();
    writer.text(key_value::kKey, key);
    writer.text(key_value::kValue, value);
    writer.endStruct();
  }
  writer.text(file_meta_data::kCreatedBy, created_by);
  writeOrders(writer, specs.size());
  writer.endStruct();
  return bytes;
}

std::optional<Footer> decodeFooter(std::string_view bytes) {
  return FooterReader(bytes).read();
}

} // namespace fsfind::parquet
