// project: Tachyon (base/parallelize.h and its users)
// reference: https://github.com/kroma-network/tachyon/pull/548 (read)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: evaluation vectors are resized, and so filled, by one thread, then computed in parallel.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace tachyon {
namespace base {
template <typename T> class UninitVector {
public:
  explicit UninitVector(std::size_t size) : data_(static_cast<T*>(::operator new(size * sizeof(T)))), size_(size) {}
  ~UninitVector() { ::operator delete(data_); }
  UninitVector(const UninitVector&) = delete;
  T& operator[](std::size_t i) { return data_[i]; }
  std::size_t size() const { return size_; }

private:
  T* data_;
  std::size_t size_;
};

template <typename Container, typename Callable> void Parallelize(Container& container, Callable callback) {
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(container.size());
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t i = 0; i < n; ++i) callback(container[i], static_cast<std::size_t>(i));
}
} // namespace base

struct PrimeField {
  uint64_t limbs[4];
  static PrimeField Zero() { return {}; }
  PrimeField operator*(const PrimeField& o) const {
    PrimeField r{};
    for (int i = 0; i < 4; ++i) r.limbs[i] = limbs[i] * o.limbs[3 - i];
    return r;
  }
};

PrimeField OmegaPower(std::size_t i);

class Domain {
public:
  explicit Domain(std::size_t size) : size_(size) {}

  uint64_t CosetFold(const std::vector<PrimeField>& coeffs) const {
#ifdef FIXED
    base::UninitVector<PrimeField> evals(size_);
#else
    std::vector<PrimeField> evals;
    evals.resize(size_, PrimeField::Zero()); // expect: fsfind-serial-first-touch
#endif
    base::Parallelize(evals, [&](PrimeField& e, std::size_t i) { e = coeffs[i % coeffs.size()] * OmegaPower(i); });
    base::Parallelize(evals, [&](PrimeField& e, std::size_t i) { e = e * OmegaPower(size_ - i); });
    return evals[size_ - 1].limbs[0];
  }

private:
  std::size_t size_;
};

uint64_t prove(const std::vector<PrimeField>& coeffs) {
  Domain domain(std::size_t(1) << 24);
  return domain.CosetFold(coeffs);
}
} // namespace tachyon
