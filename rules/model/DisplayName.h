#pragma once

#include "rules/model/Profile.h"

namespace fsfind {

/// What an object is called: its variable's name, or else its type; empty if neither is known.
[[nodiscard]] inline const std::string &displayName(const Object &object) {
  return object.name.empty() ? object.type : object.name;
}

} // namespace fsfind
