// project: Elemental (blas_like/level1/Zero)
// reference: https://github.com/elemental/Elemental/pull/250 (read)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: a matrix is zeroed by one memset before loops that share its columns among threads.
#include <cstring>
#include <memory>

typedef long Int;

template <typename T> class Memory {
public:
  T* Require(Int size) {
    if (size > size_) {
      buffer_ = static_cast<T*>(::operator new(size * sizeof(T))); // expect: fsfind-serial-first-touch
      size_ = size;
    }
    return buffer_;
  }
  ~Memory() { ::operator delete(buffer_); }

private:
  T* buffer_ = nullptr;
  Int size_ = 0;
};

template <typename T> class Matrix {
public:
  Matrix(Int height, Int width) : height_(height), width_(width), data_(memory_.Require(height * width)) {}
  Int Height() const { return height_; }
  Int Width() const { return width_; }
  T* Buffer() { return data_; }
  const T* LockedBuffer() const { return data_; }

private:
  Int height_, width_;
  Memory<T> memory_;
  T* data_;
};

template <typename T> void Zero(Matrix<T>& A) {
  const Int size = A.Height() * A.Width();
  T* buffer = A.Buffer();
#ifdef FIXED
#pragma omp parallel for schedule(static)
  for (Int i = 0; i < size; ++i) buffer[i] = T(0);
#else
  std::memset(buffer, 0, size * sizeof(T)); // expect: fsfind-serial-first-touch
#endif
}

template <typename T> void Axpy(T alpha, const Matrix<T>& X, Matrix<T>& Y) {
  const Int size = X.Height() * X.Width();
  const T* x = X.LockedBuffer();
  T* y = Y.Buffer();
#pragma omp parallel for schedule(static)
  for (Int i = 0; i < size; ++i) y[i] += alpha * x[i];
}

void accumulate(const Matrix<float>* panels, int count, Int m, Int n, void (*use)(Matrix<float>&)) {
  Matrix<float> C(m, n);
  Zero(C);
  for (int k = 0; k < count; ++k) Axpy(1.0f, panels[k], C);
  use(C);
}
