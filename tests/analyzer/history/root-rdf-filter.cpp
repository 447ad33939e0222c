// project: ROOT (tree/dataframe, RFilter and RDefine)
// reference: pull request 8007 of ROOT on GitHub (read)
// kind: per-thread-array
// starts: hidden
// wrong: each node of the computation graph keeps the last entry, the last result and the counts of every processing slot in
//        plain vectors indexed by slot, which the slots' threads write at every event. The mending spaces the slots out.
#include <cstddef>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using ULong64_t = unsigned long long;
using Long64_t = long long;

namespace ROOT {
namespace RDFInternal {
constexpr std::size_t kCacheLineSize = 64;
#ifdef FIXED
template <typename T> constexpr std::size_t CacheLineStep() { return (kCacheLineSize + sizeof(T) - 1) / sizeof(T); }
#else
template <typename T> constexpr std::size_t CacheLineStep() { return 1; }
#endif
} // namespace RDFInternal

namespace RDFDetail {
using RDFInternal::CacheLineStep;

class RNodeBase {
public:
   virtual ~RNodeBase() = default;
   virtual bool CheckFilters(unsigned int slot, Long64_t entry) = 0;
};

class RFilterBase : public RNodeBase {
protected:
   std::vector<Long64_t> fLastCheckedEntry;      // expect: fsfind-per-thread-slots
   std::vector<int> fLastResult = {true};        // expect: fsfind-per-thread-slots
   std::vector<ULong64_t> fAccepted = {0};       // expect: fsfind-per-thread-slots
   std::vector<ULong64_t> fRejected = {0};       // expect: fsfind-per-thread-slots
   const std::string fName;
   const unsigned int fNSlots;

public:
   RFilterBase(std::string name, unsigned int nSlots)
      : fLastCheckedEntry(nSlots * CacheLineStep<Long64_t>(), -1), fLastResult(nSlots * CacheLineStep<int>()),
        fAccepted(nSlots * CacheLineStep<ULong64_t>()), fRejected(nSlots * CacheLineStep<ULong64_t>()),
        fName(std::move(name)), fNSlots(nSlots)
   {
   }

   std::pair<ULong64_t, ULong64_t> Report() const
   {
      const auto accepted = std::accumulate(fAccepted.begin(), fAccepted.end(), 0ULL);
      return {accepted, accepted + std::accumulate(fRejected.begin(), fRejected.end(), 0ULL)};
   }
};

template <typename FilterF, typename PrevNode> class RFilter final : public RFilterBase {
   FilterF fFilter;
   PrevNode &fPrevNode;

public:
   RFilter(FilterF f, PrevNode &prev, std::string name, unsigned int nSlots)
      : RFilterBase(std::move(name), nSlots), fFilter(std::move(f)), fPrevNode(prev)
   {
   }

   bool CheckFilters(unsigned int slot, Long64_t entry) final
   {
      if (entry != fLastCheckedEntry[slot * CacheLineStep<Long64_t>()]) {
         if (!fPrevNode.CheckFilters(slot, entry)) {
            fLastResult[slot * CacheLineStep<int>()] = false;
         } else {
            const bool passed = fFilter(slot, entry);
            passed ? ++fAccepted[slot * CacheLineStep<ULong64_t>()] : ++fRejected[slot * CacheLineStep<ULong64_t>()];
            fLastResult[slot * CacheLineStep<int>()] = passed;
         }
         fLastCheckedEntry[slot * CacheLineStep<Long64_t>()] = entry;
      }
      return fLastResult[slot * CacheLineStep<int>()];
   }
};
} // namespace RDFDetail

// Runs the callable once per range of entries, each call with a slot number that no other running call has.
class TThreadExecutor {
public:
   void Foreach(const std::function<void(unsigned int slot, Long64_t begin, Long64_t end)> &f, Long64_t entries);
};

class RLoopManager : public RDFDetail::RNodeBase {
public:
   bool CheckFilters(unsigned int, Long64_t) final { return true; }

   void RunMT(RDFDetail::RNodeBase &leaf, Long64_t entries)
   {
      TThreadExecutor pool;
      pool.Foreach(
         [&leaf](unsigned int slot, Long64_t begin, Long64_t end) {
            for (auto entry = begin; entry < end; ++entry)
               leaf.CheckFilters(slot, entry);
         },
         entries);
   }
};
} // namespace ROOT

double Pt(unsigned int slot, Long64_t entry);

std::pair<ULong64_t, ULong64_t> CountHighPt(Long64_t entries, unsigned int nSlots)
{
   ROOT::RLoopManager lm;
   auto cut = [](unsigned int slot, Long64_t entry) { return Pt(slot, entry) > 20.; };
   ROOT::RDFDetail::RFilter<decltype(cut), ROOT::RLoopManager> filter(cut, lm, "pt", nSlots);
   lm.RunMT(filter, entries);
   return filter.Report();
}
