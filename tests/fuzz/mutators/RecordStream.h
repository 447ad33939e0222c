#pragma once

#include "tests/fuzz/mutators/Mutation.h"

#include <string>

namespace fsfind::fuzz {

/// A record, taken apart. Sizes are not kept: they are made right when the stream is written.
struct RecordPart {
  std::uint32_t type = 0;
  std::uint16_t misc = 0;
  Buffer payload;
  Buffer following = {};        ///< what AUXTRACE and TRACING_DATA announce
  std::uint32_t packed = 0;     ///< type of the compressed record that holds it; 0 = none
  std::uint16_t size_error = 0; ///< is added to the size in its header
};

/// Records of a perf.data, read as loosely as can be.
struct RecordStream {
  std::vector<RecordPart> records;
  Buffer rest; ///< what follows the last record and is none
};

/// `swap`: of the other byte order than this machine.
[[nodiscard]] RecordStream readStream(Bytes bytes, bool swap);
/// Packs records in pieces of `chunk` bytes where they are to be packed.
[[nodiscard]] Buffer writeStream(const RecordStream &stream, bool swap, std::size_t chunk);

/// Changes one thing about the records, or more that belong together.
void mutateStream(RecordStream &stream, bool swap, Random &random);
/// Takes a few records over from another stream.
void mixStreams(RecordStream &stream, const RecordStream &other, Random &random);

/// Changes one packet of Arm SPE data.
void mutateSpe(Buffer &bytes, Random &random);

} // namespace fsfind::fuzz
