#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace fsfind::check {

struct FileContent {
  std::uint64_t size = 0;
  std::string digest; ///< contentDigest()
  bool operator==(const FileContent &) const = default;
};

/// Digests of files' contents. Each file is read at most once in a run; a file whose size, inode
/// and time of change are as in an earlier run is not read at all.
class FileHashes {
public:
  /// `memory` is the path of the file that save() writes; it may be missing or broken. Empty: none.
  explicit FileHashes(std::string memory);

  /// None if the file cannot be read.
  std::optional<FileContent> of(const std::string &path);

  /// In this run, of() returns this content for the file, whatever is on the disk; none: it is
  /// gone.
  void pretend(const std::string &path, const std::optional<FileContent> &content) {
    seen_[path] = content;
  }

  /// Writes `memory` for later runs; errors are ignored.
  void save() const;

private:
  struct Known {
    std::int64_t changed = 0; ///< ns since 1970, of content or attributes
    std::uint64_t inode = 0;
    FileContent content;
  };
  void load();
  std::optional<FileContent> look(const std::string &path);

  std::string memory_;
  std::unordered_map<std::string, Known> known_;
  std::unordered_map<std::string, std::optional<FileContent>> seen_;
  bool changed_ = false;
};

} // namespace fsfind::check
