#include "cli/report/picture/Figure.h"

#include "cli/terminal/Text.h"

#include <fmt/format.h>

namespace fsfind::report {

FigureCell numberCell(std::uint64_t number) {
  return {cli::grouped(number), static_cast<double>(number)};
}

std::string letterOf(std::size_t index) {
  constexpr std::size_t kLetters = 26;
  const std::string letter(1, static_cast<char>('A' + index % kLetters));
  return index < kLetters ? letter : letterOf(index / kLetters - 1) + letter;
}

std::string someOf(const std::vector<std::string> &words, std::size_t most) {
  if (words.size() <= most + 1)
    return cli::joined(words);
  const std::vector<std::string> first(words.begin(),
                                       words.begin() + static_cast<std::ptrdiff_t>(most));
  return fmt::format("{} and {} more", cli::joined(first), cli::grouped(words.size() - most));
}

} // namespace fsfind::report
