// project: Mt-KaHyPar (mt-kahypar/datastructures/array.h, partitioned_hypergraph.h)
// reference: reduced from memory; the released Array assigns its initial value in parallel, for the partition and for gains
// kind: first-touch
// starts: visible
// wrong: part ids, pin counts and connectivity of a new partitioned hypergraph are std::vector, filled by the calling thread; the
//        initialisation of the partition and label propagation run over them with tbb::parallel_for.
#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tbb {
namespace task {
void execute_and_wait(void (*run)(void* body, std::size_t first, std::size_t last), void* body, std::size_t n);
}

template <typename Index, typename Function> void parallel_for(Index first, Index last, const Function& f) {
  struct body {
    const Function& f;
    Index first;
    static void run(void* self, std::size_t b, std::size_t e) {
      body& me = *static_cast<body*>(self);
      for (std::size_t i = b; i < e; ++i) me.f(static_cast<Index>(me.first + i));
    }
  } work{f, first};
  task::execute_and_wait(&body::run, &work, static_cast<std::size_t>(last - first));
}
} // namespace tbb

namespace mt_kahypar {
using HypernodeID = uint32_t;
using HyperedgeID = uint32_t;
using PartitionID = int32_t;
using HypernodeWeight = int32_t;
constexpr PartitionID kInvalidPartition = -1;

namespace parallel {
template <typename T> class IntegralAtomicWrapper {
 public:
  IntegralAtomicWrapper(T v = T()) : _v(v) {}
  IntegralAtomicWrapper(const IntegralAtomicWrapper& o) : _v(o.load()) {}
  IntegralAtomicWrapper& operator=(T v) {
    _v.store(v, std::memory_order_relaxed);
    return *this;
  }
  T load() const { return _v.load(std::memory_order_relaxed); }
  T fetch_add(T d) { return _v.fetch_add(d, std::memory_order_relaxed); }

 private:
  std::atomic<T> _v;
};

template <typename T> struct free_delete {
  void operator()(T* p) const { ::operator delete(p); }
};
} // namespace parallel

namespace ds {
#ifdef FIXED
template <typename T> class Array {
 public:
  using value_type = T;
  Array() : _group(""), _size(0), _data(nullptr), _underlying_data(nullptr) {}
  Array(const std::string& group, const std::size_t size, const value_type init_value = value_type())
      : _group(group), _size(0), _data(nullptr), _underlying_data(nullptr) {
    resize(size, init_value);
  }
  T& operator[](const std::size_t pos) { return _underlying_data[pos]; }
  const T& operator[](const std::size_t pos) const { return _underlying_data[pos]; }
  std::size_t size() const { return _size; }

  void resize(const std::size_t size, const value_type init_value = value_type()) {
    _size = size;
    _data.reset(static_cast<T*>(::operator new(size * sizeof(T))));
    _underlying_data = _data.get();
    assign(size, init_value);
  }

  void assign(const std::size_t count, const value_type value) {
    const std::size_t step = 4096;
    tbb::parallel_for(std::size_t(0), (count + step - 1) / step, [&](const std::size_t i) {
      const std::size_t last = std::min((i + 1) * step, count);
      for (std::size_t k = i * step; k < last; ++k) new (&_underlying_data[k]) T(value);
    });
  }

 private:
  std::string _group;
  std::size_t _size;
  std::unique_ptr<T, parallel::free_delete<T>> _data;
  T* _underlying_data;
};
#endif
} // namespace ds

class StaticHypergraph {
 public:
  HypernodeID initialNumNodes() const { return _num_hypernodes; }
  HyperedgeID initialNumEdges() const { return _num_hyperedges; }
  HypernodeWeight nodeWeight(HypernodeID u) const { return _weights[u]; }
  const HyperedgeID* incidentBegin(HypernodeID u) const { return _incident + _offsets[u]; }
  const HyperedgeID* incidentEnd(HypernodeID u) const { return _incident + _offsets[u + 1]; }

 private:
  HypernodeID _num_hypernodes = 0;
  HyperedgeID _num_hyperedges = 0;
  const HypernodeWeight* _weights = nullptr;
  const HyperedgeID* _incident = nullptr;
  const std::size_t* _offsets = nullptr;
};

class PartitionedHypergraph {
  using AtomicCount = parallel::IntegralAtomicWrapper<uint32_t>;

 public:
  PartitionedHypergraph(const PartitionID k, const StaticHypergraph& hypergraph)
      : _k(k),
        _hg(&hypergraph),
#ifdef FIXED
        _part_ids("Refinement", hypergraph.initialNumNodes(), kInvalidPartition),
        _pin_count("Refinement", static_cast<std::size_t>(hypergraph.initialNumEdges()) * k, AtomicCount(0)) {
#else
        _part_ids(hypergraph.initialNumNodes(), kInvalidPartition), // expect: fsfind-serial-first-touch
        _pin_count(static_cast<std::size_t>(hypergraph.initialNumEdges()) * k, AtomicCount(0)) { // expect: fsfind-serial-first-touch
#endif
  }

  PartitionID k() const { return _k; }
  PartitionID partID(const HypernodeID u) const { return _part_ids[u]; }
  uint32_t pinCountInPart(const HyperedgeID e, const PartitionID p) const { return _pin_count[std::size_t(e) * _k + p].load(); }

  void setOnlyNodePart(const HypernodeID u, const PartitionID p) {
    assert(p != kInvalidPartition && p < _k);
    _part_ids[u] = p;
  }

  void initializePartition() {
    tbb::parallel_for(HypernodeID(0), _hg->initialNumNodes(), [&](const HypernodeID u) {
      const PartitionID p = _part_ids[u];
      for (const HyperedgeID* e = _hg->incidentBegin(u); e != _hg->incidentEnd(u); ++e)
        _pin_count[std::size_t(*e) * _k + p].fetch_add(1);
    });
  }

  template <typename F> void doParallelForAllNodes(const F& f) const {
    tbb::parallel_for(HypernodeID(0), _hg->initialNumNodes(), f);
  }

  const StaticHypergraph& hypergraph() const { return *_hg; }

 private:
  PartitionID _k;
  const StaticHypergraph* _hg;
#ifdef FIXED
  ds::Array<PartitionID> _part_ids;
  ds::Array<AtomicCount> _pin_count;
#else
  std::vector<PartitionID> _part_ids;
  std::vector<AtomicCount> _pin_count;
#endif
};

void applyPartition(PartitionedHypergraph& phg, const std::vector<PartitionID>& parts) {
  phg.doParallelForAllNodes([&](const HypernodeID u) { phg.setOnlyNodePart(u, parts[u]); });
  phg.initializePartition();
}
} // namespace mt_kahypar
