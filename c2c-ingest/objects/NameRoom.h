#pragma once

#include "rules/model/Profile.h"

#include <cstddef>
#include <cstdint>

namespace fsfind::objects {

/// Bounds the memory of all names of a profile. Each access site and target has copies of its own,
/// so crafted ones could take far more than the files that have them; real ones stay far below.
class NameRoom {
public:
  static constexpr std::size_t kBytes = std::size_t{1} << 27;
  /// Of each name, when there is no more room.
  static constexpr std::size_t kShortened = 128;

  void fit(Site &site);
  void fit(Target &target);
  /// Tells of names that were shortened.
  void note(Profile &profile) const;

private:
  [[nodiscard]] bool take(std::size_t bytes);

  std::size_t left_ = kBytes;
  std::size_t shortened_ = 0;
};

} // namespace fsfind::objects
