#include "rules/input/SystemInput.h"

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>

namespace fsfind::system_input {

int openToLook(const std::string &path) {
  return _open(path.c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT);
}

bool openToRead(int &) {
  return true; // it can be read already
}

int openStandardInput() {
  return _dup(0);
}

void closeInput(int descriptor) {
  _close(descriptor);
}

bool look(int descriptor, Shape &shape) {
  struct _stat64 status{};
  if (_fstat64(descriptor, &status) != 0)
    return false;
  const auto form = status.st_mode & _S_IFMT;
  shape.form = form == _S_IFREG ? Form::File : form == _S_IFDIR ? Form::Folder : Form::ShellPipe;
  shape.size = shape.form == Form::File ? static_cast<std::uint64_t>(status.st_size) : 0;
  return true;
}

bool await(int) {
  return true; // nothing blocks the interrupt there
}

std::ptrdiff_t readSome(int descriptor, char *bytes, std::size_t count) {
  return _read(descriptor, bytes, static_cast<unsigned>(count));
}

} // namespace fsfind::system_input
