// project: llama.cpp (ggml-cpu/repack.cpp)
// reference: https://github.com/ggml-org/llama.cpp/pull/18697 (read)
// kind: first-touch
// starts: visible
// also-true: fsfind-partition-edges
// wrong: the main thread writes the repacked weights into a fresh buffer, so all pages are on its node while every compute
//        thread streams its rows.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

struct block_q4_0 {
  uint16_t d;
  uint8_t qs[16];
};
struct block_q4_0x4 {
  uint16_t d[4];
  uint8_t qs[64];
};

struct ggml_tensor {
  int64_t ne[4];
  void* data;
};

static block_q4_0x4 make_block(const block_q4_0* in) {
  block_q4_0x4 out;
  for (int i = 0; i < 4; i++) out.d[i] = in[i].d;
  for (int i = 0; i < 64; i++) out.qs[i] = in[i % 4].qs[i / 4] ^ 0x88;
  return out;
}

static void repack_rows(block_q4_0x4* dst, const block_q4_0* src, int64_t from, int64_t to, int64_t nblocks) {
  for (int64_t row = from; row < to; row++)
    for (int64_t x = 0; x < nblocks; x++) {
      block_q4_0 rows[4];
      for (int i = 0; i < 4; i++) rows[i] = src[(row * 4 + i) * nblocks + x];
      dst[row * nblocks + x] = make_block(rows); // expect: fsfind-serial-first-touch
    }
}

static void* buffer_alloc(size_t size) {
  void* data = nullptr;
  return posix_memalign(&data, 64, size) ? nullptr : data;
}

static float row_dot(const block_q4_0x4* row, const float* x, int64_t nblocks) {
  float sum = 0;
  for (int64_t b = 0; b < nblocks; b++)
    for (int i = 0; i < 64; i++) sum += static_cast<float>(row[b].qs[i] & 15) * x[b * 64 + i];
  return sum;
}

class cpu_backend {
public:
  explicit cpu_backend(int n_threads) : n_threads_(n_threads) {}

  void set_tensor(ggml_tensor* t, const void* data) {
    const int64_t nblocks = t->ne[0] / 32, nrows = t->ne[1] / 4;
    t->data = buffer_alloc(sizeof(block_q4_0x4) * nrows * nblocks); // expect: fsfind-serial-first-touch
    auto* dst = static_cast<block_q4_0x4*>(t->data);
    auto* src = static_cast<const block_q4_0*>(data);
#ifdef FIXED
    parallel([=](int ith, int nth) { repack_rows(dst, src, nrows * ith / nth, nrows * (ith + 1) / nth, nblocks); });
#else
    repack_rows(dst, src, 0, nrows, nblocks); // expect: fsfind-serial-first-touch
#endif
  }

  void mul_mat(const ggml_tensor* w, const float* x, float* y) {
    const int64_t nblocks = w->ne[0] / 32, nrows = w->ne[1] / 4;
    auto* blocks = static_cast<const block_q4_0x4*>(w->data);
    parallel([=](int ith, int nth) {
      for (int64_t r = nrows * ith / nth; r < nrows * (ith + 1) / nth; r++) y[r] = row_dot(blocks + r * nblocks, x, nblocks);
    });
  }

private:
  template <typename F> void parallel(F&& f) {
    std::vector<std::thread> workers;
    for (int i = 1; i < n_threads_; i++) workers.emplace_back(f, i, n_threads_);
    f(0, n_threads_);
    for (auto& w : workers) w.join();
  }
  int n_threads_;
};

void load_and_run(cpu_backend& backend, ggml_tensor* w, const void* file, const float* x, float* y, int tokens) {
  backend.set_tensor(w, file);
  for (int t = 0; t < tokens; t++) backend.mul_mat(w, x, y);
}
