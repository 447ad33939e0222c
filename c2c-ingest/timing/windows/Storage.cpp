#include "c2c-ingest/timing/Storage.h"

namespace fsfind::timing {

Expected<std::unique_ptr<Storage>> Storage::open(const std::string &) {
  return failure(
      {"machine", {}, "storage is measured on Linux only", "leave out --storage on Windows"});
}

} // namespace fsfind::timing
