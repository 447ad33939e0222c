#pragma once

#include "c2c-ingest/objects/TypeView.h"
#include "c2c-ingest/typing/SiteTypes.h"
#include "rules/model/Profile.h"

#include <cstdint>

namespace fsfind::objects {

/// An address to be named.
struct Datum {
  std::uint64_t address = 0;
  /// Identifies the memory: a process, or a block of its heap while it was allocated. Objects of
  /// different spaces have nothing in common.
  std::uint32_t space = 0;
  /// The kind of the memory, for the case that no variable is found there.
  ObjectKind memory = ObjectKind::Unknown;
  /// Bytes that every access there takes; 0 = not known, or they differ.
  std::uint32_t access_size = 0;
  /// Bytes of the widest access there; 0 = not known.
  std::uint32_t reach = 0;
  /// First byte of the block that the datum lies in: no object begins before it. 0 = not known.
  std::uint64_t block_begin = 0;
  std::uint64_t samples = 0;   ///< of all observations, with or without a view
  std::uint64_t block_end = 0; ///< address behind the block's last byte; 0 = not known
};

/// One view that one access site has of a datum.
struct SiteView {
  std::uint32_t datum = 0; ///< position among the data
  /// Number of the observation: the samples of one site's loads or stores on one datum. Several
  /// views of it have the same number.
  std::uint32_t observation = 0;
  std::uint64_t samples = 0;
  TypeNumber type;
  const typing::Hypothesis *view = nullptr; ///< the view that has `type`; outlives the vote
  bool verified = true;                     ///< see Target::verified
  bool certain = true; ///< false for the view that was chosen among those of several callers
  /// The view is of a variable whose frame lived while the datum was used (objects/LivingFrames.h).
  bool lived = false;
};

} // namespace fsfind::objects
