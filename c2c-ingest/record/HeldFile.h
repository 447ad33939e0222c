#pragma once

#include "c2c-ingest/record/layout/SharedHead.h"

#include <string>
#include <utility>

namespace fsfind::record {

/// The recorder's own descriptor of a recording that other processes append to. As long as it is
/// open, they see by its lock that the recorder lives.
class HeldFile {
public:
  HeldFile() = default;
  /// Opens the file, whose status is all zeros, and locks it, and notes in its status that it is
  /// watched; without locks in the file system, it is not.
  explicit HeldFile(const std::string &path);
  ~HeldFile();
  HeldFile(HeldFile &&other) noexcept
      : file_(std::exchange(other.file_, -1)), head_(std::move(other.head_)) {}
  HeldFile &operator=(HeldFile &&other) noexcept {
    std::swap(file_, other.file_);
    std::swap(head_, other.head_);
    return *this;
  }

  /// Tells the processes to append nothing more, and returns what they have noted: no error if the
  /// file cannot be read.
  [[nodiscard]] RecordingStatus finish() const;

  /// For reading and writing; -1 if it could not be opened.
  [[nodiscard]] int file() const { return file_; }
  [[nodiscard]] const SharedHead &head() const { return head_; }

  /// Whether another recorder that lives holds the file at `path`.
  [[nodiscard]] static bool isHeld(const std::string &path);

private:
  int file_ = -1;
  SharedHead head_;
};

} // namespace fsfind::record
