#pragma once
#include "ublas_space.h"

#include <omp.h>
#include <vector>

namespace Kratos {

struct Element {
    std::size_t EquationIds[4];
    double LocalRhs[4];
    bool IsActive = true;

    void CalculateRightHandSide(double Time) {
        for (int i = 0; i < 4; ++i) LocalRhs[i] = Time * (1.0 + 0.25 * i);
    }
};

struct ModelPart {
    std::vector<Element> Elements;
    std::size_t NumberOfDofs = 0;
    double Time = 0.0;
};

template <class TSparseSpace>
class BlockBuilderAndSolver {
public:
    using TSystemVectorType = typename TSparseSpace::VectorType;
    using TSystemVectorPointerType = typename TSparseSpace::VectorPointerType;

    void ResizeAndInitializeVectors(ModelPart& rModelPart, TSystemVectorPointerType& pDx, TSystemVectorPointerType& pb) {
        mEquationSystemSize = rModelPart.NumberOfDofs;
        if (!pDx) pDx = TSparseSpace::CreateEmptyVectorPointer();
        if (!pb) pb = TSparseSpace::CreateEmptyVectorPointer();
        if (pDx->size() != mEquationSystemSize) TSparseSpace::Resize(pDx, mEquationSystemSize);
        if (pb->size() != mEquationSystemSize) TSparseSpace::Resize(pb, mEquationSystemSize);
        TSparseSpace::SetToZero(*pDx);
        TSparseSpace::SetToZero(*pb);
    }

    void BuildRHS(ModelPart& rModelPart, TSystemVectorType& rb) {
        const int nelements = static_cast<int>(rModelPart.Elements.size());
        #pragma omp parallel for firstprivate(nelements) schedule(guided, 512)
        for (int k = 0; k < nelements; ++k) {
            Element& r_elem = rModelPart.Elements[k];
            if (!r_elem.IsActive) continue;
            r_elem.CalculateRightHandSide(rModelPart.Time);
            for (int i = 0; i < 4; ++i) {
                double& r_value = rb[r_elem.EquationIds[i]];
                #pragma omp atomic
                r_value += r_elem.LocalRhs[i];
            }
        }
    }

private:
    std::size_t mEquationSystemSize = 0;
};

} // namespace Kratos
