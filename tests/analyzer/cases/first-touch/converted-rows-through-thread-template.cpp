// args: -std=c++17 -pthread
// suspect: run
// The patterns of a bird-song detector are converted once, by one thread, into a buffer of which
// each thread then reads its rows. A member template runs lambdas that compute the row bounds.
// as in: llama.cpp, https://github.com/ggml-org/llama.cpp/pull/18697
#include <cstdlib>
#include <thread>
#include <vector>
struct Pattern {
  signed char notes[28];
  float scale;
};
struct Songs {
  void *data;
  std::size_t rows;
};
static void *page_memory(std::size_t bytes) {
  void *got = nullptr;
  return posix_memalign(&got, 4096, bytes) == 0 ? got : nullptr;
}
static void convert(Songs *to, const float *raw, std::size_t first, std::size_t last) {
  Pattern *out = static_cast<Pattern *>(to->data);
  for (std::size_t i = first; i < last; ++i)
    out[i] = {{static_cast<signed char>(raw[i])}, raw[i]}; // expect: fsfind-serial-first-touch
}
struct Team {
  void load(Songs *songs, const float *raw) {
#ifdef FIXED
    run([=](std::size_t n, std::size_t count) {
      convert(songs, raw, songs->rows * n / count, songs->rows * (n + 1) / count);
    });
#else
    convert(songs, raw, 0, songs->rows); // expect: fsfind-serial-first-touch
#endif
  }
  void listen(const void *data, std::size_t rows, const float *sound, float *match) {
    const Pattern *patterns = static_cast<const Pattern *>(data);
    run([=](std::size_t n, std::size_t count) {
      for (std::size_t r = rows * n / count; r < rows * (n + 1) / count; ++r) {
        match[r] = 0;
        for (int i = 0; i < 28; ++i)
          match[r] += patterns[r].scale * patterns[r].notes[i] * sound[i];
      }
    });
  }
  template <class Job> void run(Job job) {
    std::vector<std::thread> threads;
    for (int n = 1; n < 16; ++n)
      threads.emplace_back(job, n, 16);
    job(0, 16);
    for (auto &thread : threads)
      thread.join();
  }
};
void morning(const float *raw, std::size_t rows, const float *sound, float *match) {
  Songs songs{page_memory(rows * sizeof(Pattern)), rows};
  Team team;
  team.load(&songs, raw);
  for (int minute = 0; minute < 600; ++minute)
    team.listen(songs.data, rows, sound + minute, match);
}
