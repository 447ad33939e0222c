#pragma once

#include "c2c-ingest/objects/SiteView.h"

#include <cstdint>
#include <span>
#include <vector>

namespace fsfind::objects {

/// Views of one observation that follow from what each caller passes to the site's function, or
/// from the branches before the site. At most one of them is right.
struct PossibleViews {
  std::uint32_t observation = 0;
  std::vector<SiteView> views; ///< all of one datum
  bool complete = false;       ///< every direct call gave a view: one is taken as right
  bool branches = false;       ///< branches choose among members of one object
};

/// Chooses among possible views: the right one is that whose object other data, or certain
/// site_views, lead to as well. No view is chosen if two objects have the most support, or none has
/// any. A complete set whose views all lead to one object needs no support. Objects of one type do
/// not overlap, so each choice excludes views of others: an array is chosen from its ends inwards.
/// Members that branches choose among are first looked for in an array that takes the whole block:
/// where its elements begin is what most data there agree on, else the block's begin.
std::vector<SiteView> choosePossible(std::span<const Datum> data, std::span<const SiteView> certain,
                                     std::span<const PossibleViews> possible, TypeView &types);

} // namespace fsfind::objects
