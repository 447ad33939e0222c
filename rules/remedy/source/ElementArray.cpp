#include "rules/remedy/source/ElementArray.h"

#include "rules/model/Rows.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/idiom/Declaration.h"
#include "rules/remedy/layout/RecordLayout.h"
#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/WrittenAlignment.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace fsfind {

namespace {

constexpr std::uint64_t kDrawn = 4;

} // namespace

ElementArray elementArray(const AdviceCase &at) {
  ElementArray array{.name = at.finding.object.name,
                     .type = at.finding.object.type,
                     .element = at.finding.object.size};
  if (isOfRows(at.finding))
    return array;
  const FactPlace declared = at.lookup.declared.place(at.finding.location);
  if (const auto type = declared.known() ? at.lookup.declared.typeAt(declared) : std::nullopt) {
    array.known = true;
    array.elements = at.facts.type(*type).elements;
  }
  return array;
}

std::vector<LayoutMember> drawnElements(const AdviceCase &at, std::uint64_t size,
                                        std::uint64_t lines) {
  const std::vector<FindingMember> &members = at.finding.members;
  const bool own = at.finding.verdict == Verdict::Latent ||
                   std::any_of(members.begin(), members.end(), [](const FindingMember &member) {
                     return member.written_by_elements;
                   });
  std::set<std::string> writers;
  for (const FindingMember &member : members)
    writers.insert(member.writers.begin(), member.writers.end());
  const std::uint64_t known = elementArray(at).elements;
  const std::uint64_t most = known == 0 ? kDrawn : std::min(kDrawn, known);
  std::vector<LayoutMember> drawn;
  for (std::uint64_t i = 0; i * size < lines * at.line_size && i < most; ++i) {
    drawn.push_back({fmt::format("[{}]", i), i * size, at.finding.object.size, {}});
    if (own)
      drawn.back().writers = {fmt::format("thread of [{}]", i)};
    else
      drawn.back().writers.assign(writers.begin(), writers.end());
  }
  return drawn;
}

Advice elementAdvice(const AdviceCase &at, std::uint64_t alignment, std::uint64_t size) {
  Advice one;
  one.remedy = Remedy::AlignType;
  const ElementArray array = elementArray(at);
  if (array.element == 0) {
    one.why = "each element gets cachelines of its own";
    return one;
  }
  // How far apart an allocator puts objects is not known.
  const bool objects = at.finding.rule == kRuleAdjacentObjects || at.finding.allocator_induced;
  one.size_before = array.element;
  one.size_after = size != 0 ? size : roundedUp(array.element, alignment);
  one.instances = array.elements;
  one.why = one.size_before == one.size_after
                ? "each element then begins with a cacheline, wherever the array is allocated"
                : fmt::format("{} of {} bytes gets cachelines of its own",
                              objects ? "an object" : "an element", array.element);
  if (one.size_before != one.size_after && !objects) {
    one.before = drawnElements(at, one.size_before, 1);
    one.after = drawnElements(at, one.size_after, 2 * alignment / at.line_size);
  }
  return one;
}

std::string wrapperExample(const AdviceCase &at, bool cplusplus) {
  const std::string align = alignmentBy(at.lookup, {}, at.line_size).text(cplusplus);
  const std::string value = declaration(at.finding.object.type, "value");
  return cplusplus ? fmt::format("struct {}Slot {{ {}; }};\n", align, value)
                   : fmt::format("struct slot {{ {}{}; }};\n", align, value);
}

} // namespace fsfind
