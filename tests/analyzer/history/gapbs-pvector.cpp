// project: GAP Benchmark Suite (src/pvector.h, pr_spmv.cc)
// reference: reduced from memory; the released pvector replaces std::vector so that its elements are initialised in parallel
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: scores and contributions of all vertices are std::vector, which the main thread fills at construction; the kernels run over
//        them with parallel loops.
#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

typedef float ScoreT;
typedef int32_t NodeID;
const float kDamp = 0.85;

#ifdef FIXED
template <typename T_>
class pvector {
 public:
  typedef T_* iterator;

  pvector() : start_(nullptr), end_size_(nullptr), end_capacity_(nullptr) {}

  explicit pvector(size_t num_elements) {
    start_ = new T_[num_elements];
    end_size_ = start_ + num_elements;
    end_capacity_ = end_size_;
  }

  pvector(size_t num_elements, T_ init_val) : pvector(num_elements) { fill(init_val); }

  pvector(const pvector&) = delete;
  pvector(pvector&& other) : start_(other.start_), end_size_(other.end_size_), end_capacity_(other.end_capacity_) {
    other.start_ = nullptr;
    other.end_size_ = nullptr;
    other.end_capacity_ = nullptr;
  }
  ~pvector() { delete[] start_; }

  void fill(T_ init_val) {
#pragma omp parallel for
    for (T_* ptr = start_; ptr < end_size_; ptr++) *ptr = init_val;
  }

  T_& operator[](size_t n) { return start_[n]; }
  const T_& operator[](size_t n) const { return start_[n]; }
  size_t size() const { return end_size_ - start_; }
  iterator begin() const { return start_; }
  iterator end() const { return end_size_; }

 private:
  T_* start_;
  T_* end_size_;
  T_* end_capacity_;
};
#else
template <typename T_>
using pvector = std::vector<T_>;
#endif

template <class NodeID_, class DestID_ = NodeID_>
class CSRGraph {
  class Neighborhood {
    DestID_** g_index_;
    NodeID_ n_;

   public:
    Neighborhood(NodeID_ n, DestID_** g_index) : g_index_(g_index), n_(n) {}
    DestID_* begin() { return g_index_[n_]; }
    DestID_* end() { return g_index_[n_ + 1]; }
  };

 public:
  CSRGraph(int64_t num_nodes, DestID_** out_index, DestID_** in_index)
      : num_nodes_(num_nodes), out_index_(out_index), in_index_(in_index) {
    num_edges_ = out_index_[num_nodes_] - out_index_[0];
  }
  int64_t num_nodes() const { return num_nodes_; }
  int64_t num_edges() const { return num_edges_; }
  int64_t out_degree(NodeID_ v) const { return out_index_[v + 1] - out_index_[v]; }
  Neighborhood in_neigh(NodeID_ n) const { return Neighborhood(n, in_index_); }
  Neighborhood out_neigh(NodeID_ n) const { return Neighborhood(n, out_index_); }

 private:
  int64_t num_nodes_;
  int64_t num_edges_;
  DestID_** out_index_;
  DestID_** in_index_;
};

typedef CSRGraph<NodeID> Graph;

pvector<ScoreT> PageRankPull(const Graph& g, int max_iters, double epsilon = 0, bool logging_enabled = false) {
  const ScoreT init_score = 1.0f / g.num_nodes();
  const ScoreT base_score = (1.0f - kDamp) / g.num_nodes();
  pvector<ScoreT> scores(g.num_nodes(), init_score); // expect: fsfind-serial-first-touch
  pvector<ScoreT> outgoing_contrib(g.num_nodes());   // expect: fsfind-serial-first-touch
  for (int iter = 0; iter < max_iters; iter++) {
    double error = 0;
#pragma omp parallel for
    for (NodeID n = 0; n < g.num_nodes(); n++) outgoing_contrib[n] = scores[n] / g.out_degree(n);
#pragma omp parallel for reduction(+ : error) schedule(dynamic, 16384)
    for (NodeID u = 0; u < g.num_nodes(); u++) {
      ScoreT incoming_total = 0;
      for (NodeID v : g.in_neigh(u)) incoming_total += outgoing_contrib[v];
      ScoreT old_score = scores[u];
      scores[u] = base_score + kDamp * incoming_total;
      error += fabs(scores[u] - old_score);
    }
    if (logging_enabled) printf("%2d %lf\n", iter, error);
    if (error < epsilon) break;
  }
  return scores;
}

NodeID ShiloachVishkinStep(const Graph& g, pvector<NodeID>& comp) {
  NodeID changed = 0;
#pragma omp parallel for reduction(+ : changed)
  for (NodeID u = 0; u < g.num_nodes(); u++) {
    for (NodeID v : g.out_neigh(u)) {
      if (comp[u] < comp[v] && comp[v] == comp[comp[v]]) {
        changed++;
        comp[comp[v]] = comp[u];
      }
    }
  }
#pragma omp parallel for
  for (NodeID n = 0; n < g.num_nodes(); n++) {
    while (comp[n] != comp[comp[n]]) comp[n] = comp[comp[n]];
  }
  return changed;
}

pvector<NodeID> ShiloachVishkin(const Graph& g) {
  pvector<NodeID> comp(g.num_nodes()); // expect: fsfind-serial-first-touch
#pragma omp parallel for
  for (NodeID n = 0; n < g.num_nodes(); n++) comp[n] = n;
  while (ShiloachVishkinStep(g, comp) != 0) {
  }
  return comp;
}

void PrintTopScores(const Graph& g, const pvector<ScoreT>& scores) {
  std::vector<std::pair<ScoreT, NodeID>> top_k;
  for (NodeID n = 0; n < g.num_nodes(); n++) {
    top_k.emplace_back(scores[n], n);
    if (top_k.size() > 64) {
      std::sort(top_k.rbegin(), top_k.rend());
      top_k.resize(5);
    }
  }
  std::sort(top_k.rbegin(), top_k.rend());
  for (auto kvp : top_k) std::cout << kvp.second << ":" << kvp.first << std::endl;
}
