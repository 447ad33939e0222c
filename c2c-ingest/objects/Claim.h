#pragma once

#include "c2c-ingest/objects/SiteView.h"

#include <optional>

namespace fsfind::objects {

/// The conclusion from a site_view: an object of this type lies at this address.
struct Claim {
  TypeNumber type;
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  /// True if the site addresses the object itself, or an element by its index. False if the object
  /// is guessed: from a neighbour in an array, or from a step larger than the type.
  bool exact = true;
  bool strided = false; ///< the site walks over an array of such objects

  /// Set if the object is an element of an array in an outer object. The index is not known, so
  /// neither is the outer object's address.
  struct Inside {
    TypeNumber outer;
    TypeView::ArrayAt array;
    std::uint64_t stride = 0; ///< bytes from one element to the next
    std::uint64_t offset = 0; ///< of the datum in the element
  };
  std::optional<Inside> inside;
};

/// The claim that follows from a site_view of the datum; none if nothing follows, or if the object
/// would begin before the datum's block.
std::optional<Claim> claimOf(const SiteView &site_view, const Datum &datum, TypeView &types);

} // namespace fsfind::objects
