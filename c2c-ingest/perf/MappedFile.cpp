#include "c2c-ingest/perf/MappedFile.h"

#include "c2c-ingest/base/Descriptor.h"
#include "c2c-ingest/perf/FileHeader.h"
#include "rules/input/InputFile.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::perf {
namespace {

tl::unexpected<Error> systemFailure(const std::string &where, const std::string &what) {
  const int code = errno;
  std::string remedy;
  if (code == EACCES || code == EPERM)
    remedy = "recordings made by root are readable by root only: sudo chown $USER <file>";
  else if (code == ENOENT)
    remedy = "make one with fsfind record COMMAND, or with perf c2c record";
  return failure({where, {}, what + ": " + std::strerror(code), remedy});
}

bool writeAll(int descriptor, const char *bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(descriptor, bytes, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

Expected<Descriptor> openTemporary() {
  const char *directory = std::getenv("TMPDIR");
  std::string path = std::string(directory && *directory ? directory : "/tmp") + "/fsfind-XXXXXX";
  Descriptor file(::mkstemp(path.data()));
  if (file.number() < 0)
    return systemFailure(path, "cannot make a temporary file for the piped recording");
  ::unlink(path.c_str());
  return file;
}

/// Copies a stream that cannot be mapped. Of one that begins otherwise than a recording only the
/// beginning: it may have no end, as /dev/zero has none.
Expected<Descriptor> spool(InputFile from) {
  FSFIND_TRY(Descriptor file, openTemporary());
  std::array<char, 1U << 16> buffer;
  std::size_t count = 0;
  for (bool begins = true;; begins = false, count = 0) {
    std::size_t size = 0;
    do {
      FSFIND_TRY(size, from.read(std::span(buffer).subspan(count)));
      count += size;
    } while (size != 0 && begins && count < kMagicSize);
    if (!writeAll(file.number(), buffer.data(), count))
      return systemFailure("the piped recording", "cannot be kept in TMPDIR");
    const Bytes piece = std::as_bytes(std::span(buffer.data(), count));
    if (size == 0 || (begins && !hasMagic(piece)))
      return file;
  }
}

} // namespace

MappedFile::~MappedFile() {
  if (!bytes_.empty())
    ::munmap(const_cast<std::byte *>(bytes_.data()), bytes_.size());
}

Expected<MappedFile> MappedFile::map(int descriptor, const std::string &name) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0)
    return systemFailure(name, "cannot stat");
  if (status.st_size <= 0)
    return failure({name, {}, "the file is empty", "record again: perf c2c record -- COMMAND"});
  const auto size = static_cast<std::size_t>(status.st_size);
  void *start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (start == MAP_FAILED)
    return systemFailure(name, "cannot map");
  ::madvise(start, size, MADV_SEQUENTIAL);
  return MappedFile(Bytes(static_cast<const std::byte *>(start), size));
}

Expected<MappedFile> MappedFile::open(const std::string &path) {
  const bool standard_input = path == "-";
  const std::string name = standard_input ? "standard input" : path;
  auto file = standard_input ? InputFile::standardInput(input::kRecording)
                             : InputFile::open(path, input::kRecording);
  if (!file && errno != 0)
    return systemFailure(name, "cannot open");
  if (!file)
    return failure(std::move(file.error()));
  if (!file->isStream())
    return map(file->descriptor(), name);
  FSFIND_TRY(const Descriptor copy, spool(std::move(*file)));
  return map(copy.number(), name);
}

} // namespace fsfind::perf
