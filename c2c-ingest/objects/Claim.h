#pragma once

#include "c2c-ingest/objects/Witness.h"

#include <optional>

namespace fsfind::objects {

/// That an object of a type lies at an address, which is what a witness comes to.
struct Claim {
  TypeNumber type;
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  /// The object itself was addressed, or an element of an array by an index. Else it is guessed
  /// from a neighbour.
  bool exact = true;
  bool strided = false; ///< the site walks over an array of such objects

  /// The object is an element of an array in an object whose place is not known, for the index is
  /// not.
  struct Inside {
    TypeNumber outer;
    TypeView::ArrayAt array;
    std::uint64_t stride = 0; ///< from element to element
    std::uint64_t offset = 0; ///< of the datum in the element
  };
  std::optional<Inside> inside;
};

/// The claim of a witness of the datum at `address`; none where it comes to nothing.
std::optional<Claim> claimOf(const Witness &witness, std::uint64_t address, TypeView &types);

} // namespace fsfind::objects
