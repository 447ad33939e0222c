#include "cli/terminal/DescriptorBuffer.h"

#include <cerrno>
#include <unistd.h>

namespace fsfind::cli {

int DescriptorBuffer::sync() {
  const char *from = pbase();
  while (error_ == 0 && from != pptr()) {
    const ssize_t written = write(descriptor_, from, static_cast<unsigned>(pptr() - from));
    if (written >= 0)
      from += written;
    else if (errno != EINTR)
      error_ = errno;
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ == 0 ? 0 : -1;
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type next) {
  if (sync() != 0)
    return traits_type::eof();
  if (!traits_type::eq_int_type(next, traits_type::eof()))
    sputc(traits_type::to_char_type(next));
  return traits_type::not_eof(next);
}

} // namespace fsfind::cli
