#include "rules/remedy/source/WrittenAlignment.h"

#include <algorithm>

namespace fsfind {

namespace {

/// A page: more is meant for something else than cachelines.
constexpr std::uint64_t kMostAlignment = 4096;

} // namespace

std::optional<bool> isCplusplus(const Facts &facts, std::string_view file) {
  const bool c = std::binary_search(facts.c_files.begin(), facts.c_files.end(), file);
  const bool cplusplus =
      std::binary_search(facts.cplusplus_files.begin(), facts.cplusplus_files.end(), file);
  if (c && cplusplus)
    return std::nullopt;
  if (c || cplusplus)
    return cplusplus;
  const bool first = !facts.units.empty() && facts.units.front().cplusplus;
  const bool alike = std::all_of(facts.units.begin(), facts.units.end(),
                                 [first](const FactUnit &unit) { return unit.cplusplus == first; });
  return alike ? std::optional(first) : std::nullopt;
}

std::string WrittenAlignment::text(bool cplusplus) const {
  if (!attribute.empty())
    return attribute + " ";
  return (cplusplus ? "alignas(" : "_Alignas(") + (name.empty() ? std::to_string(value) : name) +
         ") ";
}

std::optional<bool> WrittenAlignment::isCplusplusIn(const Facts &facts,
                                                    std::string_view file) const {
  const auto cplusplus = isCplusplus(facts, file);
  return cplusplus || attribute.empty() ? cplusplus : std::optional(false);
}

WrittenAlignment alignmentBy(const FactConstant &constant, std::uint32_t line_size) {
  const bool power = constant.value != 0 && (constant.value & (constant.value - 1)) == 0 &&
                     constant.value <= kMostAlignment;
  const bool together = constant.name.find("constructive") != std::string::npos;
  const bool written = !constant.name.empty() || !constant.attribute.empty();
  if (!written || !power || constant.value % line_size != 0 || together)
    return {line_size, {}, {}};
  return {static_cast<std::uint32_t>(constant.value), constant.name, constant.attribute};
}

} // namespace fsfind
