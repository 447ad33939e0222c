#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Helps those who mistype a word of which all possible ones are known.
namespace fsfind::cli {

/// The candidate that takes the fewest changes to be made of `word`: a letter inserted, left out or
/// replaced, or two neighbours swapped (optimal string alignment). Empty if even that one differs
/// in more than a third of its letters.
[[nodiscard]] std::string nearest(std::string_view word,
                                  const std::vector<std::string> &candidates);

/// `did you mean json?`; `otherwise` if nothing is near.
[[nodiscard]] std::string suggestion(std::string_view word,
                                     const std::vector<std::string> &candidates,
                                     const std::string &otherwise = {});

} // namespace fsfind::cli
