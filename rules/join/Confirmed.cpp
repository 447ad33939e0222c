#include "rules/join/Confirmed.h"

#include "rules/join/Agreement.h"
#include "rules/join/EndsMeasured.h"
#include "rules/join/JoinedAdvice.h"
#include "rules/measured/cost/CostSum.h"
#include "rules/model/NumberText.h"
#include "rules/remedy/recording/Price.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace fsfind {

namespace {

using FindingPointers = std::vector<const Finding *>;

void addNew(std::vector<std::string> &names, const std::vector<std::string> &others) {
  for (const std::string &other : others)
    if (std::find(names.begin(), names.end(), other) == names.end())
      names.push_back(other);
}

/// The sides of the confirmed finding. A measured one that has sides already (a report held it as
/// confirmed) adds its measured sides.
std::vector<FindingSide> sidesOf(const FindingPointers &measured, const FindingPointers &latent) {
  std::vector<FindingSide> sides;
  const auto add = [&](const Finding &finding, Verdict verdict) {
    sides.push_back({verdict, finding.rule, finding.confidence, finding.location, finding.message});
  };
  for (const Finding *finding : measured) {
    if (finding->sides.empty())
      add(*finding, Verdict::Measured);
    for (const FindingSide &side : finding->sides)
      if (side.verdict == Verdict::Measured)
        sides.push_back(side);
  }
  for (const Finding *finding : latent)
    add(*finding, Verdict::Latent);
  return sides;
}

/// High, since recording and source agree. But a measured finding of low confidence (few samples,
/// or doubtful names) adds no certainty; then it is the source's confidence.
Confidence confidenceOf(const Finding &measured, const Finding &latent) {
  return measured.confidence == Confidence::Low ? latent.confidence : Confidence::High;
}

/// Collects the members of findings that become one; a member that several name is stored once.
class JoinedMembers {
public:
  explicit JoinedMembers(const FileMatch &files) : files_(files) {}

  void addMeasured(const Finding &finding) {
    for (const FindingMember &one : finding.members) {
      FindingMember &member = members_[position(finding, one)];
      member.hitm += one.hitm;
      addNew(member.readers, one.readers);
      addNew(member.writers, one.writers);
      addNew(member.rare_writers, one.rare_writers);
      addNew(member.read_by, one.read_by);
      addNew(member.written_by, one.written_by);
    }
  }

  void addLatent(const Finding &finding) {
    const MemberMatch match = matchMembers(names_, memberNames(finding, files_));
    for (std::size_t l = 0; l < finding.members.size(); ++l) {
      std::vector<std::size_t> measured = match.measured_of[l];
      if (measured.empty())
        measured.push_back(position(finding, finding.members[l]));
      for (const std::size_t at : measured)
        addUsers(at, finding.members[l]);
    }
  }

  std::vector<FindingMember> take() { return std::move(members_); }

private:
  /// The member's position in `members_`; if it is missing, it is added without users and HITM.
  std::size_t position(const Finding &finding, const FindingMember &one) {
    MemberName name = memberName(finding, one, files_);
    for (std::size_t i = 0; i < members_.size(); ++i)
      if (names_[i] == name && (name.declared.known() || members_[i].path == one.path))
        return i;
    FindingMember &member = members_.emplace_back(one);
    member.declared = name.declared;
    member.hitm = 0;
    for (auto *users : {&member.readers, &member.writers, &member.rare_writers, &member.read_by,
                        &member.written_by})
      users->clear();
    names_.push_back(std::move(name));
    return members_.size() - 1;
  }

  void addUsers(std::size_t at, const FindingMember &latent) {
    members_[at].declared = latent.declared; // with the column, which debug info may lack
    addNew(members_[at].read_by, latent.readers);
    addNew(members_[at].written_by, latent.writers);
  }

