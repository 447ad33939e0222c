#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fsfind::record::sim {

/// Arguments of execve(2).
struct ExecRequest {
  std::string path;
  std::vector<std::string> arguments, environment; ///< arguments[0] is the program's name
};

/// For a script, the request for its interpreter (and so on, if that is a script too); any other
/// request unchanged.
ExecRequest throughInterpreters(ExecRequest request);

/// `throughInterpreters`, if that leads to an ELF program of the machine (e_machine). Nothing if
/// execve has to be left to the kernel: the program is for another machine, gets privileges that an
/// emulator cannot give, cannot be run, or is built with -fsanitize=thread: its run-time library
/// reserves more memory than an emulator can keep account of.
std::optional<ExecRequest> emulable(ExecRequest request, std::uint16_t machine);

/// `throughInterpreters`, if that leads to one that is built so and can load another library
/// instead of its own.
std::optional<ExecRequest> selfRecording(ExecRequest request, std::uint16_t machine);

/// The file's absolute path without symbolic links; empty if there is no such file.
std::string realPath(const std::string &path);

} // namespace fsfind::record::sim
