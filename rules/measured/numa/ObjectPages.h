#pragma once

#include "rules/measured/numa/MemoryUse.h"
#include "rules/measured/numa/RemoteSites.h"

#include <optional>

namespace fsfind {

/// Where one object's pages live and who loads them from memory.
class ObjectPages {
public:
  explicit ObjectPages(const Profile &profile)
      : profile_(profile), use_(profile), sites_(profile) {}

  /// As MemoryUse::add.
  void add(const Line &line, const Access &access, std::uint64_t scale);

  /// None unless nine of ten pages live on one node and are mostly used from others.
  [[nodiscard]] std::optional<Finding> finding() const;

private:
  [[nodiscard]] std::string message(const PagePlacement &placement) const;
  [[nodiscard]] Confidence confidence(const PagePlacement &placement) const;

  const Profile &profile_;
  MemoryUse use_;
  RemoteSites sites_;
  const Target *target_ = nullptr; ///< of the lowest address
};

} // namespace fsfind
