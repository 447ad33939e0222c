#include "c2c-ingest/process/ProcFiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace fsfind::process {

namespace {

/// Bytes. The kernel writes one page or one mapping at a time, whichever is more.
constexpr std::size_t kPiece = 1U << 16;
/// No file of a process is longer, not even with 2^20 mappings.
constexpr std::size_t kMostFileBytes = std::size_t{1} << 30;

class OpenFile {
public:
  explicit OpenFile(const std::string &path) : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~OpenFile() {
    if (file_ >= 0)
      close(file_);
  }
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;

  [[nodiscard]] bool isOpen() const { return file_ >= 0; }
  /// As read(2), again after interruptions.
  [[nodiscard]] ssize_t read(std::string &piece) const {
    ssize_t size = 0;
    while ((size = ::read(file_, piece.data(), piece.size())) < 0 && errno == EINTR) {
    }
    return size;
  }

private:
  int file_;
};

/// Reads up to the end, or until `enough` says so; `whole` tells which. Returns errno, or 0.
template <class Enough> int readAll(const std::string &path, ProcFile &result, Enough enough) {
  const OpenFile file(path);
  if (!file.isOpen())
    return errno;
  std::string piece(kPiece, '\0');
  while (result.text.size() < kMostFileBytes) {
    if (enough()) {
      result.whole = false;
      result.text.resize(result.text.rfind('\n') + 1);
      return 0;
    }
    const ssize_t size = file.read(piece);
    if (size < 0)
      return errno;
    if (size == 0)
      return 0;
    result.text.append(piece, 0, static_cast<std::size_t>(size));
  }
  return EFBIG;
}

} // namespace

std::string processText(std::uint32_t pid) {
  return fmt::format("process {}", pid);
}

ProcFiles::ProcFiles(std::string root, std::uint32_t pid) : root_(std::move(root)), pid_(pid) {}

std::string ProcFiles::pathOf(const std::string &name) const {
  return fmt::format("{}/proc/{}/{}", root_, pid_, name);
}

Error ProcFiles::unreadable(const std::string &name, int error) const {
  std::error_code none;
  const bool there = std::filesystem::exists(pathOf("stat"), none);
  if (!there || error == ESRCH)
    return {processText(pid_),
            {},
            "there is none",
            "it may have ended; ps lists the processes, by their numbers in this container"};
  if (error == EACCES || error == EPERM)
    return {processText(pid_),
            {},
            "may not be looked at: the kernel permits it only to who may trace the process "
            "(ptrace(2), read access)",
            "run fsfind as the user of the process, or as root (CAP_SYS_PTRACE)"};
  if (error == ENOENT && name == "numa_maps")
    return {processText(pid_),
            {},
            "this kernel does not tell where pages are: there is no numa_maps",
            "look on a kernel that is built with CONFIG_NUMA"};
  return {pathOf(name), {}, fmt::format("cannot be read: {}", std::strerror(error)), {}};
}

Expected<std::string> ProcFiles::read(const std::string &name) const {
  ProcFile file;
  if (const int error = readAll(pathOf(name), file, [] { return false; }); error != 0)
    return failure(unreadable(name, error));
  return std::move(file.text);
}

Expected<ProcFile> ProcFiles::readUntil(const std::string &name, Clock::time_point deadline) const {
  ProcFile file;
  const auto start = Clock::now();
  const int error = readAll(pathOf(name), file, [&] { return Clock::now() >= deadline; });
  if (error != 0)
    return failure(unreadable(name, error));
  file.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return file;
}

std::string ProcFiles::machine(const std::string &path) const {
  ProcFile file;
  if (readAll(root_ + path, file, [] { return false; }) != 0)
    return {};
  while (file.text.ends_with('\n'))
    file.text.pop_back();
  return std::move(file.text);
}

std::vector<std::uint32_t> ProcFiles::numbers(const std::string &folder) const {
  std::vector<std::uint32_t> found;
  std::error_code error;
  for (std::filesystem::directory_iterator at(pathOf(folder), error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    std::uint32_t number = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
    if (read.ec == std::errc() && read.ptr == name.data() + name.size())
      found.push_back(number);
  }
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace fsfind::process
