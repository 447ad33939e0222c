// As shapes.c, with what C++ adds.
using u64 = unsigned long;

namespace std {
template <class T> struct atomic {
  T _M_i;
  T fetch_add(T by) { return __atomic_fetch_add(&_M_i, by, 5); }
};
template <class T, u64 N> struct array {
  T _M_elems[N];
  T &operator[](u64 at) { return _M_elems[at]; }
};
template <class T> struct allocator {};
template <class T, class A = allocator<T>> struct vector {
  struct Impl : A {
    T *_M_start, *_M_finish, *_M_end_of_storage;
  } _M_impl;
  T &operator[](u64 at) { return _M_impl._M_start[at]; }
};
template <class T> struct unique_ptr {
  T *_M_t;
  T *operator->() const { return _M_t; }
};
} // namespace std

namespace shop {
struct Base {
  virtual u64 price() = 0;
  u64 id = 0;
  static int made;
};
int Base::made;
template <class T, int N> struct alignas(64) Shelf : virtual Base {
  T goods[N];
  std::atomic<u64> sold;
  u64 price() override { return sold.fetch_add(goods[N - 1].weight); }
};
struct Item {
  unsigned weight : 7;
  bool fresh : 1;
  union {
    double kilos;
    char label[8];
  };
  int Item::*choice;
  u64 (Base::*act)();
};
namespace {
std::array<std::array<Item, 2>, 3> stock;
thread_local u64 visits;
} // namespace
std::vector<Shelf<Item, 4>> shelves;
std::unique_ptr<Base> &&taken(std::unique_ptr<Base> &from) {
  return static_cast<std::unique_ptr<Base> &&>(from);
}

struct Counter {
  std::atomic<u64> hits, misses;
  enum class Kind : unsigned char { Hit, Miss };
  [[gnu::noinline]] void count(Kind kind, u64 by) {
    (kind == Kind::Hit ? hits : misses).fetch_add(by);
  }
} counters[2];

[[gnu::noinline]] u64 serve(u64 n) {
  static u64 served;
  auto each = [&served = served, n](auto by) { return served += n + static_cast<u64>(by); };
  for (u64 i = 0; i < n; ++i) {
    counters[i & 1].count(i % 3 ? Counter::Kind::Hit : Counter::Kind::Miss, i);
    stock[i % 3][i & 1].weight = static_cast<unsigned>(each(1.5) + each(1)) & 127;
    shelves[i].sold.fetch_add(++visits);
  }
  return served;
}
} // namespace shop

extern "C" void *memset(void *to, int value, u64 size) {
  for (u64 i = 0; i < size; ++i)
    static_cast<char *>(to)[i] = static_cast<char>(value);
  return to;
}
extern "C" void __cxa_pure_virtual() {}
namespace __cxxabiv1 {
struct Info {
  virtual void none() {}
};
} // namespace __cxxabiv1
extern "C" void _start() {
  std::unique_ptr<shop::Base> none{nullptr};
  shop::taken(none);
  for (;;)
    shop::serve(7);
}
