#include "rules/input/InputFile.h"

#include "rules/input/SystemInput.h"
#include "rules/model/PathObstacle.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>

namespace fsfind {

namespace {

using system_input::Form;

constexpr std::size_t kPiece = std::size_t{1} << 20;

bool isTaken(Form form, InputStreams streams) {
  switch (form) {
  case Form::File:
    return true;
  case Form::Folder:
    return false;
  case Form::Null:
  case Form::ShellPipe:
    return streams != InputStreams::None;
  case Form::Stream:
    return streams == InputStreams::All;
  }
  return false;
}

Error systemError(const std::string &name, int code) {
  return {name, {}, fmt::format("cannot be read: {}", std::strerror(code)), "see its permissions"};
}

Error wrongForm(const std::string &name, Form form, const InputKind &kind) {
  return {name,
          {},
          form == Form::Folder ? "is a directory" : "is no regular file",
          fmt::format("name {}", kind.noun)};
}

Error tooLarge(const std::string &name, const InputKind &kind) {
  return {
      name,
      {},
      fmt::format("has more than {} bytes, and {} is never so large", kind.most_bytes, kind.noun),
      fmt::format("name {}", kind.noun)};
}

/// Whether content of this kind may begin so.
bool isBegin(std::string_view text, const InputKind &kind) {
  switch (kind.begin) {
  case InputBegin::Anything:
    return true;
  case InputBegin::Text:
    return text.find('\0') == std::string_view::npos;
  case InputBegin::Json: {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos || text[first] == '{' || text[first] == '[';
  }
  case InputBegin::Magic:
    return kind.magic.starts_with(text.substr(0, kind.magic.size()));
  }
  return false;
}

} // namespace

Expected<InputFile> InputFile::checked(InputFile file, bool opened) {
  const InputKind &kind = *file.kind_;
  system_input::Shape shape;
  const bool there = file.descriptor_ >= 0 && system_input::look(file.descriptor_, shape);
  const bool taken = there && isTaken(shape.form, kind.streams);
  if (!there || (taken && !opened && !system_input::openToRead(file.descriptor_))) {
    const int code = errno;
    const auto obstacle = obstacleTo(file.name_, "cannot be read: No such file or directory");
    Error error = obstacle ? *obstacle : systemError(file.name_, code);
    errno = code;
    return failure(std::move(error));
  }
  errno = 0;
  if (!taken)
    return failure(wrongForm(file.name_, shape.form, kind));
  file.size_ = shape.size;
  file.stream_ = shape.form != Form::File;
  return file;
}

Expected<InputFile> InputFile::open(const std::string &path, const InputKind &kind) {
  return checked(InputFile(path, kind, system_input::openToLook(path)), false);
}

Expected<InputFile> InputFile::standardInput(const InputKind &kind) {
  return checked(InputFile("standard input", kind, system_input::openStandardInput()), true);
}

InputFile::~InputFile() {
  if (descriptor_ >= 0)
    system_input::closeInput(descriptor_);
}

Expected<std::size_t> InputFile::read(std::span<char> bytes) {
  for (;;) {
    if (stream_ && !system_input::await(descriptor_))
      return failure({name_, {}, "reading was interrupted", ""});
    const auto size = system_input::readSome(descriptor_, bytes.data(), bytes.size());
    if (size < 0 && stream_ && errno == EAGAIN) // another reader was faster
      continue;
    if (size < 0)
      return failure(systemError(name_, errno));
    done_ += static_cast<std::uint64_t>(size);
    if (done_ > kind_->most_bytes)
      return failure(tooLarge(name_, *kind_));
    return static_cast<std::size_t>(size);
  }
}

Expected<std::string> InputFile::rest() {
  if (size_ > kind_->most_bytes)
    return failure(tooLarge(name_, *kind_));
  std::string text;
  text.reserve(size_ - std::min(size_, done_));
  // One byte more than the file has, to meet its end.
  std::string piece(std::clamp<std::size_t>(size_ + 1, std::size_t{1} << 12, kPiece), '\0');
  for (bool begins = true;; begins = false) {
    FSFIND_TRY(const std::size_t size, read(piece));
    text.append(piece, 0, size);
    if (size == 0 || (begins && !isBegin(text, *kind_)))
      return text;
  }
}

Expected<std::string> readInput(const std::string &path, const InputKind &kind) {
  FSFIND_TRY(InputFile file, InputFile::open(path, kind));
  FSFIND_TRY(std::string text, file.rest());
  if (kind.begin == InputBegin::Text && text.find('\0') != std::string::npos)
    return failure({path, {}, "is no text", fmt::format("name {}", kind.noun)});
  return text;
}

std::string beginningOf(const std::string &path, std::size_t count) {
  static constexpr InputKind kAny{"a file", INT64_MAX, InputStreams::None};
  auto file = InputFile::open(path, kAny);
  std::string bytes(count, '\0');
  std::size_t done = 0;
  while (file && done < count) {
    const auto size = file->read(std::span(bytes).subspan(done));
    if (!size || *size == 0)
      break;
    done += *size;
  }
  bytes.resize(done);
  return bytes;
}

} // namespace fsfind
