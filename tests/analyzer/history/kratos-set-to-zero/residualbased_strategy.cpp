#include "block_builder_and_solver.h"

#include <cmath>

namespace Kratos {

using SparseSpaceType = UblasSpace<double, UnboundedVector<double>>;

class ResidualBasedNewtonRaphsonStrategy {
public:
    ResidualBasedNewtonRaphsonStrategy(ModelPart& rModelPart, int MaxIterations, double Tolerance)
        : mrModelPart(rModelPart), mMaxIterations(MaxIterations), mTolerance(Tolerance) {}

    void Initialize() {
        mBuilder.ResizeAndInitializeVectors(mrModelPart, mpDx, mpb);
        mIsInitialized = true;
    }

    bool SolveSolutionStep(const SparseSpaceType::VectorType& rInverseDiagonal) {
        if (!mIsInitialized) Initialize();
        for (int it = 0; it < mMaxIterations; ++it) {
            SparseSpaceType::SetToZero(*mpb);
            mBuilder.BuildRHS(mrModelPart, *mpb);
            const int size = static_cast<int>(SparseSpaceType::Size(*mpb));
            auto& r_dx = *mpDx;
            const auto& r_b = *mpb;
            #pragma omp parallel for firstprivate(size)
            for (int i = 0; i < size; ++i) r_dx[i] = rInverseDiagonal[i] * r_b[i];
            if (std::sqrt(SparseSpaceType::Dot(r_dx, r_dx)) < mTolerance) return true;
        }
        return false;
    }

private:
    ModelPart& mrModelPart;
    int mMaxIterations;
    double mTolerance;
    bool mIsInitialized = false;
    BlockBuilderAndSolver<SparseSpaceType> mBuilder;
    SparseSpaceType::VectorPointerType mpDx, mpb;
};

bool Solve(ModelPart& rModelPart, const SparseSpaceType::VectorType& rInverseDiagonal) {
    ResidualBasedNewtonRaphsonStrategy strategy(rModelPart, 20, 1e-9);
    return strategy.SolveSolutionStep(rInverseDiagonal);
}

} // namespace Kratos
