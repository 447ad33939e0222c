#include "cli/terminal/CharacterColumns.h"

namespace fsfind::cli {

std::size_t columnsOf(char32_t /*character*/) {
  return 1; // names of processors and files, in the main; the system does not tell
}

} // namespace fsfind::cli
