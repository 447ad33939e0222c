#pragma once

#include "c2c-ingest/Ingest.h"
#include "c2c-ingest/lines/Aggregate.h"
#include "c2c-ingest/perf/Recording.h"

namespace fsfind::ingest {

/// Fills a Source from the recording's header: machine, command, events, line size (or the user's).
Source describeSource(const std::string &path, const perf::Recording &recording,
                      const IngestOptions &options);

/// The processor's model, and the build-ids that header and mappings tell.
Origins describeOrigins(const perf::Recording &recording);

/// The vendor whose encoding the data sources have; Unknown if the header does not tell.
Vendor vendorOf(const perf::Features &features);

/// Why these samples cannot show contention, and what to record instead; none if they can.
/// `code_read`: of a clock's samples, the code around some was found and decoded.
std::optional<Error> findObstacle(const Profile &profile, const perf::Recording &recording,
                                  const lines::LeftOut &left_out, bool code_read);

/// A note on a simulated recording that was thinned to stay below its limit, which the periods of
/// its samples tell.
void noteThinning(const perf::Recording &recording, Profile &profile);

/// One note for each way in which samples were lost or left out.
void noteLosses(const perf::Recording &recording, const perf::AddressSpaces &spaces,
                const lines::LeftOut &left_out, Profile &profile);

} // namespace fsfind::ingest
