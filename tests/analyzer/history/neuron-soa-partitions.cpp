// project: NEURON (SoA node data, thread partitions)
// reference: https://github.com/neuronsimulator/nrn/pull/2951 (read; an experiment of the maintainers)
// kind: partition-edges
// starts: visible
// wrong: each thread advances a contiguous range of every variable; ranges end where cells end, so neighbours meet in a line.
#include <cstddef>
#include <memory>
#include <new>
#include <thread>
#include <vector>

namespace neuron {
constexpr std::size_t kLine = 64;
constexpr std::size_t kPerLine = kLine / sizeof(double);

struct Column {
  explicit Column(std::size_t n)
#ifdef FIXED
      : values(static_cast<double*>(::operator new(n * sizeof(double), std::align_val_t(kLine))))
#else
      : values(static_cast<double*>(::operator new(n * sizeof(double))))
#endif
  {
  }
  double* values; // expect: fsfind-partition-edges
};

struct Partition {
  std::size_t begin, end;
};

std::vector<Partition> partition(const std::vector<std::size_t>& nodes_of_thread) {
  std::vector<Partition> parts;
  std::size_t at = 0;
  for (std::size_t n : nodes_of_thread) {
    parts.push_back({at, at + n});
    at += n;
#ifdef FIXED
    at = (at + kPerLine - 1) / kPerLine * kPerLine;
#endif
  }
  return parts;
}

struct NodeData {
  explicit NodeData(std::size_t n) : v(n), rhs(n), d(n) {}
  Column v, rhs, d;
};

static void advance(NodeData& data, Partition part, int steps, double dt) {
  double* v = data.v.values;     // expect: fsfind-partition-edges
  double* rhs = data.rhs.values; // expect: fsfind-partition-edges
  double* d = data.d.values;     // expect: fsfind-partition-edges
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = part.begin; i < part.end; ++i) {
      d[i] = 1.0 + dt;
      rhs[i] = -v[i] * dt;
    }
    for (std::size_t i = part.begin; i < part.end; ++i) v[i] += rhs[i] / d[i]; // expect: fsfind-partition-edges
  }
}

void integrate(const std::vector<std::size_t>& nodes_of_thread, int steps, double dt) {
  const auto parts = partition(nodes_of_thread);
  NodeData data(parts.back().end);
  std::vector<std::thread> threads;
  for (const Partition& part : parts) threads.emplace_back([&data, part, steps, dt] { advance(data, part, steps, dt); });
  for (auto& t : threads) t.join();
}
} // namespace neuron
