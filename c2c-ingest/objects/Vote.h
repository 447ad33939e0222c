#pragma once

#include "c2c-ingest/objects/SiteView.h"

#include <span>
#include <vector>

/// Names data that no static variable covers, by the types that access sites assume there. Sites
/// that touch the same memory must agree on objects. The answer is the largest author's type that
/// contains what the other sites assume; if two such types contradict each other and neither is
/// clearly outvoted, there is none.
namespace fsfind::objects {

struct VoteResult {
  std::vector<Target> targets; ///< by datum; without evidence where nothing is known
  /// By datum: the members or elements behind the target that Datum::reach covers, in order.
  std::vector<std::vector<Target>> behind;
  std::size_t contradicted = 0; ///< data without any name because sites contradict each other

  /// What one observation alone knows for certain, where the datum has no name or another one: the
  /// memory was freed and used again. These names are doubtful.
  struct Own {
    std::uint32_t observation = 0, alternative = 0;
  };
  std::vector<Own> own;
  std::vector<Target> alternatives;
  std::vector<std::vector<Target>> behind_alternatives;
};

/// The order of site_views does not matter.
VoteResult vote(std::span<const Datum> data, std::span<const SiteView> site_views, TypeView &types);

} // namespace fsfind::objects
