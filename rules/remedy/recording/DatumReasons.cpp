#include "rules/remedy/recording/Reasons.h"

#include "rules/model/AuthorFrame.h"
#include "rules/model/DisplayName.h"
#include "rules/model/GoPackages.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/idiom/Idiom.h"
#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/source/HeldLess.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace fsfind {

namespace {

struct Reason {
  Update update;
  std::string_view text; ///< with a place for the datum's name
};

/// What forbids a copy for each CPU comes first: a datum of several kinds is told by that.
constexpr std::array kReasons = {
    Reason{Update::Conditional,
           "threads change '{}' by compare-and-swap, so each needs what the others stored: test by "
           "a load before, or change it for several steps at once; if it is a lock, hold it for "
           "less work, or have several that each guard a part"},
    Reason{Update::Fetch,
           "threads use the value that their addition to '{}' gives, as a ticket, an index or a "
           "count of references, so there can be only one: take several steps at once (a batch "
           "for each thread), or hold one reference for many uses"},
    Reason{Update::Replace,
           "threads replace the value of '{}', which others go by, so a copy for each CPU cannot "
           "stand for it: store only where the value changes, and publish less often (several "
           "changes at once)"},
    Reason{Update::Set,
           "threads set '{}' to a constant, mostly to what it is already: store only after a test"},
    Reason{Update::Bits,
           "threads change bits of '{}' for which they share its words by design: give each thread "
           "words of its own to change, a byte for each bit, or blocks of bits"},
    Reason{Update::Unknown,
           "how threads change '{}' is not known, so neither is what may replace it: a lock can "
           "guard a part of the data; what threads exchange or act by can only be changed less "
           "often (several steps at once, a test before the write)"},
    Reason{Update::Add,
           "threads add to '{}', and others read it often, for whom a counter for each CPU would "
           "cost more: add up in each thread, and publish the sum now and then"},
};

/// Whether the type alone tells that threads change bits, whatever its functions are compiled to.
bool isBitset(const FindingMember &member) {
  return isLibraryName(member.type) && member.type.find("bitset<") != std::string::npos;
}

/// Types of libraries that are locks, as C, C++, Rust and Go name them.
constexpr std::array<std::string_view, 12> kLocks = {"pthread_mutex_t",
                                                     "pthread_spinlock_t",
                                                     "pthread_rwlock_t",
                                                     "mtx_t",
                                                     "sem_t",
                                                     "std::mutex",
                                                     "std::recursive_mutex",
                                                     "std::shared_mutex",
                                                     "std::timed_mutex",
                                                     "std::shared_timed_mutex",
                                                     "sync.Mutex",
                                                     "sync.RWMutex"};

/// Rust's locks hold what they guard, so that their names have the type of that.
bool isLock(const std::string &type) {
  const std::string_view name = definedName(type);
  return std::find(kLocks.begin(), kLocks.end(), type) != kLocks.end() ||
         (type.ends_with('>') && (name == "Mutex" || name == "RwLock"));
}

/// A lock in each element or object, of which the finding is about several.
bool isOfMany(const Finding &finding, const FindingMember &member) {
  return member.path.find('[') != std::string::npos || finding.object.of_array ||
         finding.object.index.has_value();
}

/// Of what is larger than any lock and is no number, nothing tells what threads do with it.
constexpr std::uint64_t kLargestDatum = 64;

/// Members that are seen to be written, and are no counters; if none is, all that are no counters.
/// What is only read is used together with them.
std::vector<const FindingMember *> noCounters(const Finding &finding) {
  const bool none_written =
      std::all_of(finding.members.begin(), finding.members.end(),
                  [](const FindingMember &member) { return member.writers.empty(); });
  std::vector<const FindingMember *> members;
  for (const FindingMember &member : finding.members)
    if ((none_written || !member.writers.empty()) && !isCounter(member))
      members.push_back(&member);
  return members;
}

} // namespace

bool isCounter(const FindingMember &member) {
  return member.updates == std::vector{Update::Add} && !member.read_by_others;
}

std::string whyLibrarys(const std::string &subject) {
  return fmt::format(
      "{} is laid out by a library or the language's runtime: a program can only use "
      "it less in the loops that threads run, or give each thread its own",
      subject);
}

std::string subjectOf(const Finding &finding) {
  const std::string name = finding.record && !finding.record->name.empty()
                               ? finding.record->name
                               : displayName(finding.object);
  return name.empty() ? "the data" : "'" + name + "'";
}

/// Of neighbours a member's path begins with its own variable.
std::string datumName(const Finding &finding, const FindingMember &member) {
  const std::string object(unqualified(finding.object.name));
  if (finding.rule == kRuleAdjacentGlobals || finding.rule == kRuleAdjacentObjects ||
      (!object.empty() && member.path.starts_with(object + ".")))
    return member.path;
  return object.empty() || member.path == finding.object.name
             ? std::string(unqualified(member.path))
             : object + "." + member.path;
}

bool isOnlyAddedTo(const Finding &finding) {
  return noCounters(finding).empty();
}

/// By the first member, which contends most, or else by one that is no counter.
std::string whyDatumIsNotSpread(const Finding &finding) {
  const std::vector<const FindingMember *> members = noCounters(finding);
  const FindingMember *member = members.empty() ? nullptr : members.front();
  if (member) {
    const std::string type = declaredName(finding, *member).type;
    const std::string name = datumName(finding, *member);
    if (isLock(type))
      return whyHeldLess(name, isOfMany(finding, *member));
    if (isOfGoRuntime(type))
      return whyLibrarys("'" + type + "'");
    if (member->size == 0 || member->size > kLargestDatum) {
      const std::string object = displayName(finding.object);
      const std::string &whole = member->path == object ? object : name;
      return isLibraryName(type) || isOfGoPackage(type)
                 ? whyLibrarys("'" + whole + "'")
                 : fmt::format(
                       "'{}' is a whole record, and which of its members threads meet at is "
                       "not known",
                       whole);
    }
  }
  for (const Reason &reason : kReasons)
    if (member &&
        (isBitset(*member) ? reason.update == Update::Bits : isUpdatedBy(*member, reason.update)))
      return fmt::format(fmt::runtime(reason.text), datumName(finding, *member));
  return "no store was sampled, so how threads change it is not known: record stores too";
}

} // namespace fsfind
