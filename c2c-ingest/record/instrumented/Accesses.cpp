#include "c2c-ingest/record/instrumented/Runtime.h"

/// What compilers call for each access: the interface of ThreadSanitizer
/// (compiler-rt/lib/tsan/rtl/tsan_interface.h and tsan_interface_atomic.h, gcc/sanitizer.def).

using namespace fsfind::record::instrumented;

#define FSFIND_ACCESS(name, kind, shift)                                                           \
  FSFIND_EXPORTED void name(const void *address) {                                                 \
    access(address, kind, shift, FSFIND_CALLER);                                                   \
  }

/// Plain accesses of one size. An access that is not aligned is one access all the same. The last:
/// one that loads and then stores, which clang makes one call of.
#define FSFIND_ACCESSES(bytes, shift)                                                              \
  FSFIND_ACCESS(__tsan_read##bytes, kLoads, shift)                                                 \
  FSFIND_ACCESS(__tsan_write##bytes, kStores, shift)                                               \
  FSFIND_ACCESS(__tsan_read##bytes##_pc, kLoads, shift)                                            \
  FSFIND_ACCESS(__tsan_write##bytes##_pc, kStores, shift)                                          \
  FSFIND_ACCESS(__tsan_volatile_read##bytes, kLoads, shift)                                        \
  FSFIND_ACCESS(__tsan_volatile_write##bytes, kStores, shift)                                      \
  FSFIND_ACCESS(__tsan_unaligned_read##bytes, kLoads, shift)                                       \
  FSFIND_ACCESS(__tsan_unaligned_write##bytes, kStores, shift)                                     \
  FSFIND_ACCESS(__tsan_unaligned_volatile_read##bytes, kLoads, shift)                              \
  FSFIND_ACCESS(__tsan_unaligned_volatile_write##bytes, kStores, shift)                            \
  FSFIND_EXPORTED void __tsan_read_write##bytes(const void *address) {                             \
    access(address, kLoads, shift, FSFIND_CALLER);                                                 \
    access(address, kStores, shift, FSFIND_CALLER);                                                \
  }                                                                                                \
  FSFIND_EXPORTED void __tsan_unaligned_read_write##bytes(const void *address) {                   \
    access(address, kLoads, shift, FSFIND_CALLER);                                                 \
    access(address, kStores, shift, FSFIND_CALLER);                                                \
  }

FSFIND_ACCESSES(1, 0)
FSFIND_ACCESSES(2, 1)
FSFIND_ACCESSES(4, 2)
FSFIND_ACCESSES(8, 3)
FSFIND_ACCESSES(16, 4)

FSFIND_EXPORTED void __tsan_read_range(const void *address, unsigned long size) {
  accessRange(address, size, kLoads, FSFIND_CALLER);
}
FSFIND_EXPORTED void __tsan_write_range(const void *address, unsigned long size) {
  accessRange(address, size, kStores, FSFIND_CALLER);
}
FSFIND_ACCESS(__tsan_vptr_read, kLoads, 3)
FSFIND_EXPORTED void __tsan_vptr_update(const void *address, const void *) {
  access(address, kStores, 3, FSFIND_CALLER);
}

FSFIND_EXPORTED void __tsan_func_entry(const void *) {}
FSFIND_EXPORTED void __tsan_func_exit() {}
FSFIND_EXPORTED void __tsan_ignore_thread_begin() {}
FSFIND_EXPORTED void __tsan_ignore_thread_end() {}
FSFIND_EXPORTED void __tsan_acquire(const void *) {}
FSFIND_EXPORTED void __tsan_release(const void *) {}

// Atomics are carried out here: in the strictest order, which a program cannot tell from its own.
// They are told when they are done, so that what is read then is what they left.

namespace {

constexpr int kOrder = __ATOMIC_SEQ_CST;

template <class Value> constexpr unsigned kShift = std::countr_zero(sizeof(Value));

template <class Value>
Value changed(const volatile Value *at, const Value &before, std::uintptr_t caller) {
  access(at, kChanges, kShift<Value>, caller);
  return before;
}

} // namespace

#define FSFIND_CHANGE(bits, type, name, builtin)                                                   \
  FSFIND_EXPORTED type __tsan_atomic##bits##_##name(volatile type *at, type value, int) {          \
    return changed(at, builtin(at, value, kOrder), FSFIND_CALLER);                                 \
  }

#define FSFIND_EXCHANGE(bits, type, name)                                                          \
  FSFIND_EXPORTED int __tsan_atomic##bits##_##name(volatile type *at, type *expected, type value,  \
                                                   int, int) {                                     \
    const bool done = __atomic_compare_exchange_n(at, expected, value, false, kOrder, kOrder);     \
    access(at, kChanges, kShift<type>, FSFIND_CALLER);                                             \
    return done;                                                                                   \
  }

#define FSFIND_ATOMICS(bits, type)                                                                 \
  FSFIND_EXPORTED type __tsan_atomic##bits##_load(const volatile type *at, int) {                  \
    const type value = __atomic_load_n(at, kOrder);                                                \
    access(at, kLoads, kShift<type>, FSFIND_CALLER);                                               \
    return value;                                                                                  \
  }                                                                                                \
  FSFIND_EXPORTED void __tsan_atomic##bits##_store(volatile type *at, type value, int) {           \
    __atomic_store_n(at, value, kOrder);                                                           \
    access(at, kStores, kShift<type>, FSFIND_CALLER);                                              \
  }                                                                                                \
  FSFIND_CHANGE(bits, type, exchange, __atomic_exchange_n)                                         \
  FSFIND_CHANGE(bits, type, fetch_add, __atomic_fetch_add)                                         \
  FSFIND_CHANGE(bits, type, fetch_sub, __atomic_fetch_sub)                                         \
  FSFIND_CHANGE(bits, type, fetch_and, __atomic_fetch_and)                                         \
  FSFIND_CHANGE(bits, type, fetch_or, __atomic_fetch_or)                                           \
  FSFIND_CHANGE(bits, type, fetch_xor, __atomic_fetch_xor)                                         \
  FSFIND_CHANGE(bits, type, fetch_nand, __atomic_fetch_nand)                                       \
  FSFIND_EXCHANGE(bits, type, compare_exchange_strong)                                             \
  FSFIND_EXCHANGE(bits, type, compare_exchange_weak)                                               \
  FSFIND_EXPORTED type __tsan_atomic##bits##_compare_exchange_val(                                 \
      volatile type *at, type expected, type value, int, int) {                                    \
    __atomic_compare_exchange_n(at, &expected, value, false, kOrder, kOrder);                      \
    access(at, kChanges, kShift<type>, FSFIND_CALLER);                                             \
    return expected;                                                                               \
  }

FSFIND_ATOMICS(8, std::uint8_t)
FSFIND_ATOMICS(16, std::uint16_t)
FSFIND_ATOMICS(32, std::uint32_t)
FSFIND_ATOMICS(64, std::uint64_t)
#ifdef __x86_64__
__extension__ using Int128 = unsigned __int128;

namespace {

/// What lay there. All is done by one instruction, for which compilers make no call of a library
/// that they make for __atomic built-ins of this size.
Int128 exchangeIf(volatile Int128 *at, Int128 expected, Int128 value) {
  return __sync_val_compare_and_swap(at, expected, value);
}

template <class Change>
Int128 change(volatile Int128 *at, const Change &made, std::uintptr_t caller) {
  Int128 before = exchangeIf(at, 0, 0);
  for (Int128 found = 0; (found = exchangeIf(at, before, made(before))) != before;)
    before = found;
  return changed(at, before, caller);
}

int exchange(volatile Int128 *at, Int128 *expected, Int128 value, std::uintptr_t caller) {
  const Int128 wanted = *expected;
  *expected = changed(at, exchangeIf(at, wanted, value), caller);
  return *expected == wanted;
}

} // namespace

#define FSFIND_CHANGE128(name, made)                                                               \
  FSFIND_EXPORTED Int128 __tsan_atomic128_##name(volatile Int128 *at, Int128 value, int) {         \
    return change(at, [value](Int128 before) { return made; }, FSFIND_CALLER);                     \
  }
FSFIND_CHANGE128(exchange, (void(before), value))
FSFIND_CHANGE128(fetch_add, before + value)
FSFIND_CHANGE128(fetch_sub, before - value)
FSFIND_CHANGE128(fetch_and, before &value)
FSFIND_CHANGE128(fetch_or, before | value)
FSFIND_CHANGE128(fetch_xor, before ^ value)
FSFIND_CHANGE128(fetch_nand, ~(before &value))

FSFIND_EXPORTED Int128 __tsan_atomic128_load(volatile Int128 *at, int) {
  const Int128 value = exchangeIf(at, 0, 0);
  access(at, kLoads, kShift<Int128>, FSFIND_CALLER);
  return value;
}
FSFIND_EXPORTED void __tsan_atomic128_store(volatile Int128 *at, Int128 value, int) {
  change(at, [value](Int128) { return value; }, FSFIND_CALLER);
}
FSFIND_EXPORTED int __tsan_atomic128_compare_exchange_strong(volatile Int128 *at, Int128 *expected,
                                                             Int128 value, int, int) {
  return exchange(at, expected, value, FSFIND_CALLER);
}
FSFIND_EXPORTED int __tsan_atomic128_compare_exchange_weak(volatile Int128 *at, Int128 *expected,
                                                           Int128 value, int, int) {
  return exchange(at, expected, value, FSFIND_CALLER);
}
FSFIND_EXPORTED Int128 __tsan_atomic128_compare_exchange_val(volatile Int128 *at, Int128 expected,
                                                             Int128 value, int, int) {
  exchange(at, &expected, value, FSFIND_CALLER);
  return expected;
}
#endif

FSFIND_EXPORTED void __tsan_atomic_thread_fence(int) {
  __atomic_thread_fence(kOrder);
}
FSFIND_EXPORTED void __tsan_atomic_signal_fence(int) {}
