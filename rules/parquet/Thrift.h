#pragma once

#include "rules/parquet/Format.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Thrift's compact protocol, in which Parquet has its metadata (Format.h says where it is
/// specified).
namespace fsfind::parquet {

/// Appends structs to `out`, fields in ascending order of their numbers.
class ThriftWriter {
public:
  /// Begins the outermost struct, which endStruct() ends.
  explicit ThriftWriter(std::string &out) : out_(out) { last_.push_back(0); }

  void i32(std::int16_t field, std::int64_t value);
  void i64(std::int16_t field, std::int64_t value);
  void boolean(std::int16_t field, bool value);
  void text(std::int16_t field, std::string_view value);
  void beginStruct(std::int16_t field);
  void endStruct();
  void emptyStruct(std::int16_t field);
  void beginList(std::int16_t field, Wire element, std::size_t size);
  /// Elements of a list.
  void element(std::int64_t value);
  void element(std::string_view text);
  void beginElement() { last_.push_back(0); } ///< a struct, which endStruct() ends

private:
  void header(std::int16_t field, Wire type);
  void varint(std::uint64_t value);
  void signedVarint(std::int64_t value);

  std::string &out_;
  std::vector<std::int16_t> last_; ///< the number of the last field, of each struct that is open
};

/// Reads structs. After the first thing that is wrong, failed() is true and all values are 0 or
/// empty. Bytes must outlive the reader and the texts that it gives.
class ThriftReader {
public:
  explicit ThriftReader(std::string_view bytes) : bytes_(bytes) {}

  /// Calls `on_field(number, type)` for each field of a struct. It must read the value, or skip().
  template <class OnField> void structure(OnField on_field);
  /// Calls `on_element(type)` for each element of a list, which must read it.
  template <class OnElement> void list(Wire type, OnElement on_element);
  [[nodiscard]] std::int64_t integer(Wire type);
  [[nodiscard]] std::string_view text(Wire type);
  void skip(Wire type) { skip(type, false); }

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] std::size_t position() const { return at_; }

private:
  void skip(Wire type, bool in_list);
  [[nodiscard]] std::uint8_t byte();
  [[nodiscard]] std::uint64_t varint();
  [[nodiscard]] std::int64_t signedVarint();
  [[nodiscard]] std::string_view take(std::uint64_t size);
  void skipMap();
  /// False, and failed, if structs lie too deep in each other.
  [[nodiscard]] bool enter();
  void fail();

  static constexpr std::size_t kDeepest = 16;

  std::string_view bytes_;
  std::size_t at_ = 0, depth_ = 0;
  bool failed_ = false;
};

template <class OnField> void ThriftReader::structure(OnField on_field) {
  if (!enter())
    return;
  std::int16_t field = 0;
  while (!failed_) {
    const std::uint8_t head = byte();
    const auto type = static_cast<Wire>(head & 0xF);
    if (type == Wire::Stop)
      break;
    const int delta = head >> 4;
    field = static_cast<std::int16_t>(delta != 0 ? field + delta : signedVarint());
    if (!failed_)
      on_field(field, type);
  }
  --depth_;
}

template <class OnElement> void ThriftReader::list(Wire type, OnElement on_element) {
  if (type != Wire::List || !enter())
    return fail();
  constexpr std::uint8_t kLongList = 15; // its size follows
  const std::uint8_t head = byte();
  const std::uint64_t size = head >> 4 == kLongList ? varint() : head >> 4;
  if (size > bytes_.size() - at_) // each element has at least one byte
    fail();
  for (std::uint64_t i = 0; i < size && !failed_; ++i)
    on_element(static_cast<Wire>(head & 0xF));
  --depth_;
}

} // namespace fsfind::parquet
