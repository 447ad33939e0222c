#include "rules/fleet/PackedLines.h"

#include "rules/input/InputKind.h"
#include "rules/input/Unpacking.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <zstd.h>

namespace fsfind::fleet {

namespace {

/// What DuckDB reads of a line unless told otherwise.
constexpr std::size_t kMostLine = std::size_t{16} << 20;

Error shortOfMemory() {
  return {"profile", {}, "cannot be packed: memory is short", "merge fewer at a time"};
}

} // namespace

bool isPacked(std::string_view bytes) {
  return bytes.starts_with(input::kProfile.magic);
}

Expected<void> LinePacker::pack(std::string_view lines, bool last) {
  unpacked_ += lines.size();
  if (!packer_.add(lines, last, [this](std::string_view packed) { packed_ += packed; }))
    return failure(shortOfMemory());
  return {};
}

Expected<void> LinePacker::add(std::string_view lines) {
  return pack(lines, false);
}

Expected<std::string> LinePacker::finish() {
  FSFIND_CHECK(pack({}, true));
  if (unpacked_ > unpacking::kProfile.limit(packed_.size()))
    return failure({"profile",
                    {},
                    "repeats such long texts that it would be refused when it is read",
                    "shorten its labels, or leave out --keep commands"});
  return std::move(packed_);
}

LineReader::LineReader(std::string_view bytes, std::string where)
    : rest_(bytes), where_(std::move(where)), limit_(unpacking::kProfile.limit(bytes.size())),
      unpacker_(isPacked(bytes) ? ZSTD_createDCtx() : nullptr, ZSTD_freeDCtx) {
  if (isPacked(bytes)) {
    piece_.resize(ZSTD_DStreamOutSize());
    whole_ = false;
  } else {
    text_ = std::exchange(rest_, {});
  }
}

std::string LineReader::place() const {
  return fmt::format("{}:{}", where_, std::max(line_, std::size_t{1}));
}

Expected<void> LineReader::unpack() {
  const auto damaged = [&](const char *what) {
    return failure({fmt::format("{}:{}", where_, line_ + 1), {}, what, kAnew});
  };
  ZSTD_inBuffer in{rest_.data(), rest_.size(), 0};
  ZSTD_outBuffer out{piece_.data(), piece_.size(), 0};
  const std::size_t left =
      unpacker_ ? ZSTD_decompressStream(unpacker_.get(), &out, &in) : std::size_t(-1);
  if (ZSTD_isError(left) != 0U)
    return damaged("is damaged: it cannot be unpacked");
  whole_ = left == 0;
  if (in.pos == 0 && out.pos == 0)
    return damaged("ends too early");
  rest_.remove_prefix(in.pos);
  unpacked_ += out.pos;
  if (unpacked_ > limit_)
    return damaged("is too large when unpacked");
  buffer_.erase(0, buffer_.size() - text_.size()); // the lines before
  buffer_.append(piece_, 0, out.pos);
  text_ = buffer_;
  return {};
}

Expected<std::optional<std::string_view>> LineReader::next() {
  std::size_t end = text_.find('\n');
  while (end == std::string_view::npos && (!rest_.empty() || !whole_) &&
         text_.size() <= kMostLine) {
    const std::size_t seen = text_.size();
    FSFIND_CHECK(unpack());
    end = text_.find('\n', seen);
  }
  const std::string_view line = text_.substr(0, end);
  if (line.empty() && end == std::string_view::npos)
    return std::nullopt;
  ++line_;
  if (line.size() > kMostLine)
    return failure({place(), {}, "is too long a line for a profile", kAnew});
  text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
  return line;
}

} // namespace fsfind::fleet
