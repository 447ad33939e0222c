// A local vector has one sum per grove, to which a callback on each grove's thread adds. It is a
// lambda run inside another one, which an external function gets as a std::function.
// as in: ScyllaDB, https://github.com/scylladb/scylladb/pull/28757
// args: -std=c++20
#include "groves.h"
#include <numeric>

std::size_t Forest::leaves() {
  std::vector<Sum> sums(groveCount()); // expect: fsfind-per-thread-slots
  visit([&sums](const Tree &tree) { sums[thisGrove()].leaves += tree.leaves; });
  return std::accumulate(sums.begin(), sums.end(), std::size_t{0},
                         [](std::size_t all, const Sum &one) { return all + one.leaves; });
}
