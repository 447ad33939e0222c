#include "cli/terminal/Output.h"

#include "cli/terminal/DescriptorBuffer.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/FileAccess.h"
#include "cli/terminal/OutputError.h"
#include "rules/model/PathObstacle.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <ostream>
#include <sstream>
#include <unistd.h>

namespace fsfind::cli {

Error outputError(const std::string &name, int number) {
  return {name,
          {},
          std::string("cannot write: ") + std::strerror(number),
          meansFull(number) ? "free some space, or write elsewhere" : "write elsewhere"};
}

Expected<void> writeTo(int descriptor, const std::string &name, const Writer &writer) {
  DescriptorBuffer buffer(descriptor);
  std::ostream stream(&buffer);
  writer(stream);
  stream.flush();
  if (buffer.error() != 0 && buffer.error() != EPIPE)
    return failure(outputError(name, buffer.error()));
  return {};
}

Expected<void> writeFile(const std::string &path, const Writer &writer, Readers readers) {
  const bool follow = readers == Readers::Usual;
  std::ostringstream text; // this may take long, and leaves nothing behind
  writer(text);
  if (follow && isSpecial(path))
    return writeSpecial(path, text.view());
  const EndRequests held; // an interrupt waits until the file is whole
  FSFIND_TRY(const std::string target, follow ? writtenFile(path) : path);
  TemporaryFile temporary(target);
  if (temporary.descriptor() < 0)
    return failure(outputError(path, errno));
  FSFIND_CHECK(
      writeTo(temporary.descriptor(), path, [&](std::ostream &out) { out << text.view(); }));
  const bool allowed = readers == Readers::Owner || temporary.takeMode(target);
  if (!allowed || !temporary.becomes(target))
    return failure(outputError(path, errno));
  return {};
}

Expected<void> tryOutput(const std::string &path) {
  if (path == "-" || isSpecial(path))
    return {};
  const EndRequests held; // an interrupt waits until the temporary file is gone
  FSFIND_TRY(const std::string target, writtenFile(path));
  const TemporaryFile temporary(target);
  if (temporary.descriptor() < 0)
    return failure(outputError(path, errno));
  return {};
}

Expected<void> keepInput(const std::string &output, const std::string &input) {
  if (output == "-" || !isSameFile(output, input))
    return {};
  return failure({output, {}, "would be overwritten, but is what is read", "give -o another file"});
}

Expected<void> writeOutput(const std::string &path, const Writer &writer) {
  return path == "-" ? writeTo(STDOUT_FILENO, "standard output", writer) : writeFile(path, writer);
}

} // namespace fsfind::cli
