#include "rules/join/Agreement.h"

#include "rules/model/RuleIds.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace fsfind {

namespace {

/// A measured and a latent rule of different names that describe the same harm. Rules of the same
/// name always do, so they need no entry.
struct RulePair {
  std::string_view measured, latent;
};
constexpr std::array kRulePairs = {
    // Elements or objects that belong to one thread each; the source may name another cause.
    RulePair{kRulePerThreadSlots, kRulePartitionEdges},
    RulePair{kRulePerThreadSlots, kRuleIneffectivePadding},
    RulePair{kRulePerThreadSlots, kRuleShardByThreadId},
    RulePair{kRuleAdjacentObjects, kRulePerThreadSlots},
    RulePair{kRuleAdjacentObjects, kRuleIneffectivePadding},
    // Data that the author meant to separate by padding that fails.
    RulePair{kRuleAdjacentThreadFields, kRuleIneffectivePadding},
    RulePair{kRuleAdjacentGlobals, kRuleIneffectivePadding},
    // One datum that all threads use.
    RulePair{kRuleContendedAtomic, kRuleShardByThreadId},
};

/// Rules about different bytes of a line. Samples without member names show that threads use
/// different bytes, but not whether those are elements or members; they agree with each of these.
constexpr std::array kOfApartBytes = {kRulePerThreadSlots, kRuleAdjacentThreadFields,
                                      kRuleAdjacentGlobals, kRuleIneffectivePadding,
                                      kRulePartitionEdges};

bool meet(const Finding &measured, const Finding &latent) {
  if (measured.rule == latent.rule)
    return true;
  if (!hasNamedMembers(measured) && measured.sharing != Sharing::True)
    return std::find(kOfApartBytes.begin(), kOfApartBytes.end(), latent.rule) !=
           kOfApartBytes.end();
  return std::any_of(kRulePairs.begin(), kRulePairs.end(), [&](const RulePair &pair) {
    return pair.measured == measured.rule && pair.latent == latent.rule;
  });
}

/// Whether the finding is about threads that use one line at a time: not about pages, nor about
/// padding that nothing needs.
bool isOfSharing(const Finding &finding) {
  return finding.rule != kRuleSerialFirstTouch && finding.rule != kRuleNeedlessPadding;
}

bool isSamePlace(const Place &measured, const Place &latent, const FileMatch &files) {
  return isSamePlace(inSources(measured, files), latent);
}

bool isGlobal(const Object &object) {
  return object.kind == ObjectKind::Global || object.kind == ObjectKind::Tls;
}

/// By name and place; for global variables by name alone if the recording knows only the symbol.
bool isSameVariable(const Finding &measured, const Finding &latent, const FileMatch &files) {
  const Object &a = measured.object, &b = latent.object;
  if (b.name.empty() || lastName(a.name) != lastName(b.name))
    return false;
  return isSamePlace(a.declared, b.declared, files) ||
         (!a.declared.known() && isGlobal(a) && isGlobal(b));
}

/// Whether one place allocates the objects of both.
bool haveOneAllocation(const Finding &measured, const Finding &latent, const FileMatch &files) {
  Place place = measured.object.allocated.place;
  place.column = 0; // it is the call's, in debug info and sources at different ends of it
  return isSamePlace(place, latent.object.allocated.place, files) ||
         isSamePlace(measured.object.allocated.place, latent.location, files);
}

bool haveOneType(const Object &measured, const Object &latent) {
  return !measured.type.empty() && measured.type == latent.type;
}

/// Whether both tell of elements without members, of two types: one line can allocate both.
bool haveOtherElements(const Finding &measured, const Finding &latent) {
  return !measured.record && !latent.record && !measured.object.type.empty() &&
         !latent.object.type.empty() && !haveOneType(measured.object, latent.object);
}

/// Whether the source is about elements on the heap, and the recording about a variable: if that
/// shows the array's name, it is the pointer that lies there.
bool areInOtherMemory(const Finding &measured, const Finding &latent) {
  return measured.rule == kRulePerThreadSlots && latent.rule == kRulePerThreadSlots &&
         latent.object.kind == ObjectKind::Heap && latent.object.allocated.place.known() &&
         (isGlobal(measured.object) || measured.object.kind == ObjectKind::Stack);
}

/// Whether both are about elements of the same type on the heap, and the recording does not name
/// the array that has them.
bool areSameElements(const Finding &measured, const Finding &latent, const FileMatch &files) {
  const Object &a = measured.object, &b = latent.object;
  if (measured.rule != kRulePerThreadSlots || latent.rule != kRulePerThreadSlots ||
      !a.name.empty() || isGlobal(a) || a.kind == ObjectKind::Stack || b.kind != ObjectKind::Heap)
    return false;
  return haveOneType(a, b) ||
         (measured.record && latent.record &&
          isSamePlace(measured.record->declared, latent.record->declared, files));
}

/// Whether `name` is one of the names on `path`, as `slots` is on `queue.slots[].state`.
bool isOnPath(const std::string &name, const std::string &path) {
  const auto isWord = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (std::size_t at = path.find(name); at != std::string::npos; at = path.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !isWord(path[at - 1])) && (end == path.size() || !isWord(path[end])))
      return !name.empty();
  }
  return false;
}

