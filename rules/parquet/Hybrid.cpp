#include "rules/parquet/Hybrid.h"

#include <algorithm>
#include <bit>

namespace fsfind::parquet {

namespace {

/// Packed values come in groups of eight, so a shorter run would not be shorter.
constexpr std::size_t kGroup = 8;
constexpr unsigned kByte = 8, kVarintBits = 7, kMore = 0x80;

void appendVarint(std::string &out, std::uint64_t value) {
  for (; value >= kMore; value >>= kVarintBits)
    out.push_back(static_cast<char>(value | kMore));
  out.push_back(static_cast<char>(value));
}

std::size_t bytesOf(unsigned width) {
  return (width + kByte - 1) / kByte;
}

std::size_t runAt(std::span<const std::uint32_t> values, std::size_t at) {
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(at);
  return static_cast<std::size_t>(
      std::find_if(begin, values.end(), [&](std::uint32_t other) { return other != *begin; }) -
      begin);
}

void appendRun(std::string &out, std::uint32_t value, std::size_t length, unsigned width) {
  appendVarint(out, static_cast<std::uint64_t>(length) << 1);
  for (std::size_t i = 0; i < bytesOf(width); ++i)
    out.push_back(static_cast<char>(value >> (kByte * i)));
}

/// Whole groups; what is missing in the last one is 0.
void appendPacked(std::string &out, std::span<const std::uint32_t> values, unsigned width) {
  const std::size_t groups = (values.size() + kGroup - 1) / kGroup;
  appendVarint(out, static_cast<std::uint64_t>(groups) << 1 | 1);
  std::uint64_t bits = 0;
  unsigned held = 0;
  for (std::size_t i = 0; i < groups * kGroup; ++i) {
    bits |= static_cast<std::uint64_t>(i < values.size() ? values[i] : 0) << held;
    for (held += width; held >= kByte; held -= kByte, bits >>= kByte)
      out.push_back(static_cast<char>(bits));
  }
}

/// Reads the bytes of one column of indices.
class HybridReader {
public:
  HybridReader(std::string_view bytes, unsigned width) : bytes_(bytes), width_(width) {}

  bool read(std::size_t count, std::vector<std::uint32_t> &values) {
    const std::size_t end = values.size() + count;
    while (values.size() < end) {
      std::uint64_t head = 0;
      if (!varint(head))
        return false;
      const std::size_t missing = end - values.size();
      if (!((head & 1) != 0 ? packed(head >> 1, missing, values) : run(head >> 1, missing, values)))
        return false;
    }
    return at_ == bytes_.size();
  }

private:
  bool varint(std::uint64_t &value) {
    for (unsigned shift = 0; shift < 64 && at_ < bytes_.size(); shift += kVarintBits) {
      const auto part = static_cast<unsigned char>(bytes_[at_++]);
      value |= static_cast<std::uint64_t>(part & (kMore - 1)) << shift;
      if ((part & kMore) == 0)
        return true;
    }
    return false;
  }

  bool run(std::uint64_t length, std::size_t missing, std::vector<std::uint32_t> &values) {
    const std::size_t size = bytesOf(width_);
    if (length == 0 || length > missing || size > bytes_.size() - at_)
      return false;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
      value |= std::uint64_t{static_cast<unsigned char>(bytes_[at_++])} << (kByte * i);
    values.insert(values.end(), length, static_cast<std::uint32_t>(value));
    return true;
  }

  bool packed(std::uint64_t groups, std::size_t missing, std::vector<std::uint32_t> &values) {
    // A group of eight values has as many bytes as a value has bits.
    if (groups == 0 || groups > (missing + kGroup - 1) / kGroup ||
        groups * width_ > bytes_.size() - at_)
      return false;
    std::uint64_t bits = 0;
    unsigned held = 0;
    const std::size_t wanted = std::min<std::size_t>(missing, groups * kGroup);
    const std::size_t end = at_ + groups * width_;
    const std::uint64_t mask = (std::uint64_t{1} << width_) - 1;
    for (std::size_t i = 0; i < wanted; ++i) {
      for (; held < width_; held += kByte)
        bits |= std::uint64_t{static_cast<unsigned char>(bytes_[at_++])} << held;
      values.push_back(static_cast<std::uint32_t>(bits & mask));
      bits >>= width_;
      held -= width_;
    }
    at_ = end;
    return true;
  }

  std::string_view bytes_;
  unsigned width_;
  std::size_t at_ = 0;
};

} // namespace

unsigned bitWidth(std::uint32_t largest) {
  return std::max(1U, static_cast<unsigned>(std::bit_width(largest)));
}

void appendHybrid(std::string &out, std::span<const std::uint32_t> values, unsigned width) {
  std::size_t packed = 0; // where the values begin that are still to be packed
  std::size_t at = 0;
  const auto flush = [&](std::size_t end) {
    if (end > packed)
      appendPacked(out, values.subspan(packed, end - packed), width);
  };
  while (at < values.size()) {
    const std::size_t run = runAt(values, at);
    if (run < kGroup) { // the group has other values, too
      at = std::min(at + kGroup, values.size());
      continue;
    }
    flush(at);
    appendRun(out, values[at], run, width);
    at += run;
    packed = at;
  }
  flush(values.size());
}

bool readHybrid(std::string_view bytes, unsigned width, std::size_t count,
                std::vector<std::uint32_t> &values) {
  constexpr unsigned kWidest = 32;
  return width >= 1 && width <= kWidest && HybridReader(bytes, width).read(count, values);
}

} // namespace fsfind::parquet
