#include "rules/model/DisplayName.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/recording/Reasons.h"

#include <algorithm>
#include <fmt/format.h>

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
  one.example = at.idiom.storeAfterTest(datum, "VALUE");
  return {std::move(one)};
}

} // namespace fsfind
