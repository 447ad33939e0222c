#pragma once

#include "rules/input/InputKind.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Numbers of the Parquet file format, by its specification: parquet.thrift and README.md of
/// https://github.com/apache/parquet-format (release 2.10), and those of Thrift's compact protocol:
/// https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
namespace fsfind::parquet {

/// First and last four bytes of a file. Before the last ones stands the length of the footer, four
/// bytes in little endian.
inline constexpr std::string_view kMagic = input::kProfile.magic;
inline constexpr std::size_t kTailSize = 8;
inline constexpr std::int32_t kFormatVersion = 2;

enum class PhysicalType : std::int32_t { Int64 = 2, Double = 5, ByteArray = 6 };
enum class ConvertedType : std::int32_t { Utf8 = 0, TimestampMillis = 9 };
enum class Repetition : std::int32_t { Required = 0 };
enum class Encoding : std::int32_t { Plain = 0, Rle = 3, RleDictionary = 8 };
enum class Codec : std::int32_t { Zstd = 6 };
enum class PageType : std::int32_t { Data = 0, Dictionary = 2 };

/// Types of values in the compact protocol.
enum class Wire : std::uint8_t {
  Stop = 0,
  True = 1,
  False = 2,
  Byte = 3,
  I16 = 4,
  I32 = 5,
  I64 = 6,
  Double = 7,
  Binary = 8,
  List = 9,
  Set = 10,
  Map = 11,
  Struct = 12,
};

/// Field numbers in parquet.thrift, one namespace a struct.
namespace file_meta_data {
enum : std::int16_t { kVersion = 1, kSchema, kRows, kGroups, kKeyValues, kCreatedBy, kOrders };
}
namespace schema_element {
enum : std::int16_t {
  kType = 1,
  kRepetition = 3,
  kName = 4,
  kChildren = 5,
  kConverted = 6,
  kLogical = 10
};
}
namespace logical_type {
enum : std::int16_t { kString = 1, kTimestamp = 8 };
enum : std::int16_t { kIsUtc = 1, kUnit = 2 }; ///< of a timestamp
enum : std::int16_t { kMillis = 1 };           ///< of a unit
} // namespace logical_type
namespace row_group {
enum : std::int16_t { kColumns = 1, kBytes = 2, kRows = 3 };
}
namespace column_chunk {
enum : std::int16_t { kOffset = 2, kMeta = 3 };
}
namespace column_meta {
enum : std::int16_t {
  kType = 1,
  kEncodings,
  kPath,
  kCodec,
  kValues,
  kUnpacked,
  kPacked,
  kDataPage = 9,
  kDictionaryPage = 11,
  kStatistics = 12
};
}
namespace statistics {
enum : std::int16_t { kNulls = 3, kMax = 5, kMin = 6 };
}
namespace key_value {
enum : std::int16_t { kKey = 1, kValue = 2 };
}
namespace column_order {
enum : std::int16_t { kTypeDefined = 1 };
}
namespace page_header {
enum : std::int16_t { kType = 1, kUnpacked, kPacked, kData = 5, kDictionary = 7 };
enum : std::int16_t { kValues = 1, kEncoding, kDefinitions, kRepetitions }; ///< of either kind
} // namespace page_header

} // namespace fsfind::parquet
