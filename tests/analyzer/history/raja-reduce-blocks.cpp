// project: RAJA (include/RAJA/reduce_omp.hxx, MemUtils_CPU)
// reference: reduced from memory; the released reductions space the blocks of the threads by COHERENCE_BLOCK_SIZE
// kind: per-thread-array
// starts: visible
// args: -fopenmp
// wrong: copies of a reduction object add, in every iteration, to the element of their thread in a shared block, and elements of
//        all threads follow each other.
#include <omp.h>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <memory>
#include <vector>

namespace RAJA {

typedef int Index_type;
typedef double Real_type;
typedef double CPUReductionBlockDataType;

constexpr int COHERENCE_BLOCK_SIZE = 64;
constexpr int RAJA_MAX_REDUCE_VARS = 8;
#define RAJA_INLINE inline __attribute__((always_inline))

struct omp_reduce {};
struct omp_parallel_for_exec {};

#ifdef FIXED
constexpr int s_block_offset = COHERENCE_BLOCK_SIZE / sizeof(CPUReductionBlockDataType);
#else
constexpr int s_block_offset = 1;
#endif

static CPUReductionBlockDataType* s_cpu_reduction_mem_block = nullptr; // expect: fsfind-per-thread-slots
static bool cpu_reduction_id_used[RAJA_MAX_REDUCE_VARS];

inline int getCPUReductionId() {
  int id = 0;
  while (id < RAJA_MAX_REDUCE_VARS && cpu_reduction_id_used[id]) id++;
  if (id >= RAJA_MAX_REDUCE_VARS) abort();
  cpu_reduction_id_used[id] = true;
  return id;
}

inline void releaseCPUReductionId(int id) { cpu_reduction_id_used[id] = false; }

inline CPUReductionBlockDataType* getCPUReductionMemBlock(int id) {
  int nthreads = omp_get_max_threads();
  int block_size = (nthreads * s_block_offset + 7) / 8 * 8;
  if (!s_cpu_reduction_mem_block) {
    size_t len = size_t(RAJA_MAX_REDUCE_VARS) * block_size * sizeof(CPUReductionBlockDataType);
    s_cpu_reduction_mem_block = static_cast<CPUReductionBlockDataType*>(std::aligned_alloc(COHERENCE_BLOCK_SIZE, len));
  }
  return s_cpu_reduction_mem_block + size_t(block_size) * id;
}

template <typename REDUCE_POLICY_T, typename T> class ReduceSum;
template <typename REDUCE_POLICY_T, typename T> class ReduceMin;

template <typename T> class ReduceSum<omp_reduce, T> {
 public:
  explicit ReduceSum(T init_val) : m_parent(nullptr), m_init_val(init_val), m_reduced_val(0) {
    m_myID = getCPUReductionId();
    m_blockdata = getCPUReductionMemBlock(m_myID);
    int nthreads = omp_get_max_threads();
    for (int i = 0; i < nthreads; ++i) m_blockdata[i * s_block_offset] = 0;
  }

  ReduceSum(const ReduceSum& other)
      : m_parent(other.m_parent ? other.m_parent : &other), m_init_val(other.m_init_val), m_reduced_val(0),
        m_myID(other.m_myID), m_blockdata(other.m_blockdata) {}

  ~ReduceSum() {
    if (!m_parent) releaseCPUReductionId(m_myID);
  }

  operator T() {
    T tmp_reduced_val = 0;
    int nthreads = omp_get_max_threads();
    for (int i = 0; i < nthreads; ++i) tmp_reduced_val += static_cast<T>(m_blockdata[i * s_block_offset]);
    m_reduced_val = m_init_val + tmp_reduced_val;
    return m_reduced_val;
  }

  const ReduceSum& operator+=(T val) const {
    int tid = omp_get_thread_num();
    m_blockdata[tid * s_block_offset] += val; // expect: fsfind-per-thread-slots
    return *this;
  }

 private:
  const ReduceSum* m_parent;
  T m_init_val;
  T m_reduced_val;
  int m_myID;
  CPUReductionBlockDataType* m_blockdata; // expect: fsfind-per-thread-slots
};

template <typename T> class ReduceMin<omp_reduce, T> {
 public:
  explicit ReduceMin(T init_val) : m_parent(nullptr), m_reduced_val(init_val) {
    m_myID = getCPUReductionId();
    m_blockdata = getCPUReductionMemBlock(m_myID);
    int nthreads = omp_get_max_threads();
    for (int i = 0; i < nthreads; ++i) m_blockdata[i * s_block_offset] = init_val;
  }
  ReduceMin(const ReduceMin& other)
      : m_parent(other.m_parent ? other.m_parent : &other), m_reduced_val(other.m_reduced_val), m_myID(other.m_myID),
        m_blockdata(other.m_blockdata) {}
  ~ReduceMin() {
    if (!m_parent) releaseCPUReductionId(m_myID);
  }

  operator T() {
    for (int i = 0; i < omp_get_max_threads(); ++i)
      if (m_blockdata[i * s_block_offset] < m_reduced_val) m_reduced_val = static_cast<T>(m_blockdata[i * s_block_offset]);
    return m_reduced_val;
  }

  const ReduceMin& min(T val) const {
    int tid = omp_get_thread_num();
    int idx = tid * s_block_offset;
    if (val < m_blockdata[idx]) m_blockdata[idx] = val;
    return *this;
  }

 private:
  const ReduceMin* m_parent;
  T m_reduced_val;
  int m_myID;
  CPUReductionBlockDataType* m_blockdata;
};

template <typename LOOP_BODY>
RAJA_INLINE void forall(omp_parallel_for_exec, Index_type begin, Index_type end, LOOP_BODY loop_body) {
#pragma omp parallel
  {
    auto body = loop_body;
#pragma omp for
    for (Index_type ii = begin; ii < end; ++ii) body(ii);
  }
}

} // namespace RAJA

int main() {
  const int N = 10000000;
  std::vector<double> a(N, 1.0), b(N, 0.5);
  const double* pa = a.data();
  const double* pb = b.data();

  RAJA::ReduceSum<RAJA::omp_reduce, double> dot(0.0);
  RAJA::ReduceMin<RAJA::omp_reduce, double> low(std::numeric_limits<double>::max());
  RAJA::forall(RAJA::omp_parallel_for_exec{}, 0, N, [=](int i) {
    dot += pa[i] * pb[i];
    low.min(pa[i] - pb[i]);
  });
  return double(dot) == 0.5 * N && double(low) == 0.5 ? 0 : 1;
}