/// Whether both are about the same array, variable or place of allocation. A common type does not
/// suffice: several arrays can have it, and objects of it can be allocated in several places.
bool isSameHolder(const Finding &measured, const Finding &latent, const FileMatch &files) {
  const std::string holder = lastName(latent.object.name);
  const bool one_is_undeclared =
      !measured.object.declared.known() || !latent.object.declared.known();
  return isSameVariable(measured, latent, files) ||
         (one_is_undeclared && !holder.empty() && holder == lastName(measured.object.name)) ||
         haveOneAllocation(measured, latent, files) ||
         std::any_of(measured.members.begin(), measured.members.end(),
                     [&](const FindingMember &member) { return isOnPath(holder, member.path); });
}

/// Whether the source names a variable, and the recording the type of the whole object, which is
/// another than the variable's: members of the same path lie elsewhere in the two. Types that one
/// place declares, as a template's instances, and bases at an object's start are no others.
bool isOfAnotherType(const Finding &measured, const Finding &latent, const FileMatch &files) {
  const bool variable = isGlobal(latent.object) || latent.object.kind == ObjectKind::Stack;
  if (!variable || !latent.record || measured.object.type.empty() ||
      lastName(measured.object.type) == lastName(latent.record->name))
    return false;
  const auto isAnother = [&](const FindingMember &one, const FindingMember &other) {
    const MemberName shown = memberName(measured, one, files);
    const MemberName said = memberName(latent, other, files);
    return one.offset != other.offset && one.path.find('[') == std::string::npos &&
           other.path.find('[') == std::string::npos &&
           isSamePlace(shown.declared, said.declared) &&
           shown.names.size() + 1 == said.names.size();
  };
  return std::any_of(measured.members.begin(), measured.members.end(), [&](const auto &one) {
    return std::any_of(latent.members.begin(), latent.members.end(),
                       [&](const auto &other) { return isAnother(one, other); });
  });
}

/// Whether the two are about different objects as far as both tell. The caller knows that they do
/// not name the same one.
bool areElsewhere(const Finding &measured, const Finding &latent, const FileMatch &files) {
  const bool named = !measured.object.name.empty();
  return named ? !latent.object.name.empty() : isOfAnotherType(measured, latent, files);
}

/// The finding's location and its related places.
std::vector<Place> placesOf(const Finding &finding) {
  std::vector<Place> places = {finding.location};
  for (const RelatedPlace &related : finding.related)
    places.push_back(related.place);
  return places;
}

bool shareCode(const Finding &measured, const Finding &latent, const FileMatch &files) {
  const std::vector<Place> sources = placesOf(latent);
  const std::vector<Place> samples = placesOf(measured);
  return std::any_of(samples.begin(), samples.end(), [&](Place sample) {
    sample.column = 0; // it is the instruction's, not the name's
    return std::any_of(sources.begin(), sources.end(),
                       [&](const Place &source) { return isSamePlace(sample, source, files); });
  });
}

Common withoutMembers(const Finding &measured, const Finding &latent, const FileMatch &files,
                      std::size_t needed) {
  const bool named = hasNamedMembers(measured);
  if ((!named || needed == 1) &&
      (isSameVariable(measured, latent, files) || haveOneAllocation(measured, latent, files)))
    return Common::Variable;
  if (areSameElements(measured, latent, files))
    return Common::Elements;
  return !named && shareCode(measured, latent, files) ? Common::Place : Common::Nothing;
}

