#include "c2c-ingest/typing/CalleeNames.h"

#include "rules/model/ListedNames.h"

#include <array>

namespace fsfind::typing {

namespace {

constexpr std::array<std::string_view, 9> kAllocators = {
    "malloc",         "calloc",       "aligned_alloc",      "realloc", "memalign", "operator new",
    "operator new[]", "__rust_alloc", "__rust_alloc_zeroed"};

constexpr std::array<std::string_view, 12> kEnds = {
    "abort",          "exit",           "_exit",
    "quick_exit",     "__assert_fail",  "__stack_chk_fail",
    "__cxa_throw",    "__cxa_rethrow",  "_Unwind_Resume",
    "std::terminate", "__fortify_fail", "pthread_exit"};
/// Beginnings of the names of C++'s, Rust's and Go's library functions that never return.
constexpr std::array<std::string_view, 12> kEndings = {"std::__throw_",
                                                       "core::panicking::",
                                                       "core::option::unwrap_failed",
                                                       "core::option::expect_failed",
                                                       "core::result::unwrap_failed",
                                                       "core::slice::index::slice_",
                                                       "core::cell::panic_",
                                                       "alloc::alloc::handle_alloc_error",
                                                       "alloc::raw_vec::handle_error",
                                                       "runtime.panic",
                                                       "runtime.goPanic",
                                                       "runtime.throw"};

/// `operator new(unsigned long)` -> `operator new`.
std::string_view withoutParameters(std::string_view name) {
  return name.substr(0, name.find('('));
}

} // namespace

bool isAllocator(std::string_view function) {
  return contains(kAllocators, withoutParameters(function));
}

bool neverReturns(std::string_view function) {
  const std::string_view name = withoutParameters(function);
  return contains(kEnds, name) || startsWithOneOf(name, kEndings);
}

} // namespace fsfind::typing
