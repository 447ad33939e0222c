#include "rules/model/NumberText.h"

#include <fmt/format.h>

namespace fsfind {

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3)
    digits.insert(at - 3, ",");
  return digits;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

std::string percentage(double share) {
  if (share > 0 && share < 0.0005)
    return "<0.1%";
  return fmt::format("{:.1f}%", share * 100);
}

} // namespace fsfind
