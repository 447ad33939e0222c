#pragma once

#include "rules/model/Expected.h"

#include <string>
#include <string_view>

/// What writing files asks of the operating system: the folders posix and windows implement it.
namespace fsfind::cli {

/// Whether this errno says that there is no space: on the disk, or of what the user may have.
[[nodiscard]] bool meansFull(int error);

/// Whether the path is of a device, a pipe or a folder.
[[nodiscard]] bool isSpecial(const std::string &path);

/// Writes to a device or a pipe. Waits for who reads a pipe, as long as no request to end comes.
[[nodiscard]] Expected<void> writeSpecial(const std::string &path, std::string_view text);

/// Whether both are one file; `-` as input is standard input.
[[nodiscard]] bool isSameFile(const std::string &output, const std::string &input);

/// A temporary file beside `target`; removed at the end unless becomes() has renamed it.
class TemporaryFile {
public:
  explicit TemporaryFile(const std::string &target);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  /// -1 if it could not be made; errno says why.
  [[nodiscard]] int descriptor() const { return descriptor_; }

  /// Sets the permissions: those of the file that is replaced, or those that a new one would have.
  [[nodiscard]] bool takeMode(const std::string &target);
  /// Closes it and puts it in the target's place.
  [[nodiscard]] bool becomes(const std::string &target);

private:
  std::string path_;
  int descriptor_;
  bool opened_, kept_ = false;
};

} // namespace fsfind::cli
