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

/// A descriptor to look at, which programs started later do not get, or -1 and errno. To open pipes
/// and devices can do something by itself, so that they are not, here.
[[nodiscard]] int openToLook(const std::string &path);
/// Makes of it one to read: the same file, whatever its path has become. False and errno if that is
/// not permitted. Does not wait.
[[nodiscard]] bool openToRead(int &descriptor);
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
