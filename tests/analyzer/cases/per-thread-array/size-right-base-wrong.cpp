// suspect: threads
// One record of counters per thread, raised at every page of an atlas, is padded to exactly a line.
// The array comes from malloc, through a macro and a wrapper that keeps account.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

void account(std::size_t size, const char *file, int line);

inline void *takeMemory(std::size_t size, const char *file, int line) {
  account(size, file, line);
#ifdef FIXED
  return std::aligned_alloc(64, (size + 63) / 64 * 64);
#else
  return std::malloc(size);
#endif
}
#define TAKE(size) takeMemory((size), __FILE__, __LINE__)

struct Shown { // expect: fsfind-per-thread-slots | fsfind-ineffective-padding
  std::uint64_t pages, tiles, missing;
  char pad[64 - 3 * sizeof(std::uint64_t)];
};

struct Reader {
  int threadIndex;
};
static int indexOf(const Reader *reader) {
  return reader != nullptr ? reader->threadIndex : 0;
}

struct Atlas {
  Shown *shown; // expect: fsfind-per-thread-slots | fsfind-ineffective-padding
};
static Atlas atlas;

void openAtlas(int readers) {
  atlas.shown = static_cast<Shown *>(TAKE(readers * sizeof(Shown)));
}

void showPage(const Reader *reader, const int *tiles, int count) {
  Shown *own = atlas.shown != nullptr ? &atlas.shown[indexOf(reader)] : nullptr;
  if (own == nullptr)
    return;
  own->pages++;
  for (int i = 0; i < count; ++i) {
    own->missing += tiles[i] < 0;
    own->tiles++;
  }
}
