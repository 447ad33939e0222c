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

void tellOfCopy(void *to, const void *from, std::size_t size, std::uintptr_t caller) {
  accessRange(from, size, kLoads, caller);
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

FSFIND_STANDS_FOR(void *, memcpy, (void *to, const void *from, std::size_t size)) {
  if (self.listens)
    tellOfCopy(to, from, size, FSFIND_CALLER);
  return __wrap_memcpy(to, from, size);
}

FSFIND_STANDS_FOR(void *, memmove, (void *to, const void *from, std::size_t size)) {
  if (self.listens)
    tellOfCopy(to, from, size, FSFIND_CALLER);
  return __wrap_memmove(to, from, size);
}

FSFIND_STANDS_FOR(void *, memset, (void *to, int byte, std::size_t size)) {
  if (self.listens)
    accessRange(to, size, kStores, FSFIND_CALLER);
  return __wrap_memset(to, byte, size);
}

// Clang calls these for code that it instruments.

FSFIND_EXPORTED void *__tsan_memcpy(void *to, const void *from, unsigned long size) {
  tellOfCopy(to, from, size, FSFIND_CALLER);
  return __wrap_memcpy(to, from, size);
}
FSFIND_EXPORTED void *__tsan_memmove(void *to, const void *from, unsigned long size) {
  tellOfCopy(to, from, size, FSFIND_CALLER);
  return __wrap_memmove(to, from, size);
}
FSFIND_EXPORTED void *__tsan_memset(void *to, int byte, unsigned long size) {
  accessRange(to, size, kStores, FSFIND_CALLER);
  return __wrap_memset(to, byte, size);
}

// Compilers call these instead where they know how large the memory is (_FORTIFY_SOURCE).

FSFIND_STANDS_FOR(void *, __memcpy_chk,
                  (void *to, const void *from, std::size_t size, std::size_t room)) {
  static constinit Real<void *(void *, const void *, std::size_t, std::size_t)> real(
      "__memcpy_chk");
  if (self.listens)
    tellOfCopy(to, from, size, FSFIND_CALLER);
  return real.get()(to, from, size, room);
}

FSFIND_STANDS_FOR(void *, __memmove_chk,
                  (void *to, const void *from, std::size_t size, std::size_t room)) {
  static constinit Real<void *(void *, const void *, std::size_t, std::size_t)> real(
      "__memmove_chk");
  if (self.listens)
    tellOfCopy(to, from, size, FSFIND_CALLER);
  return real.get()(to, from, size, room);
}

FSFIND_STANDS_FOR(void *, __memset_chk, (void *to, int byte, std::size_t size, std::size_t room)) {
  static constinit Real<void *(void *, int, std::size_t, std::size_t)> real("__memset_chk");
  if (self.listens)
    accessRange(to, size, kStores, FSFIND_CALLER);
  return real.get()(to, byte, size, room);
}
