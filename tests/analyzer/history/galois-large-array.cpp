// project: Galois (libgalois/include/galois/LargeArray.h, Mem policies, PageRank pull)
// reference: reduced from memory; the released applications allocate blocked memory and construct its elements in a do_all
// kind: first-touch
// starts: visible
// wrong: node data and the row index of the graph are constructed by LargeArray::create in the calling thread, the rows read there
//        with fread; the pool's threads process blocks of the nodes.
#include <algorithm>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

namespace galois {
namespace substrate {
class ThreadPool {
public:
  explicit ThreadPool(unsigned n) : count(n) {
    for (unsigned i = 1; i < n; ++i) threads.emplace_back(&ThreadPool::threadLoop, this, i);
  }
  ~ThreadPool() {
    run(count, std::function<void(unsigned)>());
    for (auto& t : threads) t.join();
  }
  unsigned getMaxThreads() const { return count; }

  void run(unsigned, std::function<void(unsigned)> f) {
    std::unique_lock<std::mutex> lock(mutex);
    work = std::move(f);
    ++generation;
    pending = count - 1;
    start.notify_all();
    lock.unlock();
    if (work) work(0);
    lock.lock();
    done.wait(lock, [this] { return pending == 0; });
  }

private:
  void threadLoop(unsigned tid) {
    for (unsigned seen = 0;;) {
      std::unique_lock<std::mutex> lock(mutex);
      start.wait(lock, [&] { return generation != seen; });
      seen = generation;
      lock.unlock();
      if (work) work(tid);
      lock.lock();
      if (--pending == 0) done.notify_all();
      if (!work) return;
    }
  }

  unsigned count;
  std::vector<std::thread> threads;
  std::mutex mutex;
  std::condition_variable start, done;
  std::function<void(unsigned)> work;
  unsigned generation = 0, pending = 0;
};

ThreadPool& getThreadPool() {
  static ThreadPool pool(std::thread::hardware_concurrency());
  return pool;
}
} // namespace substrate

inline std::pair<size_t, size_t> block_range(size_t n, unsigned id, unsigned num) {
  const size_t per = (n + num - 1) / num;
  return {std::min(n, per * id), std::min(n, per * (id + 1))};
}

template <typename F> void do_all(size_t n, const F& fn) {
  auto& pool = substrate::getThreadPool();
  const unsigned num = pool.getMaxThreads();
  pool.run(num, [&](unsigned tid) {
    auto r = block_range(n, tid, num);
    for (size_t i = r.first; i < r.second; ++i) fn(i);
  });
}

template <typename T> class LargeArray {
public:
  LargeArray() : m_data(nullptr), m_size(0) {}
  ~LargeArray() { std::free(m_data); }
  LargeArray(const LargeArray&) = delete;

  void allocate(size_t n) {
    assert(!m_data);
    m_size = n;
    m_data = static_cast<T*>(std::malloc(n * sizeof(T)));
  }

  template <typename... Args> void construct(Args... args) {
    for (size_t i = 0; i < m_size; ++i) new (&m_data[i]) T(args...); // expect: fsfind-serial-first-touch
  }

  template <typename... Args> void constructBlocked(Args... args) {
    T* data = m_data;
    do_all(m_size, [=](size_t i) { new (&data[i]) T(args...); });
  }

  template <typename... Args> void create(size_t n, Args... args) {
    allocate(n);
#ifdef FIXED
    constructBlocked(args...);
#else
    construct(args...);
#endif
  }

  T& operator[](size_t i) { return m_data[i]; }
  const T& operator[](size_t i) const { return m_data[i]; }
  T* data() { return m_data; }
  size_t size() const { return m_size; }

private:
  T* m_data;
  size_t m_size;
};

struct LNode {
  float value;
  uint32_t nout;
  LNode() : value(0.15f), nout(0) {}
};

class LC_CSR_Graph {
public:
  bool readGraph(const char* name);
  size_t size() const { return numNodes; }
  LNode& getData(size_t n) { return nodeData[n]; }
  uint64_t edge_begin(size_t n) const { return n ? rowIndex[n - 1] : 0; }
  uint64_t edge_end(size_t n) const { return rowIndex[n]; }
  uint32_t getEdgeDst(uint64_t e) const { return edgeDst[e]; }

private:
  size_t numNodes = 0, numEdges = 0;
  LargeArray<LNode> nodeData;
  LargeArray<uint64_t> rowIndex;
  LargeArray<uint32_t> edgeDst;
};

bool LC_CSR_Graph::readGraph(const char* name) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name, "rb"), &std::fclose);
  uint64_t header[4];
  if (!file || std::fread(header, sizeof(uint64_t), 4, file.get()) != 4) return false;
  numNodes = header[2];
  numEdges = header[3];
  nodeData.create(numNodes);
  rowIndex.create(numNodes, uint64_t(0));
  edgeDst.create(numEdges, uint32_t(0));
  if (std::fread(rowIndex.data(), sizeof(uint64_t), numNodes, file.get()) != numNodes) return false;
  return std::fread(edgeDst.data(), sizeof(uint32_t), numEdges, file.get()) == numEdges;
}

void computeOutDegrees(LC_CSR_Graph& graph) {
  do_all(graph.size(), [&](size_t n) { graph.getData(n).nout = uint32_t(graph.edge_end(n) - graph.edge_begin(n)); });
}

void computePRResidual(LC_CSR_Graph& graph, unsigned maxIterations) {
  LargeArray<float> delta;
  delta.create(graph.size(), 0.0f);
  for (unsigned iteration = 0; iteration < maxIterations; ++iteration) {
    do_all(graph.size(), [&](size_t n) {
      float sum = 0;
      for (uint64_t e = graph.edge_begin(n); e < graph.edge_end(n); ++e) {
        LNode& dst = graph.getData(graph.getEdgeDst(e));
        sum += dst.nout ? dst.value / dst.nout : 0;
      }
      delta[n] = 0.15f + 0.85f * sum;
    });
    do_all(graph.size(), [&](size_t n) { graph.getData(n).value = delta[n]; });
  }
}
} // namespace galois
