#pragma once

#include <clang/Basic/TargetInfo.h>
#include <clang/Basic/Version.h>

#include <cstdint>

/// What differs between the LLVM releases that are supported; no other file asks for the version.
namespace fsfind::analyzer::compat {

/// Bytes that keep two objects apart on the target; 64 where clang cannot tell (before LLVM 19).
inline std::uint32_t destructiveSize(const clang::TargetInfo &target) {
#if CLANG_VERSION_MAJOR >= 19
  return target.hardwareInterferenceSizes().first;
#else
  (void)target;
  return 64;
#endif
}

} // namespace fsfind::analyzer::compat
