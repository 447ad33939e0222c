// args: -std=c++20 -pthread
#pragma once
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
void *take_pages(std::size_t bytes);
void give_pages(void *at);
struct FreeMany { // the number of elements stands in front of them
  template <class T> void operator()(T *at) const { give_pages(reinterpret_cast<char *>(at) - 64); }
};
template <class T>
using Pages = std::unique_ptr<
    T, std::conditional_t<std::is_array_v<T>, FreeMany, std::default_delete<T>>>;
template <class T, std::enable_if_t<std::is_array_v<T>, int> = 0>
Pages<T> make_pages(std::size_t count) {
  using Element = std::remove_extent_t<T>;
  char *raw = static_cast<char *>(take_pages(64 + count * sizeof(Element)));
  new (raw) std::size_t(count);
  Element *first = reinterpret_cast<Element *>(raw + 64);
#ifndef FIXED
  for (std::size_t i = 0; i < count; ++i)
    new (first + i) Element(); // expect: fsfind-serial-first-touch
#endif
  return Pages<T>(first);
}
