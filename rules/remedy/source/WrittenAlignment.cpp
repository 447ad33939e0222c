#include "rules/remedy/source/WrittenAlignment.h"

#include <algorithm>

namespace fsfind {

namespace {

/// A page: more is meant for something else than cachelines.
constexpr std::uint64_t kMostAlignment = 4096;

bool isIn(const std::vector<std::string> &sorted, std::string_view file) {
  return std::binary_search(sorted.begin(), sorted.end(), file);
}

/// As the project writes it; with neither name nor attribute if it does not.
WrittenAlignment ofProject(const FactConstant &constant, std::uint32_t line_size) {
  const bool power = constant.value != 0 && (constant.value & (constant.value - 1)) == 0 &&
                     constant.value <= kMostAlignment;
  const bool together = constant.name.find("constructive") != std::string::npos;
  const bool written = !constant.name.empty() || !constant.attribute.empty();
  if (!written || !power || constant.value % line_size != 0 || together)
    return {line_size, {}, {}};
  return {static_cast<std::uint32_t>(constant.value), constant.name, constant.attribute};
}

/// Writes it as an attribute, which the compilers of C and of C++ take, unless it is one.
void useAttribute(WrittenAlignment &alignment) {
  if (alignment.attribute.empty())
    alignment.attribute =
        "__attribute__((aligned(" +
        (alignment.name.empty() ? std::to_string(alignment.value) : alignment.name) + ")))";
}

/// Whether some unit, of that language if one is given, has no word for alignments.
bool lacksWord(const Facts &facts, std::optional<bool> cplusplus) {
  return std::any_of(facts.units.begin(), facts.units.end(), [&](const FactUnit &unit) {
    return !unit.own_alignment && unit.cplusplus == cplusplus.value_or(unit.cplusplus);
  });
}

} // namespace

bool isOfBothLanguages(const Facts &facts, std::string_view file) {
  return isIn(facts.c_files, file) && isIn(facts.cplusplus_files, file);
}

std::optional<bool> isCplusplus(const Facts &facts, std::string_view file) {
  const bool c = isIn(facts.c_files, file), cplusplus = isIn(facts.cplusplus_files, file);
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

WrittenAlignment alignmentBy(const Facts &facts, const FactConstant &constant,
                             std::uint32_t line_size, std::optional<bool> cplusplus) {
  WrittenAlignment alignment = ofProject(constant, line_size);
  if (lacksWord(facts, cplusplus))
    useAttribute(alignment);
  return alignment;
}

WrittenAlignment alignmentIn(const Facts &facts, std::string_view file,
                             const FactConstant &constant, std::uint32_t line_size) {
  WrittenAlignment alignment = ofProject(constant, line_size);
  const bool of_both = isOfBothLanguages(facts, file) && !isIn(facts.compiler_files, file);
  if (of_both || lacksWord(facts, isCplusplus(facts, file)))
    useAttribute(alignment);
  return alignment;
}

std::string attributeOfRecord(const Facts &facts, std::string_view file,
                              const WrittenAlignment &alignment) {
  if (isIn(facts.compiler_files, file))
    return {};
  WrittenAlignment whole{alignment.value, alignment.name}; // the project's macro may be `_Alignas`
  useAttribute(whole);
  return whole.text(false);
}

bool isForUnseenCode(const Facts &facts, const FactRecord &record) {
  if (!record.c_linkage && record.c_functions.empty())
    return false;
  const auto is_defined = [&](const std::string &key) {
    return std::any_of(facts.functions.begin(), facts.functions.end(), [&](const auto &function) {
      return function.defined && function.key == key;
    });
  };
  return !isOfBothLanguages(facts, facts.place(record.place).file) ||
         !std::all_of(record.c_functions.begin(), record.c_functions.end(), is_defined);
}

} // namespace fsfind
