// project: deal.II (lac/vector.h and vector.templates.h)
// reference: https://github.com/dealii/dealii/pull/2507 and issue 2496 (read)
// kind: first-touch
// starts: visible
// wrong: a vector's constructor and reinit() set its memory to zero on the calling thread, while all operations on vectors run
//        in chunks on the threads. Mended by zeroing in the same chunks. Upstream uses TBB with an affinity partitioner.
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>
#include <vector>

namespace dealii {
namespace MultithreadInfo {
inline unsigned int n_threads() {
  static const unsigned int n = std::max(1u, std::thread::hardware_concurrency());
  return n;
}
} // namespace MultithreadInfo

namespace parallel {
template <typename Functor> void parallel_for(const Functor& functor, std::size_t begin, std::size_t end) {
  const std::size_t n = MultithreadInfo::n_threads();
  const std::size_t chunk = ((end - begin) / n + 511) / 512 * 512 + 512;
  std::vector<std::thread> team;
  for (std::size_t b = begin; b < end; b += chunk)
    team.emplace_back([&functor, b, e = std::min(end, b + chunk)] { functor(b, e); });
  for (auto& t : team) t.join();
}
} // namespace parallel

namespace internal {
template <typename Number> struct Vector_set {
  void operator()(std::size_t begin, std::size_t end) const {
    if (value == Number())
      std::memset(static_cast<void*>(dst + begin), 0, (end - begin) * sizeof(Number));
    else
      std::fill(dst + begin, dst + end, value);
  }
  Number value;
  Number* dst;
};

template <typename Number> struct Vectorization_sadd_av {
  void operator()(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) val[i] += a * v_val[i];
  }
  Number *val, *v_val;
  Number a;
};

template <typename Number> struct Vectorization_scale {
  void operator()(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) val[i] *= factor;
  }
  Number* val;
  Number factor;
};
} // namespace internal

template <typename Number> class Vector {
public:
  typedef std::size_t size_type;

  Vector() : vec_size(0), max_vec_size(0), val(nullptr) {}
  explicit Vector(size_type n) : vec_size(0), max_vec_size(0), val(nullptr) { reinit(n, false); }
  ~Vector() { deallocate(); }
  Vector(const Vector&) = delete;
  Vector& operator=(const Vector&) = delete;

  void reinit(size_type n, bool omit_zeroing_entries = false) {
    if (n > max_vec_size) {
      deallocate();
      max_vec_size = n;
      allocate();
    }
    vec_size = n;
    if (omit_zeroing_entries == false && n > 0) *this = Number();
  }

  Vector& operator=(const Number s) {
#ifdef FIXED
    internal::Vector_set<Number> setter{s, val};
    parallel::parallel_for(setter, 0, vec_size);
#else
    if (s == Number())
      std::memset(static_cast<void*>(val), 0, vec_size * sizeof(Number)); // expect: fsfind-serial-first-touch
    else
      std::fill(begin(), end(), s); // expect: fsfind-serial-first-touch
#endif
    return *this;
  }

  void add(const Number a, const Vector& v) {
    internal::Vectorization_sadd_av<Number> vector_add{val, v.val, a};
    parallel::parallel_for(vector_add, 0, vec_size);
  }

  Vector& operator*=(const Number factor) {
    internal::Vectorization_scale<Number> vector_multiply{val, factor};
    parallel::parallel_for(vector_multiply, 0, vec_size);
    return *this;
  }

  Number* begin() { return val; }
  Number* end() { return val + vec_size; }
  size_type size() const { return vec_size; }
  Number operator()(size_type i) const { return val[i]; }

private:
  void allocate() {
    void* p = nullptr;
    if (posix_memalign(&p, 64, sizeof(Number) * max_vec_size) != 0) throw std::bad_alloc();
    val = static_cast<Number*>(p);
  }
  void deallocate() {
    std::free(val);
    val = nullptr;
  }

  size_type vec_size;
  size_type max_vec_size;
  Number* val;
};

template class Vector<double>;
template class Vector<float>;
} // namespace dealii

double relax(std::size_t n_dofs, unsigned int steps) {
  dealii::Vector<double> solution(n_dofs), update(n_dofs); // expect: fsfind-serial-first-touch
  for (unsigned int s = 0; s < steps; ++s) {
    update *= 0.5;
    solution.add(0.1, update);
  }
  return solution(n_dofs / 2);
}
