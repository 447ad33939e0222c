#include "rules/parquet/Thrift.h"

namespace fsfind::parquet {

namespace {

constexpr int kVarintBits = 7;
constexpr std::uint8_t kMore = 0x80; // of a varint: another byte follows
constexpr int kLargestDelta = 15, kLongList = 15;

std::uint8_t number(Wire type) {
  return static_cast<std::uint8_t>(type);
}

} // namespace

void ThriftWriter::varint(std::uint64_t value) {
  for (; value >= kMore; value >>= kVarintBits)
    out_.push_back(static_cast<char>(value | kMore));
  out_.push_back(static_cast<char>(value));
}

/// Zigzag: small numbers of either sign are short.
void ThriftWriter::signedVarint(std::int64_t value) {
  varint((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
}

void ThriftWriter::header(std::int16_t field, Wire type) {
  const int delta = field - last_.back();
  if (delta > 0 && delta <= kLargestDelta) {
    out_.push_back(static_cast<char>(delta << 4 | number(type)));
  } else {
    out_.push_back(static_cast<char>(number(type)));
    signedVarint(field);
  }
  last_.back() = field;
}

void ThriftWriter::i32(std::int16_t field, std::int64_t value) {
  header(field, Wire::I32);
  signedVarint(value);
}

void ThriftWriter::i64(std::int16_t field, std::int64_t value) {
  header(field, Wire::I64);
  signedVarint(value);
}

void ThriftWriter::boolean(std::int16_t field, bool value) {
  header(field, value ? Wire::True : Wire::False);
}

void ThriftWriter::text(std::int16_t field, std::string_view value) {
  header(field, Wire::Binary);
  element(value);
}

void ThriftWriter::beginStruct(std::int16_t field) {
  header(field, Wire::Struct);
  beginElement();
}

void ThriftWriter::endStruct() {
  out_.push_back(static_cast<char>(Wire::Stop));
  last_.pop_back();
}

void ThriftWriter::emptyStruct(std::int16_t field) {
  beginStruct(field);
  endStruct();
}

void ThriftWriter::beginList(std::int16_t field, Wire element, std::size_t size) {
  header(field, Wire::List);
  if (size < kLongList) {
    out_.push_back(static_cast<char>(size << 4 | number(element)));
    return;
  }
  out_.push_back(static_cast<char>(kLongList << 4 | number(element)));
  varint(size);
}

void ThriftWriter::element(std::int64_t value) {
  signedVarint(value);
}

void ThriftWriter::element(std::string_view text) {
  varint(text.size());
  out_.append(text);
}

void ThriftReader::fail() {
  failed_ = true;
  at_ = bytes_.size();
}

bool ThriftReader::enter() {
  if (++depth_ > kDeepest)
    fail();
  return !failed_;
}

std::uint8_t ThriftReader::byte() {
  if (at_ < bytes_.size())
    return static_cast<std::uint8_t>(bytes_[at_++]);
  fail();
  return 0;
}

std::uint64_t ThriftReader::varint() {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64 && !failed_; shift += kVarintBits) {
    const std::uint8_t part = byte();
    value |= static_cast<std::uint64_t>(part & (kMore - 1)) << shift;
    if ((part & kMore) == 0)
      return failed_ ? 0 : value;
  }
  fail();
  return 0;
}

std::int64_t ThriftReader::signedVarint() {
  const std::uint64_t value = varint();
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

std::string_view ThriftReader::take(std::uint64_t size) {
  if (failed_ || size > bytes_.size() - at_) {
    fail();
    return {};
  }
  const std::string_view taken = bytes_.substr(at_, size);
  at_ += size;
  return taken;
}

std::int64_t ThriftReader::integer(Wire type) {
  if (type == Wire::I16 || type == Wire::I32 || type == Wire::I64)
    return signedVarint();
  fail();
  return 0;
}

std::string_view ThriftReader::text(Wire type) {
  if (type == Wire::Binary)
    return take(varint());
  fail();
  return {};
}

void ThriftReader::skipMap() {
  const std::uint64_t size = varint();
  if (size == 0)
    return;
  const std::uint8_t types = byte();
  if (size > bytes_.size() - at_ || !enter())
    return fail();
  for (std::uint64_t i = 0; i < size && !failed_; ++i) {
    skip(static_cast<Wire>(types >> 4), true);
    skip(static_cast<Wire>(types & 0xF), true);
  }
  --depth_;
}

void ThriftReader::skip(Wire type, bool in_list) {
  switch (type) {
  case Wire::True:
  case Wire::False: // the value of a field is its type; in a list it has a byte
    if (in_list)
      (void)byte();
    return;
  case Wire::Byte:
    (void)byte();
    return;
  case Wire::I16:
  case Wire::I32:
  case Wire::I64:
    (void)varint();
    return;
  case Wire::Double:
    (void)take(sizeof(double));
    return;
  case Wire::Binary:
    (void)take(varint());
    return;
  case Wire::List:
  case Wire::Set:
    return list(Wire::List, [this](Wire element) { skip(element, true); });
  case Wire::Map:
    return skipMap();
  case Wire::Struct:
    return structure([this](std::int16_t, Wire field) { skip(field); });
  case Wire::Stop:
    break;
  }
  fail();
}

} // namespace fsfind::parquet