/// Whether members of both are placed from the start of the same object.
bool havePlacesInOneObject(const Finding &measured, const Finding &latent, const FileMatch &files) {
  return isSameHolder(measured, latent, files) ||
         (latent.record && lastName(latent.record->name) == lastName(measured.object.type));
}

/// Whether the member lay elsewhere in the same object when it was recorded: the recording is of
/// another build, and does not show what threads do to each other in this one. Of arrays it shows
/// some element.
bool wasElsewhere(const FindingMember &measured, const FindingMember &latent) {
  return measured.offset != latent.offset && measured.path.find('[') == std::string::npos;
}

} // namespace

bool hasNamedMembers(const Finding &measured) {
  return std::any_of(measured.members.begin(), measured.members.end(),
                     [](const FindingMember &member) { return member.declared.known(); });
}

bool isOfSeveral(const Finding &finding) {
  return finding.rule == kRuleAdjacentThreadFields || finding.rule == kRuleAdjacentGlobals;
}

Place inSources(const Place &measured, const FileMatch &files) {
  const std::string &file = files.sourceOf(measured.file);
  return file.empty() ? measured : Place{file, measured.line, measured.column};
}

/// Among neighbours, members of objects without a variable are called by the objects' type.
MemberName memberName(const Finding &finding, const FindingMember &member, const FileMatch &files) {
  const bool of_array = member.path.starts_with('['); // the source names the array, too
  std::vector<std::string> names = namesOn((of_array ? finding.object.name : "") + member.path);
  const std::vector<std::string> type = namesOn(member.object_type);
  if (finding.rule == kRuleAdjacentObjects && type.size() < names.size() &&
      std::equal(type.begin(), type.end(), names.begin()))
    names.erase(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(type.size()));
  return {inSources(member.declared, files), std::move(names)};
}

std::vector<MemberName> memberNames(const Finding &finding, const FileMatch &files) {
  std::vector<MemberName> names;
  for (const FindingMember &member : finding.members)
    names.push_back(memberName(finding, member, files));
  return names;
}

Agreement agreement(const Finding &measured, const Finding &latent, const FileMatch &files) {
  if (!meet(measured, latent) || areInOtherMemory(measured, latent))
    return {};
  const std::size_t needed = isOfSeveral(measured) || isOfSeveral(latent) ? 2 : 1;
  const std::size_t members =
      matchMembers(memberNames(measured, files), memberNames(latent, files)).common;
  const Common common =
      members >= needed ? Common::Members : withoutMembers(measured, latent, files, needed);
  if (common == Common::Nothing)
    return {};
  const bool same_holder = isSameHolder(measured, latent, files);
  if (needed == 1 && !same_holder && areElsewhere(measured, latent, files))
    return {};
  return {common, same_holder, members,
          common == Common::Elements && shareCode(measured, latent, files),
          haveOneType(measured.object, latent.object)};
}

std::vector<bool> sameData(const Finding &measured, const Finding &latent, const FileMatch &files) {
  std::vector<bool> shown(latent.members.size());
  if (!isOfSharing(measured) || !isOfSharing(latent) || areInOtherMemory(measured, latent))
    return shown;
  const MemberMatch match = matchMembers(memberNames(measured, files), memberNames(latent, files));
  const bool comparable = havePlacesInOneObject(measured, latent, files);
  for (std::size_t l = 0; l < shown.size(); ++l)
    shown[l] =
        std::any_of(match.measured_of[l].begin(), match.measured_of[l].end(), [&](std::size_t m) {
          return !comparable || !wasElsewhere(measured.members[m], latent.members[l]);
        });
  if (isOfSeveral(latent))
    return shown;
  const bool one =
      isSameVariable(measured, latent, files) ||
      (haveOneAllocation(measured, latent, files) && !haveOtherElements(measured, latent)) ||
      (match.common != 0 &&
       (isSameHolder(measured, latent, files) || !areElsewhere(measured, latent, files)));
  return std::vector<bool>(shown.size(), one);
}

} // namespace fsfind
