#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fsfind::record::sim {

/// What execve(2) is given.
struct ExecRequest {
  std::string path;
  std::vector<std::string> arguments, environment; ///< `arguments` with the name, [0]
};

/// Of a script the request for its interpreter, which may be a script as well; any other as it is.
ExecRequest throughInterpreters(ExecRequest request);

/// `throughInterpreters`, if that leads to an ELF program of the machine (e_machine). Nothing if
/// the kernel had better answer: the program is another machine's, would get privileges that an
/// emulator cannot give it, or cannot be run.
std::optional<ExecRequest> emulable(ExecRequest request, std::uint16_t machine);

/// The file's absolute path without links; empty if there is none.
std::string realPath(const std::string &path);

} // namespace fsfind::record::sim
