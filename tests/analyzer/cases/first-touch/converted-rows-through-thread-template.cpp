// args: -std=c++17 -pthread
// The patterns of a bird-song detector are converted once, by the main thread, into a buffer of which later every thread
// reads its rows. One member template runs lambdas on all threads, the caller among them; the row bounds are in the lambdas.
// as in: llama.cpp, https://github.com/ggml-org/llama.cpp/pull/18697
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <thread>
#include <vector>
struct Pattern {
  std::int8_t notes[28];
  float scale;
};
struct Songs {
  void *data;
  std::size_t rows, columns;
};
static void *page_memory(std::size_t bytes) {
  void *got = nullptr;
  return posix_memalign(&got, 4096, bytes) == 0 ? got : nullptr;
}
static Pattern pack(const float *raw) {
  Pattern made{{}, raw[0]};
  for (int i = 0; i < 28; ++i)
    made.notes[i] = static_cast<std::int8_t>(raw[i]);
  return made;
}
static void convert(Songs *to, const float *raw, std::size_t first, std::size_t last) {
  Pattern *out = static_cast<Pattern *>(to->data);
  for (std::size_t i = first * to->columns; i < last * to->columns; ++i)
    out[i] = pack(raw + i * 28); // expect: fsfind-serial-first-touch
}

class Team {
public:
  explicit Team(int threads) : count_(threads) {}
  void load(Songs *songs, const float *raw) {
#ifdef FIXED
    run([=](int n, int count) { convert(songs, raw, songs->rows * n / count, songs->rows * (n + 1) / count); });
#else
    convert(songs, raw, 0, songs->rows); // expect: fsfind-serial-first-touch
#endif
  }
  void listen(const void *data, std::size_t rows, std::size_t columns, const float *sound, float *match) {
    const Pattern *patterns = static_cast<const Pattern *>(data);
    run([=](int n, int count) {
      for (std::size_t r = rows * n / count; r < rows * (n + 1) / count; ++r) {
        float sum = 0;
        for (std::size_t c = 0; c < columns; ++c)
          for (int i = 0; i < 28; ++i)
            sum += patterns[r * columns + c].scale * patterns[r * columns + c].notes[i] * sound[c * 28 + i];
        match[r] = sum;
      }
    });
  }

private:
  template <class Job> void run(Job job) {
    std::vector<std::thread> threads;
    for (int n = 1; n < count_; ++n)
      threads.emplace_back(job, n, count_);
    job(0, count_);
    for (auto &thread : threads)
      thread.join();
  }
  int count_;
};
void morning(const float *raw, std::size_t rows, std::size_t columns, const float *sound, float *match) {
  Songs songs{page_memory(rows * columns * sizeof(Pattern)), rows, columns};
  Team team(16);
  team.load(&songs, raw);
  for (int minute = 0; minute < 600; ++minute)
    team.listen(songs.data, rows, columns, sound + minute, match);
}
