#include "c2c-ingest/record/instrumented/Runtime.h"

#include <cstddef>

/// In front of the C library's functions that copy and fill memory, as compilers leave calls of
/// them uninstrumented. Written so that no compiler makes a call of the same function of them.

using namespace fsfind::record::instrumented;

namespace {

void *copyUp(void *to, const void *from, std::size_t size) {
#ifdef __x86_64__
  void *at = to;
  __asm__ volatile("rep movsb" : "+D"(at), "+S"(from), "+c"(size) : : "memory");
#else
  auto *target = static_cast<volatile std::byte *>(to);
  const auto *source = static_cast<const std::byte *>(from);
  for (std::size_t i = 0; i < size; ++i)
    target[i] = source[i];
#endif
  return to;
}

void *copyDown(void *to, const void *from, std::size_t size) {
  auto *target = static_cast<volatile std::byte *>(to);
  const auto *source = static_cast<const std::byte *>(from);
  while (size-- != 0)
    target[size] = source[size];
  return to;
}

void *fill(void *to, int byte, std::size_t size) {
#ifdef __x86_64__
  void *at = to;
  __asm__ volatile("rep stosb" : "+D"(at), "+c"(size) : "a"(byte) : "memory");
#else
  auto *target = static_cast<volatile unsigned char *>(to);
  for (std::size_t i = 0; i < size; ++i)
    target[i] = static_cast<unsigned char>(byte);
#endif
  return to;
}

/// The C library's, which are faster; null before this library is initialised.
using Copy = void *(void *, const void *, std::size_t);
using Fill = void *(void *, int, std::size_t);
constinit Copy *real_memcpy = nullptr, *real_memmove = nullptr;
constinit Fill *real_memset = nullptr;

__attribute__((constructor)) void findReal() {
  real_memcpy = reinterpret_cast<Copy *>(find("memcpy", nullptr));
  real_memmove = reinterpret_cast<Copy *>(find("memmove", nullptr));
  real_memset = reinterpret_cast<Fill *>(find("memset", nullptr));
}

void tell(void *to, const void *from, std::size_t size, std::uintptr_t caller) {
  accessRange(from, size, kLoads, caller);
  accessRange(to, size, kStores, caller);
}
void tell(void *to, int, std::size_t size, std::uintptr_t caller) {
  accessRange(to, size, kStores, caller);
}

} // namespace

FSFIND_OWN void *__wrap_memcpy(void *to, const void *from, std::size_t size) {
  return real_memcpy != nullptr ? real_memcpy(to, from, size) : copyUp(to, from, size);
}
FSFIND_OWN void *__wrap_memmove(void *to, const void *from, std::size_t size) {
  if (real_memmove != nullptr)
    return real_memmove(to, from, size);
  return to <= from || static_cast<const std::byte *>(from) + size <= to ? copyUp(to, from, size)
                                                                         : copyDown(to, from, size);
}
FSFIND_OWN void *__wrap_memset(void *to, int byte, std::size_t size) {
  return real_memset != nullptr ? real_memset(to, byte, size) : fill(to, byte, size);
}

/// One of them, as programs call it, as clang's instrumented code does, and as code does of which
/// the compiler knows how large the memory is (_FORTIFY_SOURCE).
#define FSFIND_STORES(name, Source)                                                                \
  FSFIND_STANDS_FOR(void *, name, (void *to, Source source, std::size_t size)) {                   \
    tell(to, source, size, FSFIND_CALLER);                                                         \
    return __wrap_##name(to, source, size);                                                        \
  }                                                                                                \
  FSFIND_EXPORTED void *__tsan_##name(void *to, Source source, unsigned long size) {               \
    tell(to, source, size, FSFIND_CALLER);                                                         \
    return __wrap_##name(to, source, size);                                                        \
  }                                                                                                \
  FSFIND_STANDS_FOR(void *, __##name##_chk,                                                        \
                    (void *to, Source source, std::size_t size, std::size_t room)) {               \
    static constinit Real<void *(void *, Source, std::size_t, std::size_t)> real("__" #name        \
                                                                                 "_chk");          \
    tell(to, source, size, FSFIND_CALLER);                                                         \
    return real.get()(to, source, size, room);                                                     \
  }
FSFIND_STORES(memcpy, const void *)
FSFIND_STORES(memmove, const void *)
FSFIND_STORES(memset, int)
