#pragma once

#include "c2c-ingest/perf/Recording.h"
#include "c2c-ingest/record/ByteSink.h"

#include <map>
#include <string>
#include <vector>

/// Parts of perf's header features that every recording fsfind writes has
/// (tools/perf/Documentation/perf.data-file-format.txt).
namespace fsfind::record {

/// Payloads of header features by number (tools/perf/util/header.h), in the order of their
/// sections.
using FeaturePayloads = std::map<unsigned, std::string>;

/// A feature that is one string.
[[nodiscard]] std::string textPayload(std::string_view value);

/// A number of strings, and these.
void putTexts(ByteSink &out, const std::vector<std::string> &values);

/// The feature CMDLINE.
[[nodiscard]] std::string commandLinePayload(const std::vector<std::string> &words);

/// The feature BUILD_ID, of files that programs mapped.
[[nodiscard]] std::string buildIdsPayload(const std::vector<perf::BuildIdEntry> &entries);

/// The table of feature sections and their contents; `at` is the file offset of the table.
[[nodiscard]] std::string featureSections(const FeaturePayloads &features, std::uint64_t at);

/// The first 64 bits of the header's feature bit set.
[[nodiscard]] std::uint64_t featureBits(const FeaturePayloads &features);

} // namespace fsfind::record
