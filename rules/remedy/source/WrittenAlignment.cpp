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

} // namespace

bool isOfBothLanguages(const Facts &facts, std::string_view file) {
  return isIn(facts.c_files, file) && isIn(facts.cplusplus_files, file);
}

std::optional<bool> isCplusplus(const FactLookup &lookup, std::string_view file) {
  const bool c = isIn(lookup.facts.c_files, file);
  const bool cplusplus = isIn(lookup.facts.cplusplus_files, file);
  if (c && cplusplus)
    return std::nullopt;
  if (c || cplusplus)
    return cplusplus;
  return lookup.traits.cplusplus();
}

std::string WrittenAlignment::text(bool cplusplus) const {
  if (!attribute.empty())
    return attribute + " ";
  return (cplusplus ? "alignas(" : "_Alignas(") + (name.empty() ? std::to_string(value) : name) +
         ") ";
}

std::optional<bool> WrittenAlignment::isCplusplusIn(const FactLookup &lookup,
                                                    std::string_view file) const {
  const auto cplusplus = isCplusplus(lookup, file);
  return cplusplus || attribute.empty() ? cplusplus : std::optional(false);
}

WrittenAlignment alignmentBy(const FactLookup &lookup, const FactConstant &constant,
                             std::uint32_t line_size, std::optional<bool> cplusplus) {
  WrittenAlignment alignment = ofProject(constant, line_size);
  if (lookup.traits.lackWord(cplusplus))
    useAttribute(alignment);
  return alignment;
}

WrittenAlignment alignmentIn(const FactLookup &lookup, std::string_view file,
                             const FactConstant &constant, std::uint32_t line_size) {
  WrittenAlignment alignment = ofProject(constant, line_size);
  const bool of_both =
      isOfBothLanguages(lookup.facts, file) && !isIn(lookup.facts.compiler_files, file);
  if (of_both || lookup.traits.lackWord(isCplusplus(lookup, file)))
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

bool isForUnseenCode(const FactLookup &lookup, const FactRecord &record) {
  if (!record.c_linkage && record.c_functions.empty())
    return false;
  return !isOfBothLanguages(lookup.facts, lookup.facts.place(record.place).file) ||
         !std::all_of(record.c_functions.begin(), record.c_functions.end(),
                      [&](const std::string &key) { return lookup.declared.defines(key); });
}

} // namespace fsfind
