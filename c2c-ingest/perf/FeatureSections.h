#pragma once

#include "c2c-ingest/perf/FeatureDecoders.h"
#include "c2c-ingest/perf/FileHeader.h"

#include <optional>
#include <string>

namespace fsfind::perf {

/// True if a table of feature sections lies where the header says the data ends: perf puts the
/// first section right behind the table. An interrupted recording, whose header gives no size of
/// the data, has records there.
bool featureTableFollows(Bytes file, const FileHeader &header);

/// Decodes the feature sections that follow the data of a recording in file mode. Returns what
/// was wrong if some are missing or torn; the others are decoded all the same.
std::optional<Error> readFeatureSections(Bytes file, const FileHeader &header, FeatureTarget target,
                                         const std::string &name);

} // namespace fsfind::perf
