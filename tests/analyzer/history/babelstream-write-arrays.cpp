// project: BabelStream (main.cpp and OMPStream.cpp)
// reference: https://github.com/UoB-HPC/BabelStream/pull/13 (read)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the driver makes vectors with their initial values and every model copies them, on one thread, into its own arrays,
//        which its kernels then stream through in parallel. Mended by a method with which the model fills them itself.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <vector>

#define ALIGNMENT (2 * 1024 * 1024)

constexpr double startA = 0.1, startB = 0.2, startC = 0.0, startScalar = 0.4;

template <class T> class Stream {
public:
  virtual ~Stream() {}
  virtual void mul() = 0;
  virtual void triad() = 0;
  virtual T dot() = 0;
#ifdef FIXED
  virtual void init_arrays(T initA, T initB, T initC) = 0;
#else
  virtual void write_arrays(const std::vector<T>& a, const std::vector<T>& b, const std::vector<T>& c) = 0;
#endif
  virtual void read_arrays(std::vector<T>& a, std::vector<T>& b, std::vector<T>& c) = 0;
};

template <class T> class OMPStream : public Stream<T> {
protected:
  int array_size;
  T *a, *b, *c;

public:
  explicit OMPStream(int size) : array_size(size) {
    a = (T*)aligned_alloc(ALIGNMENT, sizeof(T) * array_size);
    b = (T*)aligned_alloc(ALIGNMENT, sizeof(T) * array_size);
    c = (T*)aligned_alloc(ALIGNMENT, sizeof(T) * array_size);
  }
  ~OMPStream() {
    free(a);
    free(b);
    free(c);
  }

#ifdef FIXED
  void init_arrays(T initA, T initB, T initC) override {
    int array_size = this->array_size;
#pragma omp parallel for
    for (int i = 0; i < array_size; i++) {
      a[i] = initA;
      b[i] = initB;
      c[i] = initC;
    }
  }
#else
  void write_arrays(const std::vector<T>& h_a, const std::vector<T>& h_b, const std::vector<T>& h_c) override {
    for (int i = 0; i < array_size; i++) {
      a[i] = h_a[i]; // expect: fsfind-serial-first-touch
      b[i] = h_b[i]; // expect: fsfind-serial-first-touch
      c[i] = h_c[i]; // expect: fsfind-serial-first-touch
    }
  }
#endif

  void mul() override {
    const T scalar = startScalar;
#pragma omp parallel for
    for (int i = 0; i < array_size; i++) b[i] = scalar * c[i];
  }

  void triad() override {
    const T scalar = startScalar;
#pragma omp parallel for
    for (int i = 0; i < array_size; i++) a[i] = b[i] + scalar * c[i];
  }

  T dot() override {
    T sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < array_size; i++) sum += a[i] * b[i];
    return sum;
  }

  void read_arrays(std::vector<T>& h_a, std::vector<T>& h_b, std::vector<T>& h_c) override {
#pragma omp parallel for
    for (int i = 0; i < array_size; i++) {
      h_a[i] = a[i];
      h_b[i] = b[i];
      h_c[i] = c[i];
    }
  }
};

template <typename T> T run(int ARRAY_SIZE, unsigned num_times) {
  std::unique_ptr<Stream<T>> stream = std::make_unique<OMPStream<T>>(ARRAY_SIZE);
#ifdef FIXED
  stream->init_arrays(startA, startB, startC);
#else
  {
    std::vector<T> h_a(ARRAY_SIZE, startA), h_b(ARRAY_SIZE, startB), h_c(ARRAY_SIZE, startC);
    stream->write_arrays(h_a, h_b, h_c);
  }
#endif
  T sum = 0.0;
  for (unsigned k = 0; k < num_times; k++) {
    stream->mul();
    stream->triad();
    sum = stream->dot();
  }
  return sum;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 33554432;
  std::cout << run<double>(n, 100) << '\n' << run<float>(n, 100) << '\n';
  return 0;
}
