#include "rules/model/ContentHash.h"

#include <xxhash.h>

namespace fsfind {

std::uint64_t contentHash(std::string_view content) {
  return XXH3_64bits(content.data(), content.size());
}

} // namespace fsfind
