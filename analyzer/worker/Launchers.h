#pragma once

#include <string>
#include <vector>

namespace fsfind::analyzer {

/// The compiler's command without the programs that only launch it (ccache, distcc, libtool, env,
/// …); never empty.
[[nodiscard]] std::vector<std::string> withoutLaunchers(const std::vector<std::string> &command);

/// The header folders of the newest gcc for the compiler's target; may be empty.
[[nodiscard]] std::vector<std::string> gccFolders(const std::string &compiler);

} // namespace fsfind::analyzer
