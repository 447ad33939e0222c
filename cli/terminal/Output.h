#pragma once

#include "rules/model/Expected.h"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

namespace fsfind::cli {

using Writer = std::function<void(std::ostream &)>;

/// Runs the writer on an open descriptor; errors call it `name`. EPIPE is no error: the reader (`|
/// head`, a pager) has ended because it has read enough. SIGPIPE must be ignored.
[[nodiscard]] Expected<void> writeTo(int descriptor, const std::string &name, const Writer &writer);

/// Who may read a file that is written.
enum class Readers : std::uint8_t {
  Usual, ///< those of the file that it replaces; of a new one, as the umask has it
  Owner, ///< the user alone
  Same,  ///< those of the file that it replaces, which is there
};

/// Writes a file whole or not at all: into a temporary file beside it, which is then renamed. A
/// device or pipe is written to directly, and a link stays if it leads to a file in its own folder
/// or below; one that leads elsewhere is an error. What has not the usual readers follows no link:
/// it replaces whatever lies there.
[[nodiscard]] Expected<void> writeFile(const std::string &path, const Writer &writer,
                                       Readers readers = Readers::Usual);

/// Fails if writeFile() could not begin, so that long work for nothing can be spared. Leaves
/// nothing behind; `-`, devices and pipes are not tried.
[[nodiscard]] Expected<void> tryOutput(const std::string &path);

/// Fails if the output is the file that the input is read from, which it would overwrite. `-` as
/// input is standard input.
[[nodiscard]] Expected<void> keepInput(const std::string &output, const std::string &input);

/// Writes to a file, or to standard output if `path` is `-`.
[[nodiscard]] Expected<void> writeOutput(const std::string &path, const Writer &writer);

} // namespace fsfind::cli
