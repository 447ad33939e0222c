#pragma once
#include <atomic>
#include <cstddef>

namespace web {

class Endpoint {
public:
  void served(std::size_t bytes);
  void failed() { ++failures_; }
  bool healthy() const { return failures_ * 2 <= requests_.load(std::memory_order_relaxed); }
  void tellAll(const char *table, long index) const;

private:
  std::atomic<unsigned> requests_{0};
  unsigned failures_ = 0;
  std::size_t bytes_ = 0;
};

class Registry {
public:
  Endpoint &at(std::size_t number) { return endpoints_[number]; }
  static Registry &instance();

private:
  Endpoint endpoints_[6];
};

extern Endpoint spare_endpoints[4];

} // namespace web
