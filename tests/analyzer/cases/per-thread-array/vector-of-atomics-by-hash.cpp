// suspect: threads, line
// Atomic 32-bit write offsets, one per page of a store of subtitles, lie in a heap vector; a line
// of text adds to the one that its hash selects. No thread number occurs.
// as in: libstringintern, https://github.com/RipcordSoftware/libstringintern/issues/4
#include <atomic>
#include <cstdint>
#include <cstring>
#include <vector>

#ifdef FIXED
struct alignas(64) Offset {
  std::atomic<std::uint32_t> value{0};
  std::uint32_t fetch_add(std::uint32_t n) { return value.fetch_add(n); }
};
#else
using Offset = std::atomic<std::uint32_t>;
#endif

class Pages {
  std::size_t size_;
  std::vector<char> text_;
  std::vector<Offset> offsets_; // expect: fsfind-per-thread-slots
  Offset &offsetOf(std::uint32_t hash) { return offsets_[hash % offsets_.size()]; }

public:
  Pages(std::size_t pages, std::size_t size) : size_(size), text_(pages * size), offsets_(pages) {}
  void append(const char *line, std::uint32_t length, std::uint32_t hash) {
    auto &offset = offsetOf(hash);
    const std::uint32_t at = offset.fetch_add(length);
    if (at + length <= size_)
      std::memcpy(&text_[hash % offsets_.size() * size_ + at], line, length);
  }
};

class Film {
  Pages pages_{1024, 4096};

public:
  void keep(const char *line) {
    std::uint32_t hash = 2166136261;
    for (const char *at = line; *at != 0; ++at)
      hash = (hash ^ static_cast<unsigned char>(*at)) * 16777619;
    pages_.append(line, static_cast<std::uint32_t>(std::strlen(line)), hash);
  }
};

void keepSubtitle(Film &film, const char *line) {
  film.keep(line);
}
