#pragma once

#include "rules/input/InputKind.h"
#include "rules/model/Expected.h"

#include <optional>
#include <string>

namespace fsfind::jit {

/// The content of a file that a recorded program left for profilers; none if there is no such file.
/// Everybody can write to /tmp: an error if it is a link or no regular file, or belongs neither to
/// the user, to root, nor to the owner of `folder`, where the recording lies.
[[nodiscard]] Expected<std::optional<std::string>>
readCodeFile(const std::string &path, const InputKind &kind, const std::string &folder);

} // namespace fsfind::jit
