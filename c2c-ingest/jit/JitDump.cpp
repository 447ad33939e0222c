#include "c2c-ingest/jit/Claiming.h"
#include "c2c-ingest/jit/CodeNames.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fsfind::jit {

namespace {

using perf::ByteReader;
using perf::Bytes;

constexpr std::uint32_t kMagic = 0x4A695444; // "JiTD"
constexpr std::uint64_t kHeaderSize = 40, kPrefixSize = 16;

enum class Kind : std::uint32_t { Load = 0, Move = 1, DebugInfo = 2, Close = 3 };

/// Code at a place.
struct Code {
  std::uint64_t begin = 0, size = 0;
  std::uint64_t made_at = 0; ///< where it was when its lines were told
  std::string_view name;
  Bytes lines; ///< entries of a record of debug info; empty without one
};

struct SourceLine {
  std::uint64_t offset = 0; ///< in the code, where it begins
  std::uint32_t number = 0;
  std::string_view file;
};

/// Most bytes that tell lines of one function; real ones take some hundred.
constexpr std::size_t kMostLineBytes = 256 * 1024;

/// A text that ends with NUL; takes that, too.
std::string_view takeText(ByteReader &reader, Bytes all) {
  const std::string_view text = perf::textUntilNul(all.subspan(all.size() - reader.remaining()));
  reader.skip(text.size() + 1);
  return text;
}

class Dump {
public:
  Dump(Bytes bytes, bool swap) : reader_(bytes, swap), swap_(swap) {}

  /// Returns how many records are bad.
  std::size_t read() {
    reader_.skip(8); // magic, version
    const std::uint32_t header = reader_.u32();
    if (!reader_.ok() || header < kHeaderSize)
      return 1;
    reader_.skip(header - 12);
    while (reader_.ok() && reader_.remaining() != 0 && !closed_) {
      const auto kind = Kind{reader_.u32()};
      const std::uint32_t size = reader_.u32();
      reader_.skip(8); // timestamp
      if (!reader_.ok() || size < kPrefixSize)
        return bad_ + 1;
      const Bytes payload = reader_.take(size - kPrefixSize);
      if (!reader_.ok())
        return bad_ + 1;
      take(kind, payload);
    }
    return reader_.ok() ? bad_ : bad_ + 1;
  }

  [[nodiscard]] CodeNames names(std::set<std::uint64_t> addresses) const {
    CodeNames names;
    std::map<const std::byte *, std::vector<SourceLine>> read; // code that was moved has its lines
    for (auto code = codes_.rbegin(); code != codes_.rend(); ++code) {
      std::vector<std::uint64_t> claimed;
      claim(addresses, code->begin, code->size,
            [&](std::uint64_t address) { claimed.push_back(address); });
      if (claimed.empty())
        continue;
      const auto [known, fresh] = read.try_emplace(code->lines.data());
      if (fresh)
        known->second = linesOf(*code);
      const std::vector<SourceLine> &lines = known->second;
      for (const std::uint64_t address : claimed)
        names.add(address, CodeName{std::string(code->name), code->begin,
                                    placeAt(lines, address - code->begin)});
    }
    return names;
  }

private:
  void take(Kind kind, Bytes payload) {
    switch (kind) {
    case Kind::Load:
      load(payload);
      break;
    case Kind::Move:
      move(payload);
      break;
    case Kind::DebugInfo:
      debugInfo(payload);
      break;
    case Kind::Close:
      closed_ = true;
      break;
    }
  }

  void load(Bytes payload) {
    ByteReader reader(payload, swap_);
    reader.skip(16); // pid, tid, vma
    Code code;
    code.begin = code.made_at = reader.u64();
    code.size = reader.u64();
    const std::uint64_t index = reader.u64();
    code.name = takeText(reader, payload);
    if (!reader.ok() || code.name.empty() || code.name.size() > kLongestName) {
      ++bad_;
      return;
    }
    if (lines_of_ == code.begin)
      code.lines = std::exchange(lines_, {});
    last_of_.insert_or_assign(index, codes_.size());
    codes_.push_back(code);
  }

  void move(Bytes payload) {
    ByteReader reader(payload, swap_);
    reader.skip(24); // pid, tid, vma, old address
    const std::uint64_t begin = reader.u64(), size = reader.u64(), index = reader.u64();
    const auto known = last_of_.find(index);
    if (!reader.ok() || known == last_of_.end()) {
      ++bad_;
      return;
    }
    Code code = codes_[known->second];
    code.begin = begin;
    code.size = size;
    known->second = codes_.size();
    codes_.push_back(code);
  }

  /// Comes before the code that it is about.
  void debugInfo(Bytes payload) {
    ByteReader reader(payload, swap_);
    lines_of_ = reader.u64();
    reader.skip(8); // number of entries
    if (!reader.ok()) {
      ++bad_;
      return;
    }
    lines_ = reader.remaining() > kMostLineBytes ? Bytes() : payload.subspan(reader.position());
  }

  /// By offset in the code.
  [[nodiscard]] std::vector<SourceLine> linesOf(const Code &code) const {
    constexpr std::string_view kSameFile = "\xff";
    ByteReader reader(code.lines, swap_);
    std::vector<SourceLine> lines;
    std::string_view file;
    while (reader.remaining() != 0) {
      SourceLine line;
      line.offset = reader.u64() - code.made_at;
      line.number = reader.u32();
      reader.skip(4); // discriminator
      const std::string_view text = takeText(reader, code.lines);
      if (!reader.ok())
        break;
      file = text == kSameFile ? file : text.substr(0, kLongestName);
      line.file = file;
      lines.push_back(line);
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const SourceLine &a, const SourceLine &b) { return a.offset < b.offset; });
    return lines;
  }

  static Place placeAt(const std::vector<SourceLine> &lines, std::uint64_t offset) {
    const auto after =
        std::upper_bound(lines.begin(), lines.end(), offset,
                         [](std::uint64_t at, const SourceLine &line) { return at < line.offset; });
    if (after == lines.begin())
      return {};
    return {std::string(std::prev(after)->file), std::prev(after)->number, 0};
  }

  ByteReader reader_;
  bool swap_;
  bool closed_ = false;
  std::size_t bad_ = 0;
  std::vector<Code> codes_;
  std::unordered_map<std::uint64_t, std::size_t> last_of_; ///< by index of code
  std::uint64_t lines_of_ = 0;
  Bytes lines_;
};

} // namespace

CodeNames namesInDump(Bytes bytes, std::set<std::uint64_t> addresses) {
  ByteReader reader(bytes, false);
  const std::uint32_t magic = reader.u32();
  if (magic != kMagic && perf::byteSwap(magic) != kMagic)
    return {{}, 1};
  Dump dump(bytes, magic != kMagic);
  const std::size_t bad = dump.read();
  CodeNames names = dump.names(std::move(addresses));
  names.bad += bad;
  return names;
}

} // namespace fsfind::jit
