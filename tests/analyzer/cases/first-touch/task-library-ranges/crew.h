#pragma once
#include <cstddef>
namespace crew {
void execute(void (*part)(void *, std::size_t, std::size_t), void *body, std::size_t first, std::size_t last);
struct even_partitioner {};
struct range {
  std::size_t begin() const { return first; }
  std::size_t end() const { return last; }
  std::size_t first, last;
};
template <class Body> void parallel_for(const range &all, const Body &body, even_partitioner &) {
  execute([](void *b, std::size_t f, std::size_t l) { (*static_cast<const Body *>(b))(range{f, l}); },
          const_cast<Body *>(&body), all.first, all.last);
}
}
