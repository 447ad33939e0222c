#include "c2c-ingest/timing/MemoryKernels.h"

#include <array>
#include <atomic>
#include <random>
#include <utility>

namespace fsfind::timing {

namespace {

/// What is read goes here, so that compilers do not leave the reading out.
void keep(double value) {
  std::atomic<double> sink;
  sink.store(value, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

std::uint64_t readAll(std::span<double> values) {
  constexpr std::size_t kSums = 32; // independent, so that no addition waits for another
  std::array<double, kSums> sums{};
  for (std::size_t i = 0; i + kSums <= values.size(); i += kSums)
    for (std::size_t lane = 0; lane < kSums; ++lane)
      sums[lane] += values[i + lane];
  double sum = 0;
  for (const double part : sums)
    sum += part;
  keep(sum);
  return values.size_bytes();
}

std::uint64_t writeAll(std::span<double> values, double value) {
  for (double &one : values)
    one = value;
  return values.size_bytes();
}

std::uint64_t triad(std::span<double> values, double factor) {
  constexpr std::size_t kArrays = 3;
  const std::size_t size = values.size() / kArrays;
  double *__restrict a = values.data();
  const double *__restrict b = a + size, *__restrict c = b + size;
  for (std::size_t i = 0; i < size; ++i)
    a[i] = b[i] + factor * c[i];
  return kArrays * size * sizeof(double);
}

} // namespace

void chain(std::span<std::byte> memory, std::uint32_t line_size, std::uint64_t seed) {
  const std::size_t lines = memory.size() / line_size;
  const auto at = [&](std::size_t line) -> const void *& {
    return *reinterpret_cast<const void **>(memory.data() + line * line_size);
  };
  for (std::size_t line = 0; line < lines; ++line)
    at(line) = &at(line);
  // Sattolo's algorithm: a random permutation that is one cycle.
  std::mt19937_64 random(seed);
  for (std::size_t line = lines; line-- > 1;)
    std::swap(at(line), at(random() % line));
}

const void *follow(const void *start, std::uint64_t loads) {
  const void *at = start;
  for (std::uint64_t i = 0; i < loads; ++i)
    at = *static_cast<const void *const *>(at);
  return at;
}

std::uint64_t stream(Streaming streaming, std::span<std::byte> memory, std::uint64_t round) {
  const std::span<double> values(reinterpret_cast<double *>(memory.data()),
                                 memory.size() / sizeof(double));
  const auto factor = static_cast<double>(round % 2 + 1);
  switch (streaming) {
  case Streaming::Read:
    return readAll(values);
  case Streaming::Write:
    return writeAll(values, factor);
  case Streaming::Triad:
    break;
  }
  return triad(values, factor);
}

} // namespace fsfind::timing
