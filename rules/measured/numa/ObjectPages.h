#pragma once

#include "rules/measured/numa/MemoryUse.h"
#include "rules/measured/numa/RemoteSites.h"

#include <optional>

namespace fsfind {

/// On which nodes one object's pages lie, and which threads load them from memory.
class ObjectPages {
public:
  explicit ObjectPages(const Profile &profile)
      : profile_(profile), use_(profile), sites_(profile) {}

  /// As MemoryUse::add.
  void add(const Line &line, const Access &access, std::uint64_t scale);

  /// Empty unless nine of ten pages lie on one node and MemoryUse::isRemote().
  [[nodiscard]] std::optional<Finding> finding() const;

private:
  [[nodiscard]] std::string message(const PagePlacement &placement) const;
  [[nodiscard]] Confidence confidence(const PagePlacement &placement) const;

  const Profile &profile_;
  MemoryUse use_;
  RemoteSites sites_;
  const Target *target_ = nullptr; ///< the one with the lowest address
};

} // namespace fsfind
