#pragma once

#include "tests/fuzz/mutators/Mutation.h"

#include <string>

namespace fsfind::fuzz {

/// The words of a command that is written a line a word.
[[nodiscard]] std::vector<std::string> wordsOf(Bytes bytes);

/// Another command: options of clang's own table come in, words go, move or change.
[[nodiscard]] Buffer mutatedCommand(Bytes bytes, Random &random);
/// The command with words of the other.
[[nodiscard]] Buffer mixedCommands(Bytes bytes, Bytes other, Random &random);

} // namespace fsfind::fuzz
