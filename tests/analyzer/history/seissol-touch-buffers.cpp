// project: SeisSol (src/Initializer/MemoryManager.cpp, src/Kernels/Touch.cpp)
// reference: reduced from memory; the released code touches buffers and derivatives in the order of the time clusters' loops
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the time buffers and derivatives of all cells of a layer come from one allocation that a serial loop over the cells clears;
//        the time clusters compute these cells in static OpenMP loops.
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <vector>

typedef double real;

namespace seissol {
namespace tensor {
struct Q { static constexpr unsigned size() { return 56 * 9; } };
struct I { static constexpr unsigned size() { return 56 * 9; } };
struct dQ { static constexpr unsigned size() { return (56 + 35 + 20 + 10 + 4 + 1) * 9; } };
} // namespace tensor

namespace memory {
enum Memkind { Standard, HighBandwidth };

class ManagedAllocator {
public:
  ~ManagedAllocator() {
    for (void* p : m_addresses) std::free(p);
  }
  void* allocateMemory(std::size_t size, std::size_t alignment = 64, Memkind kind = Standard) {
    void* p = nullptr;
    (void)kind;
    if (size == 0 || posix_memalign(&p, alignment, size) != 0) return nullptr;
    m_addresses.push_back(p);
    return p;
  }

private:
  std::vector<void*> m_addresses;
};
} // namespace memory

enum LtsSetup : unsigned short { UsesBuffers = 1 << 8, UsesDerivatives = 1 << 9, AccumulatesBuffer = 1 << 10 };

struct CellLocalInformation {
  unsigned short ltsSetup;
  unsigned clusterId;
  unsigned faceNeighborIds[4];
};

struct LocalIntegrationData {
  real starMatrices[3][24];
  real nApNm1[4][81];
};

struct Layer {
  unsigned numberOfCells = 0;
  real (*dofs)[tensor::Q::size()] = nullptr;
  real** buffers = nullptr;
  real** derivatives = nullptr;
  const CellLocalInformation* cellInformation = nullptr;
  const LocalIntegrationData* localIntegration = nullptr;
  real* buffersDerivatives = nullptr;
};

namespace kernels {
#ifdef FIXED
void touchBuffersDerivatives(real** buffers, real** derivatives, unsigned numberOfCells) {
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
  for (unsigned cell = 0; cell < numberOfCells; ++cell) {
    real* buffer = buffers[cell];
    if (buffer != nullptr) {
      for (unsigned dof = 0; dof < tensor::Q::size(); ++dof) buffer[dof] = 0.0;
    }
    real* derivative = derivatives[cell];
    if (derivative != nullptr) {
      for (unsigned dof = 0; dof < tensor::dQ::size(); ++dof) derivative[dof] = 0.0;
    }
  }
}

void fillWithStuff(real* buffer, std::size_t count) {
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < count; ++i) buffer[i] = 0.0;
}
#else
void touchBuffersDerivatives(real** buffers, real** derivatives, unsigned numberOfCells) {
  for (unsigned cell = 0; cell < numberOfCells; ++cell) {
    real* buffer = buffers[cell];
    if (buffer != nullptr) {
      for (unsigned dof = 0; dof < tensor::Q::size(); ++dof) buffer[dof] = 0.0; // expect: fsfind-serial-first-touch
    }
    real* derivative = derivatives[cell];
    if (derivative != nullptr) {
      for (unsigned dof = 0; dof < tensor::dQ::size(); ++dof) derivative[dof] = 0.0; // expect: fsfind-serial-first-touch
    }
  }
}

void fillWithStuff(real* buffer, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) buffer[i] = 0.0; // expect: fsfind-serial-first-touch
}
#endif
} // namespace kernels

class MemoryManager {
public:
  void initializeLayer(Layer& layer, const CellLocalInformation* info, const LocalIntegrationData* local, unsigned cells);

private:
  std::size_t layoutBuffers(Layer& layer, real* base);
  memory::ManagedAllocator m_memoryAllocator;
};

std::size_t MemoryManager::layoutBuffers(Layer& layer, real* base) {
  std::size_t offset = 0;
  for (unsigned cell = 0; cell < layer.numberOfCells; ++cell) {
    layer.buffers[cell] = nullptr;
    layer.derivatives[cell] = nullptr;
    if (layer.cellInformation[cell].ltsSetup & UsesBuffers) {
      if (base) layer.buffers[cell] = base + offset;
      offset += tensor::I::size();
    }
    if (layer.cellInformation[cell].ltsSetup & UsesDerivatives) {
      if (base) layer.derivatives[cell] = base + offset;
      offset += tensor::dQ::size();
    }
  }
  return offset;
}

void MemoryManager::initializeLayer(Layer& layer, const CellLocalInformation* info, const LocalIntegrationData* local, unsigned cells) {
  layer.numberOfCells = cells;
  layer.cellInformation = info;
  layer.localIntegration = local;
  layer.buffers = static_cast<real**>(m_memoryAllocator.allocateMemory(cells * sizeof(real*)));
  layer.derivatives = static_cast<real**>(m_memoryAllocator.allocateMemory(cells * sizeof(real*)));
  const std::size_t size = layoutBuffers(layer, nullptr);
  layer.buffersDerivatives = static_cast<real*>(m_memoryAllocator.allocateMemory(size * sizeof(real), 4096, memory::HighBandwidth));
  layoutBuffers(layer, layer.buffersDerivatives);
  kernels::touchBuffersDerivatives(layer.buffers, layer.derivatives, cells); // expect: fsfind-serial-first-touch
  layer.dofs = static_cast<real(*)[tensor::Q::size()]>(m_memoryAllocator.allocateMemory(cells * sizeof(*layer.dofs), 4096));
  kernels::fillWithStuff(&layer.dofs[0][0], static_cast<std::size_t>(cells) * tensor::Q::size());
}

namespace time_stepping {
class TimeCluster {
public:
  explicit TimeCluster(Layer& layer) : m_layer(layer) {}
  void computeLocalIntegration(double timeStep, bool resetBuffers);

private:
  Layer& m_layer;
};

void TimeCluster::computeLocalIntegration(double timeStep, bool resetBuffers) {
  Layer& layer = m_layer;
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
  for (unsigned cell = 0; cell < layer.numberOfCells; ++cell) {
    real integrated[tensor::I::size()];
    real* dofs = layer.dofs[cell];
    const LocalIntegrationData& data = layer.localIntegration[cell];
    for (unsigned i = 0; i < tensor::I::size(); ++i) integrated[i] = timeStep * dofs[i] * data.starMatrices[i % 3][i % 24];
    if (real* derivatives = layer.derivatives[cell]) {
      for (unsigned i = 0; i < tensor::dQ::size(); ++i) derivatives[i] = dofs[i % tensor::Q::size()] * data.nApNm1[0][i % 81];
    }
    if (real* buffer = layer.buffers[cell]) {
      const bool accumulate = (layer.cellInformation[cell].ltsSetup & AccumulatesBuffer) && !resetBuffers;
      for (unsigned i = 0; i < tensor::I::size(); ++i) buffer[i] = accumulate ? buffer[i] + integrated[i] : integrated[i];
    }
    for (unsigned i = 0; i < tensor::Q::size(); ++i) dofs[i] += integrated[i];
  }
}
} // namespace time_stepping
} // namespace seissol
