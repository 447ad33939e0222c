#include "rules/model/Expected.h"

#include <fmt/format.h>

namespace fsfind {

std::string Error::message() const {
  std::string text = where;
  if (offset)
    text += fmt::format("{}0x{:x}", where.empty() ? "at offset " : ":", *offset);
  if (!text.empty())
    text += ": ";
  text += what;
  if (!remedy.empty())
    text += "; " + remedy;
  return text;
}

} // namespace fsfind
