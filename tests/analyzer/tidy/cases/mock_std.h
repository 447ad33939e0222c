// As much of the C++ library as the cases need: independent of the library installed.
#pragma once

namespace std {
using size_t = decltype(sizeof(0));
template <class T> struct atomic {
  atomic(T value = T()) : value_(value) {}
  T load() const { return value_; }
  void store(T value) { value_ = value; }
  T fetch_add(T more) { return value_ += more; }
  operator T() const { return value_; }

private:
  T value_;
};
class thread {
public:
  template <class F, class... Args> explicit thread(F &&, Args &&...) {}
  void join();
};
} // namespace std
