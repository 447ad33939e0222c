#include "rules/model/NameHints.h"
#include "rules/remedy/recording/MeasuredCase.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace fsfind {

namespace {

bool isAmong(const std::vector<std::string> &threads, const std::string &thread) {
  return std::find(threads.begin(), threads.end(), thread) != threads.end();
}

/// A number that one thread writes. Flags have one byte; a pointer's copy may outlive what it
/// points to.
bool isOneThreads(const Finding &finding, const FindingMember &member) {
  return member.writers.size() == 1 && !member.updates.empty() &&
         !isUpdatedBy(member, Update::Conditional) &&
         (member.size == sizeof(std::uint32_t) || member.size == sizeof(std::uint64_t)) &&
         declaredName(finding, member).type.find('*') == std::string::npos;
}

/// Its writer makes each value from the one before, so that it grows.
bool isCounted(const FindingMember &member) {
  return std::all_of(member.updates.begin(), member.updates.end(), [](Update update) {
    return update == Update::Add || update == Update::Fetch;
  });
}

/// The other's writer reads it, and nobody else but its own. `together`: a thread that fetched the
/// line for one has the other as well, so that a recording may show the read of the first only.
bool isReadBy(const FindingMember &member, const FindingMember &other, bool together) {
  const std::string &own = member.writers.front(), &across = other.writers.front();
  return own != across && (together || isAmong(member.readers, across)) &&
         std::all_of(member.readers.begin(), member.readers.end(),
                     [&](const std::string &one) { return one == own || one == across; });
}

/// Whether the two are the ends of a queue. Of a request and its answer, or of other flags that two
/// threads exchange, an old copy would be wrong: the numbers only grow, or have names of ends.
bool areEnds(const FindingMember &a, const FindingMember &b, const NameWords &known,
             bool together) {
  const bool named = areComplementary(known, a.path, b.path);
  return isReadBy(a, b, together && named) && isReadBy(b, a, together && named) &&
         (named || (isCounted(a) && isCounted(b)));
}

bool areClose(const MeasuredCase &at, const FindingMember &a, const FindingMember &b) {
  return std::max(a.offset, b.offset) - std::min(a.offset, b.offset) < at.line_size;
}

/// On a line that is shared truly threads use what the others wrote, though each missed it at an
/// end of its own.
bool shareALine(const MeasuredCase &at, const FindingMember &a, const FindingMember &b) {
  return at.finding.sharing == Sharing::True && at.finding.members.size() == 2 && a.hitm != 0 &&
         b.hitm != 0 && areClose(at, a, b);
}

bool isOfSameObject(const Finding &a, const Finding &b) {
  return a.object.name == b.object.name && a.object.type == b.object.type &&
         !(a.object.name.empty() && a.object.type.empty());
}

struct Ends {
  TypedName one, other;
  std::string writer, reader; ///< thread ids, of the one
  bool close = false;         ///< they may lie on one line
};

/// The end that contends, and the other one, which may lie on a cacheline of its own.
std::optional<Ends> endsIn(const MeasuredCase &at) {
  const auto otherOf = [&](const FindingMember &one, const Finding &holder) -> std::optional<Ends> {
    const bool same = &holder == &at.finding;
    for (const FindingMember &other : holder.members)
      if (isOneThreads(holder, other) &&
          areEnds(one, other, at.known, same && shareALine(at, one, other)))
        return Ends{declaredName(at.finding, one), declaredName(holder, other), one.writers.front(),
                    other.writers.front(), same && areClose(at, one, other)};
    return std::nullopt;
  };
  for (const FindingMember &one : at.finding.members) {
    if (!isOneThreads(at.finding, one))
      continue;
    if (auto ends = otherOf(one, at.finding))
      return ends;
    for (const Finding &holder : at.recorded)
      if (&holder != &at.finding && isOfSameObject(at.finding, holder))
        if (auto ends = otherOf(one, holder))
          return ends;
  }
  return std::nullopt;
}

} // namespace

std::vector<Advice> keepOtherSide(const MeasuredCase &at) {
  if (at.finding.sharing == Sharing::False)
    return {};
  const auto ends = endsIn(at);
  if (!ends)
    return {};
  Advice one;
  one.remedy = Remedy::KeepCopy;
  one.why = fmt::format(
      "thread {} alone writes '{}' and thread {} alone '{}', and each reads the other's: if each "
      "keeps a copy and reads the other's number again only where the copy says full or empty, it "
      "meets the other's writes once for many steps; an old copy shows less room or fewer entries "
      "than there are, never more",
      ends->writer, ends->one.name, ends->reader, ends->other.name);
  if (ends->close) // else each write of an end takes the line from the other's writer all the same
    one.why += "; and each end, with the copy beside it, on a cacheline of its own";
  one.example = at.idiom.otherSideCopied(ends->one, ends->other) +
                at.idiom.otherSideCopied(ends->other, ends->one);
  return {std::move(one)};
}

} // namespace fsfind
