#pragma once

#include "rules/input/InputKind.h"
#include "rules/model/Expected.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>

/// The one way to open and read a file: whoever names it, reading does not hang, ends, and takes no
/// more than its kind may take.
namespace fsfind {

/// A file that is open for reading, and is of a form that its kind may have.
class InputFile {
public:
  /// Does not wait: a FIFO is open before anybody writes to it. Where the system refuses, errno
  /// tells why.
  static Expected<InputFile> open(const std::string &path, const InputKind &kind);
  /// Does not change how others read it.
  static Expected<InputFile> standardInput(const InputKind &kind);

  InputFile(InputFile &&other) noexcept
      : name_(std::move(other.name_)), kind_(other.kind_),
        descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_),
        stream_(other.stream_) {}
  InputFile &operator=(InputFile &&other) = delete;
  ~InputFile();

  /// Stays this object's.
  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// Of a regular file when it was opened; files of /proc have 0, and streams.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool isStream() const { return stream_; }

  /// The next bytes; 0 = the end. Waits for those of a stream, until one of the signals comes that
  /// ask the program to end (interrupt, termination, hangup), blocked or not: fails then, and the
  /// signal stays pending. Fails, too, when the file has more bytes than its kind.
  Expected<std::size_t> read(std::span<char> bytes);
  /// All that follows; of a file that begins otherwise than its kind, its beginning.
  Expected<std::string> rest();

private:
  InputFile(std::string name, const InputKind &kind, int descriptor)
      : name_(std::move(name)), kind_(&kind), descriptor_(descriptor) {}
  /// `opened`: the descriptor can be read; otherwise only looked at.
  static Expected<InputFile> checked(InputFile file, bool opened);

  std::string name_;
  const InputKind *kind_;
  int descriptor_;
  std::uint64_t size_ = 0, done_ = 0; ///< bytes
  bool stream_ = false;
};

/// The content of a file; of one that begins otherwise than its kind, the beginning, for which the
/// caller's words are better than any here. Text that is none is an error.
[[nodiscard]] Expected<std::string> readInput(const std::string &path, const InputKind &kind);

/// The first bytes of a regular file, at most `count`, to tell what it is; none of another, of
/// which they could not be read again.
[[nodiscard]] std::string beginningOf(const std::string &path, std::size_t count);

} // namespace fsfind
