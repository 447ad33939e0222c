#include "cli/terminal/CharacterColumns.h"

#include <cwchar>

namespace fsfind::cli {

std::size_t columnsOf(char32_t character) {
  const int columns = wcwidth(static_cast<wchar_t>(character));
  return columns < 0 ? 1 : static_cast<std::size_t>(columns); // it is not known
}

} // namespace fsfind::cli
