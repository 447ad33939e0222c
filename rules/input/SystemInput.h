#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

/// What reading files asks of the operating system: the folders posix and windows implement it.
namespace fsfind::system_input {

enum class Form : std::uint8_t { File, Folder, Null, ShellPipe, Stream };

struct Shape {
  Form form = Form::Stream;
  std::uint64_t size = 0; ///< of a file, bytes
};

/// A descriptor that programs started later do not get, or -1 and errno. Does not wait.
[[nodiscard]] int openToRead(const std::string &path);
/// Another descriptor of standard input.
[[nodiscard]] int openStandardInput();
void closeInput(int descriptor);
/// False and errno if the system does not tell.
[[nodiscard]] bool look(int descriptor, Shape &shape);
/// Waits until there is something to read, or nothing will ever be. False = the program is asked to
/// end.
[[nodiscard]] bool await(int descriptor);
/// As read(2), again after interruptions.
[[nodiscard]] std::ptrdiff_t readSome(int descriptor, char *bytes, std::size_t count);

} // namespace fsfind::system_input
