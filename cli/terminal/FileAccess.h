#pragma once

#include <string>

/// What writing files asks of the operating system: the folders posix and windows implement it.
namespace fsfind::cli {

/// Whether this errno says that there is no space: on the disk, or of what the user may have.
[[nodiscard]] bool meansFull(int error);

/// Whether the path is of a device, a pipe or a folder.
[[nodiscard]] bool isSpecial(const std::string &path);

/// Opens what exists for writing. Returns a descriptor that programs started later do not get, or
/// -1 and errno.
[[nodiscard]] int openToWrite(const std::string &path);

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
