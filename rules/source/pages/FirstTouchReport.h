#pragma once

#include "rules/model/Finding.h"
#include "rules/source/pages/FirstTouch.h"

#include <vector>

/// How a serial first touch is told.
namespace fsfind {

struct FirstTouchCase {
  const BufferKey &key;
  const BufferStory &story;
  const Fill &fill;
  const SharedUse &use;
};

/// Each thread has a buffer of its own.
[[nodiscard]] bool areOwn(const Fill &fill, const SharedUse &use);

[[nodiscard]] Finding firstTouchFinding(const Program &program, const FirstTouchCase &touch,
                                        Confidence confidence);

/// One place that fills several buffers is one finding, the most certain; the others are told with
/// it.
[[nodiscard]] std::vector<Finding> joinedByPlace(std::vector<Finding> findings);

} // namespace fsfind
