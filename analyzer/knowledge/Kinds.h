#pragma once

#include "analyzer/knowledge/Line.h"
#include "analyzer/knowledge/Meanings.h"

#include <optional>

/// The kinds of lines about whole names, and the properties of each. WordKinds.h has the others.
namespace fsfind::analyzer {

/// What a line says of its name.
[[nodiscard]] std::optional<Wrong> readMeaning(const Line &line, Meaning &meaning);

} // namespace fsfind::analyzer
