// A compile_commands.json: whatever it holds is taken, or refused with where and why; what is taken
// are commands with absolute paths.

#include "cli/check/CompileDatabase.h"
#include "tests/fuzz/mutators/CustomMutator.h"
#include "tests/fuzz/mutators/JsonMutator.h"

#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

/// Whether it is taken.
bool exercise(const std::string &path) {
  using namespace fsfind::check;
  const auto database = readCompileDatabase(path);
  if (!database) {
    if (database.error().message().empty())
      std::abort();
    return false;
  }
  for (const CompileCommand &command : database->commands)
    if (!command.directory.starts_with('/') || !command.file.starts_with('/') ||
        command.arguments.empty() ||
        !(isSourceFile(command.file) || namesLanguage(command.arguments)))
      std::abort();
  for (const std::string &file : database->left_out)
    if (!file.starts_with('/'))
      std::abort();
  return true;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const int file = memfd_create("database", MFD_CLOEXEC);
  if (file < 0)
    return 0;
  const bool taken = write(file, data, size) == static_cast<ssize_t>(size) &&
                     exercise("/proc/self/fd/" + std::to_string(file));
  close(file);
  return taken ? 0 : -1; // not to be kept: what is made of it would be refused for the same
}

namespace fsfind::fuzz {

std::optional<Buffer> mutated(Bytes bytes, Random &random) {
  return mutatedJson(bytes, random);
}

std::optional<Buffer> mixed(Bytes bytes, Bytes other, Random &random) {
  return mixedJson(bytes, other, random);
}

} // namespace fsfind::fuzz
