// project: Tachyon (tachyon/math/base/big_int.h, tachyon/crypto/commitments/fri)
// reference: https://github.com/kroma-network/tachyon/pull/548 (read)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the default constructor of a field element sets its limbs to zero, so that a vector of them of a given size is written by the
//        thread that constructs it, before parallel loops give every element its value.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include <omp.h>

#define CONCAT(...) __VA_ARGS__
#define DO_PRAGMA(x) _Pragma(#x)
#define OMP_PARALLEL_FOR(expr)          \
  DO_PRAGMA(omp parallel for)           \
  for (expr)

namespace tachyon {

namespace math {

template <size_t N>
struct BigInt {
#ifdef FIXED
  uint64_t limbs[N];
  constexpr BigInt() {}
#else
  uint64_t limbs[N] = {0};
  constexpr BigInt() = default;
#endif
  constexpr explicit BigInt(uint64_t value) : limbs{} { limbs[0] = value; }

  static constexpr BigInt Zero() { return BigInt(0); }
  static constexpr BigInt One() { return BigInt(1); }

  constexpr uint64_t AddInPlace(const BigInt& other) {
    unsigned __int128 carry = 0;
    for (size_t i = 0; i < N; ++i) {
      carry += static_cast<unsigned __int128>(limbs[i]) + other.limbs[i];
      limbs[i] = static_cast<uint64_t>(carry);
      carry >>= 64;
    }
    return static_cast<uint64_t>(carry);
  }
  constexpr bool operator<(const BigInt& other) const {
    for (size_t i = N; i-- > 0;) {
      if (limbs[i] != other.limbs[i]) return limbs[i] < other.limbs[i];
    }
    return false;
  }
};

template <typename Config>
class PrimeField {
 public:
  static constexpr size_t kLimbNums = 4;

#ifdef FIXED
  constexpr PrimeField() {}
#else
  constexpr PrimeField() = default;
#endif
  constexpr explicit PrimeField(uint64_t value) : value_(value) {}

  static constexpr PrimeField Zero() { return PrimeField(0); }
  static constexpr PrimeField One() { return PrimeField(1); }

  constexpr PrimeField& operator+=(const PrimeField& other) {
    value_.AddInPlace(other.value_);
    return *this;
  }
  constexpr PrimeField operator+(const PrimeField& other) const {
    PrimeField ret = *this;
    ret += other;
    return ret;
  }
  constexpr PrimeField operator*(const PrimeField& other) const {
    PrimeField ret = Zero();
    for (size_t i = 0; i < kLimbNums; ++i) ret.value_.limbs[i] = value_.limbs[i] * other.value_.limbs[kLimbNums - 1 - i];
    return ret;
  }

 private:
  BigInt<kLimbNums> value_;
};

struct FrConfig {};
using Fr = PrimeField<FrConfig>;

}  // namespace math

namespace crypto {

template <typename F>
struct LagrangeSelectors {
  std::vector<F> first_row;
  std::vector<F> last_row;
  std::vector<F> transition;
  std::vector<F> inv_zeroifier;
};

template <typename F>
class TwoAdicMultiplicativeCoset {
 public:
  TwoAdicMultiplicativeCoset(uint32_t log_n, F offset, F gen) : log_n_(log_n), offset_(offset), gen_(gen) {}

  size_t size() const { return size_t{1} << log_n_; }
  F GetElement(size_t i) const {
    F ret = offset_;
    for (; i != 0; i >>= 1) {
      if (i & 1) ret = ret * gen_;
    }
    return ret;
  }

  LagrangeSelectors<F> GetSelectorsOnCoset(const TwoAdicMultiplicativeCoset& coset) const {
    size_t sz = coset.size();
    std::vector<F> first_row(sz);     // expect: fsfind-serial-first-touch
    std::vector<F> last_row(sz);      // expect: fsfind-serial-first-touch
    std::vector<F> transition(sz);    // expect: fsfind-serial-first-touch
    std::vector<F> inv_zeroifier(sz); // expect: fsfind-serial-first-touch
    OMP_PARALLEL_FOR(size_t i = 0; i < sz; ++i) {
      F x = coset.GetElement(i);
      first_row[i] = x + F::One();
      last_row[i] = x + gen_;
      transition[i] = x * gen_;
      inv_zeroifier[i] = x * x;
    }
    return {std::move(first_row), std::move(last_row), std::move(transition), std::move(inv_zeroifier)};
  }

 private:
  uint32_t log_n_;
  F offset_;
  F gen_;
};

template <typename F>
std::vector<F> FoldEvaluations(const std::vector<F>& evals, const F& beta) {
  std::vector<F> ret(evals.size() / 2); // expect: fsfind-serial-first-touch
  OMP_PARALLEL_FOR(size_t i = 0; i < ret.size(); ++i) { ret[i] = evals[2 * i] + beta * evals[2 * i + 1]; }
  return ret;
}

std::vector<math::Fr> Quotient(uint32_t log_n, const std::vector<math::Fr>& constraints, const math::Fr& alpha) {
  TwoAdicMultiplicativeCoset<math::Fr> trace(log_n - 1, math::Fr::One(), math::Fr(7));
  TwoAdicMultiplicativeCoset<math::Fr> quotient(log_n, math::Fr(7), math::Fr(49));
  LagrangeSelectors<math::Fr> sels = trace.GetSelectorsOnCoset(quotient);
  std::vector<math::Fr> values(quotient.size()); // expect: fsfind-serial-first-touch
  OMP_PARALLEL_FOR(size_t i = 0; i < values.size(); ++i) {
    values[i] = constraints[i] * sels.first_row[i] + alpha * sels.last_row[i] + sels.transition[i] * sels.inv_zeroifier[i];
  }
  return FoldEvaluations(values, alpha);
}

}  // namespace crypto
}  // namespace tachyon
