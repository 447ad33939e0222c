#include "c2c-ingest/Ingest.h"
#include "cli/commands/Validators.h"

#include <CLI/CLI.hpp>

namespace fsfind::cli {

Check lineSize() {
  return checkedBy([](const std::string &text) {
    unsigned size = 0;
    return CLI::detail::lexical_cast(text, size) && ingest::isLineSize(size)
               ? std::string()
               : text + " is not a power of two from 16 to 4096";
  });
}

} // namespace fsfind::cli
