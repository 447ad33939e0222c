#pragma once
// project: Kratos Multiphysics (kratos/spaces/ublas_space.h)
// reference: https://github.com/KratosMultiphysics/Kratos/pull/335 (read)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the space's SetToZero fills a vector in the main thread, and it is the first to write to the system's vectors after their
//        storage was allocated uninitialised; the assembly and the vector operations are parallel.
#include <cstddef>
#include <memory>
#include <utility>

namespace Kratos {

template <class TDataType>
class UnboundedVector {
public:
    using size_type = std::size_t;

    UnboundedVector() = default;
    explicit UnboundedVector(size_type Size) { resize(Size, false); }
    UnboundedVector(const UnboundedVector&) = delete;
    UnboundedVector& operator=(const UnboundedVector&) = delete;
    ~UnboundedVector() { delete[] mpData; }

    void resize(size_type Size, bool Preserve) {
        if (Size == mSize) return;
        TDataType* p_new = new TDataType[Size];
        if (Preserve) {
            for (size_type i = 0; i < (Size < mSize ? Size : mSize); ++i) p_new[i] = mpData[i];
        }
        delete[] mpData;
        mpData = p_new;
        mSize = Size;
    }

    size_type size() const { return mSize; }
    TDataType& operator[](size_type i) { return mpData[i]; }
    const TDataType& operator[](size_type i) const { return mpData[i]; }

private:
    TDataType* mpData = nullptr;
    size_type mSize = 0;
};

template <class TDataType, class TVectorType>
class UblasSpace {
public:
    using DataType = TDataType;
    using VectorType = TVectorType;
    using IndexType = std::size_t;
    using SizeType = std::size_t;
    using VectorPointerType = std::shared_ptr<TVectorType>;

    static VectorPointerType CreateEmptyVectorPointer() { return std::make_shared<TVectorType>(); }

    static IndexType Size(const VectorType& rV) { return rV.size(); }

    static void Resize(VectorPointerType& pX, SizeType n) { pX->resize(n, false); }

    static TDataType Dot(const VectorType& rX, const VectorType& rY) {
        const int size = static_cast<int>(rX.size());
        TDataType total = TDataType();
        #pragma omp parallel for reduction(+ : total) firstprivate(size)
        for (int i = 0; i < size; ++i) total += rX[i] * rY[i];
        return total;
    }

    static void UnaliasedAdd(VectorType& rX, const double A, const VectorType& rY) {
        const int size = static_cast<int>(rX.size());
        #pragma omp parallel for firstprivate(size)
        for (int i = 0; i < size; ++i) rX[i] += A * rY[i];
    }

    static void Assign(VectorType& rX, const double A, const VectorType& rY) {
        const int size = static_cast<int>(rX.size());
        #pragma omp parallel for firstprivate(size)
        for (int i = 0; i < size; ++i) rX[i] = A * rY[i];
    }

    static void SetToZero(VectorType& rX) {
        const int size = static_cast<int>(rX.size());
#ifdef FIXED
        #pragma omp parallel for firstprivate(size)
#endif
        for (int i = 0; i < size; ++i) rX[i] = TDataType(); // expect: fsfind-serial-first-touch
    }
};

} // namespace Kratos
