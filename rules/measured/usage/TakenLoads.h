#pragma once

#include "rules/measured/usage/LineUsage.h"
#include "rules/model/Finding.h"

#include <optional>
#include <vector>

/// Whether contended loads were essential (true sharing) or useless (false sharing, which ends if
/// the data are put apart). Simulation tells it of each one (Access::essential); of hardware's
/// recordings it is estimated by whose stores there were: to what the load's operation uses
/// (Operations), or only to the rest of the line.
namespace fsfind {

/// Contended loads: essential ones (`same`), and useless ones (`other`). Where the recording tells
/// what each miss brought, `other` is what parting the data ends: a miss that brought news of two
/// of them would be two, so that of a part it may be negative.
struct TakenLoads {
  double same = 0, other = 0;
  /// Some are distributed in proportion to the other threads' sampled stores: the recording does
  /// not tell what each one met.
  bool estimated = false;

  TakenLoads &operator+=(const TakenLoads &more);
  [[nodiscard]] double all() const { return same + other; }
  /// The verdict by the shares alone; empty if the loads are too few to tell.
  [[nodiscard]] std::optional<Sharing> sharing() const;
  /// Empty without loads.
  [[nodiscard]] std::optional<FalsePart> falsePart() const;
};

/// Of the contended loads of the cells c with `part_of[c]`. Where it is estimated, bytes of one
/// cell count as the same: nobody can put them apart.
[[nodiscard]] TakenLoads takenLoads(const Profile &profile, const Line &line,
                                    const LineUsage &usage, const std::vector<bool> &part_of);

/// The verdict on these cells; empty if the recording does not tell what their loads met, or has
/// too few.
[[nodiscard]] std::optional<Sharing> toldSharing(const Profile &profile, const Line &line,
                                                 const LineUsage &usage,
                                                 const std::vector<bool> &part_of);

/// The verdict on lines, or cells of them, of which the bytes that threads use say `by_bytes`, and
/// the loads `taken`: what the recording tells of the loads; else what the bytes tell, and of mixed
/// sharing what the estimate says. Where threads write apart (UsageTable::writesApart), as a ring's
/// ends that mostly look at each other's index, a small false part is no stray.
[[nodiscard]] Sharing decidedSharing(Sharing by_bytes, bool write_apart, const TakenLoads &taken);

/// `loads`, or if the recording does not tell what they met, what `sharing`, the verdict on the
/// line, says of all `contended` loads.
[[nodiscard]] TakenLoads agreeing(const TakenLoads &loads, std::uint64_t contended,
                                  Sharing sharing);

} // namespace fsfind
