#pragma once

#include "c2c-ingest/process/ProcText.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A process's mappings with the nodes of their pages.
namespace fsfind::process {

/// The texts of files that were read one after the other, while the process ran.
struct RegionTexts {
  std::string_view maps, numa_maps;
  std::optional<std::string_view> smaps; ///< empty if it was not read
  std::string_view limits = {};          ///< of the process (proc_pid_limits(5))
};

struct Regions {
  std::vector<MapsLine> maps; ///< all mappings, by address
  /// Those with present pages or a policy other than the process's, by address.
  std::vector<PlacedRegion> placed;
  /// Lines of numa_maps whose mapping is not in maps: it came or went between the two.
  std::size_t unmatched = 0;
};

/// Joins the texts by the mappings' first addresses, and tells what each mapping is used for: a
/// thread's stack follows a small mapping that nobody may use, its guard, and is no larger than the
/// limit on stacks, which is the threads' default (pthread_create(3)): a larger mapping holds other
/// memory, too, since the kernel joins neighbours; an arena of glibc begins at a multiple of 64 MiB
/// (HEAP_MAX_SIZE of malloc/arena.c), most of which is still without rights.
[[nodiscard]] Regions joinRegions(const RegionTexts &texts);

/// The mapping that holds the address; null if none does. `regions` are by address.
[[nodiscard]] const PlacedRegion *regionAt(const std::vector<PlacedRegion> &regions,
                                           std::uint64_t address);

} // namespace fsfind::process
