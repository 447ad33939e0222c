#pragma once
#include <cstddef>

// what the program uses of oneTBB
namespace tbb {
template <typename Value> class blocked_range {
public:
  blocked_range(Value begin, Value end) : my_end(end), my_begin(begin) {}
  Value begin() const { return my_begin; }
  Value end() const { return my_end; }

private:
  Value my_end;
  Value my_begin;
};

struct static_partitioner {};

namespace detail {
typedef void (*range_function)(const void* body, size_t begin, size_t end);
void run_static(range_function f, const void* body, size_t begin, size_t end);
double reduce_static(double (*f)(const void* body, size_t begin, size_t end, double init), const void* body, size_t begin,
                     size_t end);
} // namespace detail

template <typename Range, typename Body> void parallel_for(const Range& range, const Body& body, static_partitioner&) {
  detail::run_static([](const void* b, size_t begin, size_t end) { (*static_cast<const Body*>(b))(Range(begin, end)); }, &body,
                     range.begin(), range.end());
}

template <typename Range, typename Body> double parallel_sum(const Range& range, const Body& body, static_partitioner&) {
  return detail::reduce_static(
      [](const void* b, size_t begin, size_t end, double init) {
        return (*static_cast<const Body*>(b))(Range(begin, end), init);
      },
      &body, range.begin(), range.end());
}
} // namespace tbb
