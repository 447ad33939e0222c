#pragma once

#include "c2c-ingest/objects/Instances.h"

#include <map>
#include <span>
#include <utility>
#include <vector>

namespace fsfind::objects {

/// The objects that observations know from their own code, whatever others say: the author's
/// records and variables that a site addresses exactly.
class OwnObjects {
public:
  /// `instances` must outlive this object.
  OwnObjects(std::span<const Datum> data, std::span<const SiteView> site_views,
             const Instances &instances);

  /// An observation and the outermost object around what it knows.
  using Known = std::pair<std::uint32_t, const Instance *>;
  /// Those of a datum whose observations know one object, by observation.
  [[nodiscard]] const std::vector<Known> &at(std::uint32_t datum) const { return at_[datum]; }
  /// True if `inner` is a part of `outer`.
  [[nodiscard]] bool isIn(const Instance &inner, const Instance &outer) const;

private:
  [[nodiscard]] const Instance *outermost(const Instance &instance) const;

  const Instances &instances_;
  std::vector<std::vector<Known>> at_;
};

} // namespace fsfind::objects
