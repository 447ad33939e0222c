#include "c2c-ingest/record/layout/ExecRequest.h"

#include "c2c-ingest/record/layout/Instrumentation.h"
#include "rules/model/TextParts.h"

#include <cstdlib>
#include <elf.h>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace fsfind::record::sim {
namespace {

/// The kernel recognises a file's format by so many bytes (BINPRM_BUF_SIZE).
constexpr std::size_t kHeadSize = 256;

std::string headOf(const std::string &path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return {};
  std::string head(kHeadSize, '\0');
  const ssize_t size = read(file, head.data(), head.size());
  close(file);
  head.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return head;
}

/// True if the file may be executed and gives its process no privileges (set-id bits,
/// capabilities).
bool plainlyExecutable(const std::string &path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         (status.st_mode & (S_ISUID | S_ISGID)) == 0 &&
         getxattr(path.c_str(), "security.capability", nullptr, 0) < 0 &&
         faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) == 0;
}

bool isProgramOf(std::string_view head, std::uint16_t machine) {
  Elf64_Ehdr header{};
  if (head.size() < sizeof(header))
    return false;
  head.copy(reinterpret_cast<char *>(&header), sizeof(header));
  return head.starts_with(ELFMAG) && header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_ident[EI_DATA] == ELFDATA2LSB && header.e_machine == machine &&
         (header.e_type == ET_EXEC || header.e_type == ET_DYN);
}

/// Turns the request for a script into one for its interpreter; false if the file names none.
bool interpret(ExecRequest &request, std::string_view head) {
  const std::size_t end = head.find('\n');
  if (!head.starts_with("#!") || (end == std::string_view::npos && head.size() == kHeadSize))
    return false;
  constexpr std::string_view kBlank = " \t";
  const std::string_view line =
      trimmed(head.substr(2, end == std::string_view::npos ? end : end - 2), kBlank);
  const std::size_t blank = line.find_first_of(kBlank);
  std::vector<std::string> words = {std::string(line.substr(0, blank))};
  if (blank != std::string_view::npos)
    words.emplace_back(trimmed(line.substr(blank), kBlank));
  words.push_back(request.path);
  if (!request.arguments.empty())
    words.insert(words.end(), request.arguments.begin() + 1, request.arguments.end());
  request.path = words[0];
  request.arguments = std::move(words);
  return !request.path.empty();
}

/// Paths that lead QEMU to another file: /proc/self/exe is QEMU itself, and exec may close
/// descriptors.
bool namesDescriptor(const std::string &path) {
  return path.starts_with("/proc/") || path.starts_with("/dev/fd/");
}

std::optional<ExecRequest> programOf(ExecRequest request, std::uint16_t machine,
                                     Instrumentation instrumentation) {
  request = throughInterpreters(std::move(request));
  if (!plainlyExecutable(request.path) || !isProgramOf(headOf(request.path), machine) ||
      instrumentationOf(request.path) != instrumentation)
    return std::nullopt;
  return request;
}

} // namespace

std::string realPath(const std::string &path) {
  char *found = realpath(path.c_str(), nullptr);
  std::string result = found == nullptr ? std::string() : found;
  std::free(found);
  return result;
}

ExecRequest throughInterpreters(ExecRequest request) {
  constexpr int kDeepest = 5; // the kernel's limit
  for (int depth = 0; depth < kDeepest; ++depth) {
    if (namesDescriptor(request.path))
      request.path = realPath(request.path);
    if (!plainlyExecutable(request.path) || !interpret(request, headOf(request.path)))
      break;
  }
  return request;
}

std::optional<ExecRequest> emulable(ExecRequest request, std::uint16_t machine) {
  return programOf(std::move(request), machine, Instrumentation::None);
}

std::optional<ExecRequest> selfRecording(ExecRequest request, std::uint16_t machine) {
  return programOf(std::move(request), machine, Instrumentation::SharedLibrary);
}

} // namespace fsfind::record::sim
