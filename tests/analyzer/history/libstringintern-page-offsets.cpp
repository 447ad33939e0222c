// project: libstringintern (StringPageCatalog)
// reference: https://github.com/RipcordSoftware/libstringintern/issues/4 (read; open, the fix here is the obvious one)
// kind: per-thread-array
// starts: hidden
// wrong: the write offsets of pages, each used by the threads whose strings hash to it, are a vector of 32-bit atomics.
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace rs { namespace stringintern {
class StringHash {
public:
  static uint32_t Hash(const char* str, std::size_t len);
};

#ifdef FIXED
struct alignas(64) PageOffset {
  std::atomic<uint32_t> next{0};
};
#endif

class StringPages {
public:
  explicit StringPages(std::size_t count, uint32_t pageSize)
      : pageSize_(pageSize), pages_(count), offsets_(count) {
    for (auto& page : pages_) page.reset(new char[pageSize]);
  }

  const char* Add(const char* str, std::size_t len) {
    const std::size_t index = StringHash::Hash(str, len) % pages_.size();
#ifdef FIXED
    std::atomic<uint32_t>& offset = offsets_[index].next;
#else
    std::atomic<uint32_t>& offset = offsets_[index];
#endif
    const uint32_t at = offset.fetch_add(static_cast<uint32_t>(len + 1), std::memory_order_relaxed);
    if (at + len + 1 > pageSize_) return nullptr;
    char* dest = pages_[index].get() + at;
    std::memcpy(dest, str, len);
    dest[len] = 0;
    return dest;
  }

private:
  const uint32_t pageSize_;
  std::vector<std::unique_ptr<char[]>> pages_;
#ifdef FIXED
  std::vector<PageOffset> offsets_;
#else
  std::vector<std::atomic<uint32_t>> offsets_; // expect: fsfind-per-thread-slots
#endif
};

class StringIntern {
public:
  StringIntern() : pages_(256, 1 << 20) {}
  void AddAll(const char* const* strings, std::size_t n, const char** out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = pages_.Add(strings[i], std::strlen(strings[i]));
  }

private:
  StringPages pages_;
};

void intern(StringIntern& table, const char* const* strings, std::size_t n, const char** out) {
  table.AddAll(strings, n, out);
}
}} // namespace rs::stringintern
