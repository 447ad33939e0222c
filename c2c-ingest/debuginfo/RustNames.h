#pragma once

#include <string>

namespace fsfind::debuginfo {

/// A name that was demangled as C++'s, as rustc's author wrote it if it is in rustc's legacy
/// mangling: without the hash at its end and what LLVM added behind it, and without escapes:
/// `c::main::{{closure}}` for `c::main::_$u7b$$u7b$closure$u7d$$u7d$::h4b4bdd4a7f583dda`. Other
/// names are returned as they are. The escapes are in the rustc book
/// (https://doc.rust-lang.org/rustc/symbol-mangling/index.html) and rustc's legacy.rs.
[[nodiscard]] std::string withoutRustEscapes(std::string name);

} // namespace fsfind::debuginfo
