#pragma once

#include "rules/model/Finding.h"
#include "rules/source/pages/FirstTouch.h"

#include <vector>

/// Writes the findings about serial first touch.
namespace fsfind {

struct FirstTouchCase {
  const BufferKey &key;
  const BufferStory &story;
  const Fill &fill;
  const SharedUse &use;
};

/// Each thread has a buffer of its own.
[[nodiscard]] bool areOwn(const Fill &fill, const SharedUse &use);

[[nodiscard]] Finding firstTouchFinding(const Program &program, const FirstTouchCase &touch);

/// Joins the findings of one place, which fills several buffers: the first gets the places and
/// members of the others.
[[nodiscard]] std::vector<Finding> joinedByPlace(std::vector<Finding> findings);

} // namespace fsfind
