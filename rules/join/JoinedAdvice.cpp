#include "rules/join/JoinedAdvice.h"

#include "rules/join/EditsTogether.h"
#include "rules/join/EndsMeasured.h"

#include <optional>

namespace fsfind {

namespace {

/// A latent finding's advice, without what does not end the contention that was measured.
struct Fitting {
  std::vector<Advice> advice;
  Ends ends = Ends::No; ///< of the advice as a whole
};

/// Aligned blocks stay beside other advice that ends the contention: it needs them.
Fitting fitting(const Finding &latent, const Finding &measured, std::uint32_t line_size,
                const FileMatch &files) {
  Fitting result;
  bool missed = false;
  for (const Advice &one : latent.advice) {
    const Ends here = ends(one, measured, latent, line_size, files);
    if (here == Ends::Yes)
      result.ends = Ends::Yes;
    missed |= here == Ends::No;
    if (here != Ends::No || one.remedy == Remedy::AlignAllocation)
      result.advice.push_back(one);
  }
  if (result.ends != Ends::Yes)
    result.ends = missed || latent.advice.empty() ? Ends::No : Ends::Unknown;
  return result;
}

/// Adds the edits of advice on another latent finding, whose data may be what was measured. Without
/// such edits none are left: those that are there may be of data that was not.
void addOf(const std::vector<Advice> &other, std::vector<Advice> &to) {
  const Advice *found = firstWithEdits(to);
  if (found == nullptr)
    return;
  Advice &first = to[static_cast<std::size_t>(found - to.data())];
  if (const Advice *more = firstBeside(first, other)) {
    addEdits(first, *more);
    first.before.clear(); // of one of them only
    first.after.clear();
    return;
  }
  for (Advice &one : to)
    if (!one.edits.empty()) {
      one.edits.clear();
      one.obstacle = "the recording does not tell which of several arrays it shows";
    }
}

/// That of the first latent finding whose advice ends what was measured, else of the first for
/// which that cannot be told; with the edits of others as well, if it is not told which of these
/// arrays, all allocated in one place, was measured.
std::optional<std::vector<Advice>> ofSources(const std::vector<const Finding *> &latent,
                                             const Finding &measured, std::uint32_t line_size,
                                             const FileMatch &files) {
  std::optional<std::vector<Advice>> best;
  Ends known = Ends::No;
  for (const Finding *finding : latent) {
    Fitting one = fitting(*finding, measured, line_size, files);
    if (one.ends == Ends::No)
      continue;
    if (!best || (one.ends == Ends::Yes && known != Ends::Yes)) {
      best = std::move(one.advice);
      known = one.ends;
    } else if (one.ends == known && measured.object.name.empty()) {
      addOf(one.advice, *best);
    }
  }
  return best;
}

bool haveEdits(const std::vector<Advice> &all) {
  return std::any_of(all.begin(), all.end(), [](const Advice &one) { return !one.edits.empty(); });
}

} // namespace

std::vector<Advice> joinedAdvice(const std::vector<const Finding *> &measured,
                                 const std::vector<const Finding *> &latent,
                                 std::uint32_t line_size, const FileMatch &files) {
  const Finding &dearest = *measured.front();
  auto of_sources = ofSources(latent, dearest, line_size, files);
  if (!of_sources || (dearest.editing() != nullptr && !haveEdits(*of_sources)))
    return dearest.advice;
  return *std::move(of_sources);
}

} // namespace fsfind
