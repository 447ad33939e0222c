#include "rules/remedy/recording/NoAdvice.h"

#include "rules/model/DisplayName.h"
#include "rules/model/RuleIds.h"
#include "rules/model/TextParts.h"
#include "rules/remedy/idiom/Idiom.h"
#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/recording/Reasons.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

std::string ofLibrary(const Finding &finding, Owner owner) {
  if (owner == Owner::CLibrary)
    return fmt::format("only code of {} uses these data, which a program cannot lay out: call it "
                       "less in the loops that threads run (its allocator, its streams, its "
                       "locks){}",
                       baseName(finding.module),
                       displayName(finding.object).empty()
                           ? "; its debug symbols would tell which data they are"
                           : "");
  return whyLibrarys(subjectOf(finding));
}

/// The finding is about bytes whose members, or whose type, are not known.
std::string ofUnknown(const Finding &finding, UsingCode code) {
  const std::string object = displayName(finding.object);
  if (code == UsingCode::MadeAtRunTime)
    return fmt::format("code that is made at run time uses {}, and no debug information tells what "
                       "it keeps there: look what its functions, as the drawn line names them, "
                       "load and store at these bytes",
                       object.empty() ? "the data" : "'" + object + "'");
  const bool described = code == UsingCode::Described;
  if (!object.empty() && !described)
    return fmt::format("which members of '{}' share the line is not known: debug information of "
                       "the file that defines it (-g) would name them",
                       object);
  if (!finding.location.known() && !described)
    return fmt::format("neither the data nor the code that uses them is known: build {} with debug "
                       "information (-g), or install its debug symbols",
                       finding.module.empty() ? "the program and its libraries"
                                              : baseName(finding.module));
  if (!finding.members.empty() && !finding.members.front().type.empty())
    return fmt::format("pointers to {} lead there, and nothing tells which record or array they "
                       "point into: look where the code in this line has its pointer from",
                       finding.members.front().type);
  return fmt::format("what lies there is not known, so neither is what to move: read what the code "
                     "in this line writes{}",
                     described ? ""
                               : "; build with debug information (-g) all files whose code uses "
                                 "the data");
}

std::string ofDatum(const Finding &finding) {
  if (finding.conflict == Conflict::ReadWrite)
    return "its readers need what one thread writes, so no layout helps: let it write less "
           "often (several changes at once), or readers look less often (a copy of their own, "
           "renewed now and then)";
  if (!finding.conflict)
    return "no store was sampled, so it is not known who takes the line away: record longer, or "
           "stores too";
  return whyDatumIsNotSpread(finding);
}

std::string ofNeighbours(const Finding &finding) {
  if (finding.object.kind == ObjectKind::Heap)
    return "the sizes of the objects are not known: debug information of the code that allocates "
           "them (-g) would tell them";
  return "where these data lie together is not the program's choice as far as the recording shows: "
         "an alignment to a cacheline where each is defined would part them";
}

} // namespace

std::string whyRebuilt(const std::string &module) {
  return fmt::format("{} was built anew after it was recorded, so nothing in it has a name: record "
                     "the present build, or put the recorded file beside the recording",
                     baseName(module));
}

std::string whyNoMeasuredAdvice(const Finding &finding, Owner owner, UsingCode code,
                                std::uint32_t line_size) {
  if (owner != Owner::Program)
    return ofLibrary(finding, owner);
  if (isOfBytes(finding) || (isOfSameBytes(finding) && isUntypedMemory(finding.object)))
    return ofUnknown(finding, code);
  if (isOfSameBytes(finding))
    return ofDatum(finding);
  if (languageOf(finding) == nullptr)
    return finding.location.known()
               ? "the language of its sources is none of those in which fsfind writes advice"
               : "where the sources declare or use the data is not known: build them with debug "
                 "information (-g)";
  const std::string why = finding.rule == kRulePerThreadSlots || meetInObjects(finding)
                              ? whyElementsAreNotPadded(finding, line_size)
                          : finding.rule == kRuleAdjacentThreadFields
                              ? whyMembersStayTogether(finding, line_size)
                              : whyVariablesStayTogether(finding);
  return why.empty() ? ofNeighbours(finding) : why;
}

} // namespace fsfind
