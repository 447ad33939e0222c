#include "rules/model/DisplayName.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/recording/Reasons.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <iterator>
#include <string_view>

namespace fsfind {

namespace {

/// How code may write the datum; an element's index is `i`.
std::string expressionOf(const Finding &finding, const FindingMember &member) {
  const Object &object = finding.object;
  std::string text(unqualified(object.name.empty() ? object.holder : object.name));
  const bool whole = member.path == displayName(object) || unqualified(member.path) == text;
  if (text.empty())
    return std::string(whole ? "flag" : unqualified(member.path));
  if (object.of_array || object.index || (whole && finding.rule == kRulePerThreadSlots))
    text += "[i]";
  if (!whole)
    text += (member.path.starts_with('[') ? "" : ".") + member.path;
  for (std::size_t at = 0; (at = text.find("[]", at)) != std::string::npos;)
    text.insert(at + 1, "i");
  return text;
}

/// Words of which names of numbers and truth values, also atomic ones, are made.
bool isOfNumbers(std::string_view word) {
  constexpr std::string_view kWords[] = {
      "bool",       "_Bool",       "char",       "short",       "int",    "long",    "unsigned",
      "signed",     "const",       "volatile",   "std",         "atomic", "_Atomic", "size_t",
      "uint8_t",    "uint16_t",    "uint32_t",   "uint64_t",    "int8_t", "int16_t", "int32_t",
      "int64_t",    "u8",          "u16",        "u32",         "u64",    "usize",   "i8",
      "i16",        "i32",         "i64",        "isize",       "core",   "sync",    "AtomicBool",
      "AtomicU8",   "AtomicU32",   "AtomicU64",  "AtomicUsize", "uint8",  "uint16",  "uint32",
      "uint64",     "int8",        "int16",      "int32",       "int64",  "uint",    "atomic_bool",
      "atomic_int", "atomic_uint", "atomic_flag"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

/// As code writes the constant; `VALUE` where the type may write it in another way.
std::string valueOf(const FindingMember &member, const std::string &type) {
  const auto isLetter = [](char one) {
    return one == '_' || std::isalnum(static_cast<unsigned char>(one)) != 0;
  };
  bool known = member.set_to && *member.set_to >= 0 && type.find('*') == std::string::npos;
  bool truth = false;
  for (auto at = type.begin(); at != type.end();) {
    const auto end = std::find_if_not(at, type.end(), isLetter);
    const std::string_view word(&*at, static_cast<std::size_t>(end - at));
    known &= word.empty() || isOfNumbers(word);
    truth |= word.ends_with("bool") || word.ends_with("Bool");
    at = std::find_if(end, type.end(), isLetter);
  }
  if (!known || type.empty())
    return "VALUE";
  return truth ? (*member.set_to == 0 ? "false" : "true") : std::to_string(*member.set_to);
}

} // namespace

std::vector<Advice> testMeasuredWrites(const MeasuredCase &at) {
  const Finding &finding = at.finding;
  std::vector<const FindingMember *> written;
  for (const FindingMember &member : finding.members)
    if (!member.writers.empty())
      written.push_back(&member);
  const bool same = !written.empty() && std::all_of(written.begin(), written.end(), [](auto *one) {
    return one->updates == std::vector{Update::Set};
  });
  if (!same)
    return {};
  const FindingMember &first = *written.front();
  const TypedName datum{first.type.empty() && finding.object.size == first.size
                            ? finding.object.type
                            : declaredName(finding, first).type,
                        expressionOf(finding, first)};
  Advice one;
  one.remedy = Remedy::TestBeforeWrite;
  one.why = fmt::format(
      "nearly every store gives '{}' the constant that it has already, and takes the cacheline "
      "from the others for nothing: store only after a test, so that the line stays with all; "
      "padding is not needed then",
      datumName(finding, first));
  one.example = at.idiom.storeAfterTest(datum, valueOf(first, datum.type));
  return {std::move(one)};
}

} // namespace fsfind
