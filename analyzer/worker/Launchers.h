#pragma once

#include <string>
#include <vector>

namespace fsfind::analyzer {

/// A compiler's command without what only launches it (ccache, distcc, libtool, env, …); never
/// empty.
[[nodiscard]] std::vector<std::string> withoutLaunchers(const std::vector<std::string> &command);

/// The header folder of the newest gcc for the compiler's target: clang looks there last.
[[nodiscard]] std::vector<std::string> gccFolders(const std::string &compiler);

} // namespace fsfind::analyzer