  const FileMatch &files_;
  std::vector<FindingMember> members_;
  std::vector<MemberName> names_; ///< by position in `members_`
};

std::vector<FindingMember> membersOf(const FindingPointers &measured, const FindingPointers &latent,
                                     const FileMatch &files) {
  JoinedMembers members(files);
  for (const Finding *finding : measured)
    members.addMeasured(*finding);
  for (const Finding *finding : latent)
    members.addLatent(*finding);
  return members.take();
}

/// The related places of all findings, each line once. Those of the sources come first, since their
/// messages say what the code does there.
std::vector<RelatedPlace> relatedOf(const FindingPointers &measured, const FindingPointers &latent,
                                    const Place &location, const FileMatch &files) {
  std::vector<RelatedPlace> all;
  const auto add = [&](const Place &place, const std::string &message) {
    const auto same = [&](const Place &other) {
      return other.file == place.file && other.line == place.line;
    };
    const bool told = same(location) || std::any_of(all.begin(), all.end(), [&](const auto &one) {
                        return same(one.place);
                      });
    if (place.known() && !told)
      all.push_back({place, message});
  };
  for (const Finding *finding : latent)
    for (const RelatedPlace &related : finding->related)
      add(related.place, related.message);
  for (const Finding *finding : measured)
    for (const RelatedPlace &related : finding->related)
      add(inSources(related.place, files), related.message);
  return all;
}

std::size_t threadsThatWrite(const FindingPointers &measured) {
  std::set<std::string> writers;
  for (const Finding *finding : measured)
    for (const FindingMember &member : finding->members)
      writers.insert(member.writers.begin(), member.writers.end());
  return writers.size();
}

/// `34.1% of HITM, 99.5% of sampled latency, 8 writer threads`
std::string measuredText(const FindingPointers &measured, const Finding &finding,
                         const Measurement &whole) {
  std::string text;
  const auto add = [&](const std::string &part) { text += (text.empty() ? "" : ", ") + part; };
  const auto contended = static_cast<double>(finding.cost.hitm);
  if (finding.cost.hitm != 0 && whole.contended != 0)
    add(fmt::format("{} of {}",
                    percentage(std::min(1.0, contended / static_cast<double>(whole.contended))),
                    whole.peers ? "peer loads" : contendedWord(finding.cost.base)));
  if (finding.cost.latency_share > 0)
    add(fmt::format("{} of {}", percentage(finding.cost.latency_share),
                    latencyWord(finding.cost.base)));
  if (const std::size_t writers = threadsThatWrite(measured); writers != 0)
    add(counted(writers, "writer thread"));
  return text.empty() ? "contention" : text;
}

/// Adds to `finding`, a copy of the first, what was measured on the other objects.
void addOthers(Finding &finding, const FindingPointers &measured) {
  for (const Finding *other : measured) {
    if (other == measured.front())
      continue;
    finding.cost = sumOf(finding.cost, other->cost);
    finding.lines.insert(finding.lines.end(), other->lines.begin(), other->lines.end());
    if (other->sharing != finding.sharing)
      finding.sharing = Sharing::Mixed;
    if (!finding.conflict || other->conflict == Conflict::WriteWrite)
      finding.conflict = other->conflict;
    finding.confidence = std::min(finding.confidence, other->confidence);
    finding.allocator_induced |= other->allocator_induced;
  }
  std::sort(finding.lines.begin(), finding.lines.end());
  finding.lines.erase(std::unique(finding.lines.begin(), finding.lines.end()), finding.lines.end());
}

/// Whether the members that the source's message is about were measured: of neighbours, the one at
/// its location.
bool speaksOfMeasured(const Finding &source, const FindingPointers &measured,
                      const FileMatch &files) {
  if (!isOfSeveral(source))
    return true;
  return std::any_of(measured.begin(), measured.end(), [&](const Finding *finding) {
    return std::none_of(finding->members.begin(), finding->members.end(),
                        [](const FindingMember &member) { return member.declared.known(); }) ||
           std::any_of(finding->members.begin(), finding->members.end(),
                       [&](const FindingMember &member) {
                         return isSamePlace(inSources(member.declared, files), source.location);
                       });
  });
}

/// Takes rule, place, record and words from the source.
void describeAs(Finding &finding, const Finding &source, const std::string &measured) {
  finding.rule = source.rule;
  finding.location = source.location;
  if (source.record)
    finding.record = source.record;
  finding.message = fmt::format("{}; measured: {}", source.message, measured);
}

/// Removes what sources added: members without threads and HITM, which only a source named, the
/// thread entries of the others, and columns, which may come from the source.
void dropSource(std::vector<FindingMember> &members) {
  std::erase_if(members, [](const FindingMember &member) {
    return member.readers.empty() && member.writers.empty() && member.hitm == 0;
  });
  for (FindingMember &member : members) {
    member.declared.column = 0;
    member.read_by.clear();
    member.written_by.clear();
  }
}

} // namespace

Finding measuredPart(Finding finding) {
  finding.advice.clear();
  finding.no_advice.clear();
  std::erase_if(finding.sides,
                [](const FindingSide &side) { return side.verdict != Verdict::Measured; });
  if (finding.verdict != Verdict::Confirmed)
    return finding;
  finding.verdict = Verdict::Measured;
  dropSource(finding.members);
  finding.record.reset();
  if (finding.sides.empty())
    return finding;
  const FindingSide &dearest = finding.sides.front();
  finding.rule = dearest.rule;
  finding.confidence = dearest.confidence;
  finding.location = dearest.location;
  finding.message = dearest.message;
  return finding;
}

Finding confirmed(const FindingPointers &measured, const FindingPointers &latent, Words words,
                  const Measurement &whole, const FileMatch &files) {
  const Finding &source = *latent.front();
  Finding finding = *measured.front();
  addOthers(finding, measured);
  finding.verdict = Verdict::Confirmed;
  finding.confidence = confidenceOf(finding, source);
  finding.advice = joinedAdvice(measured, latent, whole.line_size, files);
  weighPrice(finding, whole.line_size);
  if (!finding.advice.empty())
    finding.no_advice.clear();
  finding.object.declared = inSources(finding.object.declared, files);
  finding.object.allocated.place = inSources(finding.object.allocated.place, files);
  if (words == Words::OfSource && isAboutMost(*measured.front(), source, files) &&
      speaksOfMeasured(source, measured, files))
    describeAs(finding, source, measuredText(measured, finding, whole));
  else
    finding.location = inSources(finding.location, files);
  finding.allocator_induced |= source.allocator_induced;
  finding.members = membersOf(measured, latent, files);
  finding.related = relatedOf(measured, latent, finding.location, files);
  finding.sides = sidesOf(measured, latent);
  return finding;
}

} // namespace fsfind
