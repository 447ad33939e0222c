#pragma once

#include "c2c-ingest/record/layout/AllocationCall.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>

/// What the libraries have in common that stand in front of a simulated program's allocators. They
/// link to libc alone, since loading the C++ library into a C program would change that.

/// The ELF header, in memory, of the library that includes this file; the linker defines it.
extern "C" __attribute__((visibility("hidden")))
const Elf64_Ehdr fsfindHeader __asm__("__ehdr_start");

/// The bell: its first instruction stores to the first word of what is told.
extern "C" __attribute__((visibility("hidden"))) void fsfindBell(const fsfind::record::Telling *);

#define FSFIND_INTERPOSED extern "C" __attribute__((visibility("default")))
/// The first word of a function's frame is its caller's frame pointer, on either architecture.
#define FSFIND_CALL                                                                                \
  (fsfind::record::CallSight{reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)),        \
                             reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa()),              \
                             *static_cast<const std::uintptr_t *>(__builtin_frame_address(0))})

#ifdef FSFIND_IN_PROCESS
/// Where who is told lies in the same process: what is told, and the function that a library is to
/// call next.
extern "C" __attribute__((visibility("hidden"))) void
fsfindTold(fsfind::record::AllocationEvent event, std::uintptr_t first, std::uintptr_t second,
           std::uintptr_t third);
extern "C" __attribute__((visibility("hidden"))) void *fsfindNext(const char *name);
#endif

namespace fsfind::record::sim {

#ifdef FSFIND_IN_PROCESS

inline void tell(AllocationEvent event, std::uintptr_t first, std::uintptr_t second = 0,
                 std::uintptr_t third = 0) {
  fsfindTold(event, first, second, third);
}
inline void tellOfLoading() {}
inline void *nextNamed(const char *name) {
  return fsfindNext(name);
}

#else

/// Set when the plugin knows the library's code. Before that nothing rings the bell: QEMU would
/// translate it without a call of the plugin, and keep that.
__attribute__((visibility("hidden"))) extern bool has_bell;

/// errno stays as it is.
inline void tellByCall(AllocationEvent event, std::uintptr_t first, std::uintptr_t second,
                       std::uintptr_t third) {
#if defined(__x86_64__)
  std::int64_t number = kAllocationCall;
  register std::uintptr_t fourth __asm__("r10") = third;
  __asm__ volatile("syscall"
                   : "+a"(number)
                   : "D"(static_cast<std::uint64_t>(event)), "S"(first), "d"(second), "r"(fourth)
                   : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register std::int64_t number __asm__("x8") = kAllocationCall;
  register std::uint64_t x0 __asm__("x0") = static_cast<std::uint64_t>(event);
  register std::uintptr_t x1 __asm__("x1") = first;
  register std::uintptr_t x2 __asm__("x2") = second;
  register std::uintptr_t x3 __asm__("x3") = third;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(number), "r"(x1), "r"(x2), "r"(x3) : "memory");
#endif
}

inline void tell(AllocationEvent event, std::uintptr_t first, std::uintptr_t second = 0,
                 std::uintptr_t third = 0) {
  if (!has_bell)
    return tellByCall(event, first, second, third);
  const Telling telling{0, event, first, second, third};
  fsfindBell(&telling);
}

/// To be called when the library is loaded.
inline void tellOfLoading() {
  const auto begin = reinterpret_cast<std::uintptr_t>(&fsfindHeader);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the table of segments lies behind the header
  const auto *segments = reinterpret_cast<const Elf64_Phdr *>(begin + fsfindHeader.e_phoff);
  std::uintptr_t end = begin;
  for (unsigned i = 0; i < fsfindHeader.e_phnum; ++i)
    if (segments[i].p_type == PT_LOAD && begin + segments[i].p_vaddr + segments[i].p_memsz > end)
      end = begin + segments[i].p_vaddr + segments[i].p_memsz;
  tellByCall(AllocationEvent::Loaded, begin, end, reinterpret_cast<std::uintptr_t>(&fsfindBell));
  has_bell = true;
}

inline void *nextNamed(const char *name) {
  return dlsym(RTLD_NEXT, name);
}

#endif

/// Looks up the function that the program would call without this library; null if there is none.
template <class Function> void find(Function &function, const char *name) {
  void *found = nextNamed(name);
  std::memcpy(&function, &found, sizeof(function));
}

/// Tells of a block that was taken, and returns it.
inline void *taken(void *block, std::size_t size, const CallSight &call) {
  if (block != nullptr)
    tell(AllocationEvent::Taken, reinterpret_cast<std::uintptr_t>(block), size,
         reinterpret_cast<std::uintptr_t>(&call));
  return block;
}

} // namespace fsfind::record::sim
