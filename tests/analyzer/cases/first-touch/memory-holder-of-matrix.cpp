// args: -std=c++17 -fopenmp
// The sums of a loan table are cleared by one memset and then added to in OpenMP loops. The buffer comes from the global
// allocation function in a holder class; the table only copies the pointer, and free functions fetch it by accessors.
// as in: Elemental, https://github.com/elemental/Elemental/pull/250
#include <cstddef>
#include <cstring>
#include <new>

template <class T> class Holder {
public:
  explicit Holder(std::size_t count) : raw_(static_cast<T *>(::operator new(count * sizeof(T)))) {}
  Holder(const Holder &) = delete;
  ~Holder() { ::operator delete(raw_); }
  T *raw() const { return raw_; }

private:
  T *raw_;
};
template <class T> class LoanTable {
public:
  LoanTable(std::size_t readers, std::size_t months)
      : readers_(readers), months_(months), holder_(readers * months), cells_(holder_.raw()) {}
  std::size_t readers() const { return readers_; }
  std::size_t months() const { return months_; }
  T *cells() { return cells_; }
  const T *cells() const { return cells_; }

private:
  std::size_t readers_, months_;
  Holder<T> holder_;
  T *cells_;
};

template <class T> void zero(LoanTable<T> &table) {
  T *cells = table.cells();
  const std::size_t size = table.readers() * table.months();
#ifdef FIXED
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < size; ++i)
    cells[i] = T();
#else
  std::memset(cells, 0, size * sizeof(T)); // expect: fsfind-serial-first-touch
#endif
}
template <class T> void add(LoanTable<T> &table, const LoanTable<T> &branch, T weight) {
  T *cells = table.cells();
  const T *others = branch.cells();
  const std::size_t size = table.readers() * table.months();
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < size; ++i)
    cells[i] += weight * others[i];
}

void summarise(const LoanTable<float> *branches, int count, void (*publish)(const LoanTable<float> &)) {
  LoanTable<float> all(branches[0].readers(), branches[0].months());
  zero(all);
  for (int b = 0; b < count; ++b)
    add(all, branches[b], 1.0f / static_cast<float>(count));
  publish(all);
}
