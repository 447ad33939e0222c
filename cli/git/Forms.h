#pragma once

#include "cli/terminal/EndRequests.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

/// What lies in folders, without opening it: a pipe or a device has who reads it wait, or read
/// without end.
namespace fsfind::git {

enum class Form : std::uint8_t {
  Nothing,
  File,
  Folder,
  Link,
  Socket, ///< cannot be opened as a file
  Stream, ///< a pipe or a device
};

/// Of what lies at a path.
[[nodiscard]] Form formAt(const std::string &path);
/// Of that to which the links at a path lead; Nothing also for what cannot be reached,
/// and /dev/null is a file: it ends.
[[nodiscard]] Form formBehind(const std::string &path);

/// Fails if git cannot read what is at the path, or to where the link there leads, to its end.
[[nodiscard]] Expected<void> checkEnds(const std::string &path);
/// The failure of checkEnds().
[[nodiscard]] Error endlessError(const std::string &path);

struct Entry {
  const std::string &folder;
  std::string_view name;
  Form form;
  [[nodiscard]] std::string path() const { return folder + "/" + std::string(name); }
};

/// Goes through trees of folders, of a limited number of entries in all.
class Walk {
public:
  /// Says of a folder whether to go into it.
  using Visit = std::function<Expected<bool>(const Entry &)>;
  /// Asks of each entry of `start` and of the folders in it. Follows no links. Folders that cannot
  /// be read have no entries. Fails if `visit` does, over the limit, and when a signal asks fsfind
  /// to end, which is blocked.
  [[nodiscard]] Expected<void> through(const std::string &start, const Visit &visit);

private:
  [[nodiscard]] Expected<void> count(const std::string &folder);

  cli::EndRequests requests_;
  std::uint64_t entries_ = 0;
};

} // namespace fsfind::git
