#include "tests/naming/programs/cpp_table.h"
#include "tests/naming/programs/support.h"

#include <string>

namespace web {

Endpoint spare_endpoints[4];

Registry &Registry::instance() {
  static Registry registry;
  return registry;
}

void Endpoint::served(std::size_t bytes) {
  requests_.fetch_add(1, std::memory_order_relaxed);
  bytes_ += bytes;
}

/// The elements of a table, or with an empty name those of the registry.
void Endpoint::tellAll(const char *table, long index) const {
  const bool own = *table != 0;
  const char *name = own ? table : "registry";
  const char *type = own ? "web::Endpoint" : "web::Registry";
  const auto path = [&](const char *member) {
    return (own ? "" : "endpoints_.") + std::string(member);
  };
  const long element = own ? index : -1;
  tell("global", name, element, type, path("requests_").c_str(), &requests_, sizeof requests_);
  tell("global", name, element, type, path("failures_").c_str(), &failures_, sizeof failures_);
  tell("global", name, element, type, path("bytes_").c_str(), &bytes_, sizeof bytes_);
}

} // namespace web
