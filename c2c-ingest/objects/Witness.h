#pragma once

#include "c2c-ingest/objects/TypeView.h"
#include "c2c-ingest/typing/SiteTypes.h"
#include "rules/model/Profile.h"

#include <cstdint>

namespace fsfind::objects {

/// An address that wants a name.
struct Datum {
  std::uint64_t address = 0;
  std::uint32_t space = 0; ///< tells address spaces apart
  /// What the memory is where no variable is found there.
  ObjectKind memory = ObjectKind::Unknown;
  /// Bytes that every access there takes; 0 = not known, or they differ.
  std::uint32_t access_size = 0;
};

/// One view that one access site has of a datum.
struct Witness {
  std::uint32_t datum = 0; ///< position among the data
  /// The samples of one site at one datum. Several views of them have one number.
  std::uint32_t observation = 0;
  std::uint64_t samples = 0;
  TypeNumber type;
  const typing::Hypothesis *view = nullptr; ///< its TypeId is `type`; outlives the vote
  bool verified = true;                     ///< see Target::verified
};

} // namespace fsfind::objects
