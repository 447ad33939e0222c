#include "cli/commands/Validators.h"
#include "rules/model/LineSize.h"

#include <CLI/CLI.hpp>

namespace fsfind::cli {

Check lineSize() {
  return checkedBy([](const std::string &text) {
    unsigned size = 0;
    return CLI::detail::lexical_cast(text, size) && isLineSize(size)
               ? std::string()
               : text + " is not a power of two from 16 to 4096";
  });
}

} // namespace fsfind::cli
