// args: -std=c++17 -fopenmp
#include <cstddef>
#include <memory>

void take_memory(void **at, std::size_t bytes);
void clear_memory(void *at, std::size_t bytes);
struct Store {
  enum { NOTHING, READY } state;
  void *at;
  std::size_t bytes;
  void *writable();
};
template <class T> struct Plate {
  std::size_t size;
  std::shared_ptr<Store> store;
  T *pixels() { return static_cast<T *>(store->writable()); }
};
