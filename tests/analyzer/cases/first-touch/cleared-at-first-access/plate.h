// args: -std=c++17 -fopenmp
#pragma once
#include <cstddef>
#include <memory>

void take_memory(void **at, std::size_t bytes);
void clear_memory(void *at, std::size_t bytes);
class Store {
public:
  explicit Store(std::size_t bytes) : bytes_(bytes) {}
  void *writable();

private:
  enum { NOTHING, READY } state_ = NOTHING;
  void *at_ = nullptr;
  std::size_t bytes_;
};
template <class T> class Plate {
public:
  explicit Plate(std::size_t n) : n_(n), store_(std::make_shared<Store>(n * sizeof(T))) {}
  std::size_t size() const { return n_; }
  T *pixels() { return static_cast<T *>(store_->writable()); }

private:
  std::size_t n_;
  std::shared_ptr<Store> store_;
};
