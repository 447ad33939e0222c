#include "rules/measured/findings/QuietMembers.h"

#include "rules/measured/usage/Identity.h"
#include "rules/measured/usage/UsageTable.h"
#include "rules/model/RuleIds.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace fsfind {

namespace {

class QuietMembers {
public:
  QuietMembers(const Profile &profile, std::vector<Finding> &findings)
      : profile_(profile), findings_(findings), identities_(profile) {
    for (const Line &line : profile.lines)
      lines_.emplace(line.address, &line);
  }

  void add() {
    for (Finding &finding : findings_)
      if (finding.rule == kRuleAdjacentThreadFields)
        findObjects(finding);
      else if (finding.rule == kRuleAdjacentGlobals)
        addVariables(finding);
    if (!objects_.empty())
      for (const Line &line : profile_.lines)
        addStores(line);
    for (auto &[member, written] : written_)
      addMember(written);
  }

private:
  /// A finding's object, by Identity::element.
  struct Owner {
    Finding *finding = nullptr;
    std::uint64_t most_stores = 0; ///< to one member, on the finding's lines
  };
  struct Written {
    const Target *target = nullptr;
    Owner *owner = nullptr;
    std::map<std::uint32_t, std::uint64_t> stores; ///< by thread id
  };

  [[nodiscard]] static bool isPartOf(const Target &target, const Finding &finding) {
    const Object &one = target.object, &object = finding.object;
    return target.record && one.kind == object.kind && one.name == object.name &&
           one.type == object.type && one.declared == object.declared;
  }

  [[nodiscard]] const Line *lineAt(std::uint64_t address) const {
    const auto found = lines_.find(address);
    return found == lines_.end() ? nullptr : found->second;
  }

  /// Calls take(target, identity, access) for each store to a global on that line.
  template <class Take> void forStoresToGlobals(const Line *line, const Take &take) {
    for (std::size_t i = 0; line && i < line->accesses.size(); ++i) {
      const Access &access = line->accesses[i];
      const Target &target = profile_.target(access.target);
      if (access.writes() && target.object.kind == ObjectKind::Global &&
          !target.object.name.empty())
        take(target, identities_.of(access.target), access);
    }
  }

  /// The variables on the lines next to the finding's.
  void addVariables(Finding &finding) {
    std::map<std::uint32_t, std::uint64_t> stores; // by Identity::variable
    Owner owner{&finding};
    std::set<std::uint64_t> beside;
    for (const std::uint64_t address : finding.lines) {
      forStoresToGlobals(lineAt(address), [&](const Target &, const Identity &one, auto &access) {
        owner.most_stores = std::max(owner.most_stores, stores[one.variable] += access.count);
      });
      beside.insert({address - profile_.source.line_size, address + profile_.source.line_size});
    }
    std::map<std::uint32_t, Written> written;
    for (const std::uint64_t address : beside)
      forStoresToGlobals(lineAt(address),
                         [&](const Target &target, const Identity &one, auto &access) {
                           if (stores.contains(one.variable))
                             return;
                           Written &variable = written[one.variable];
                           variable.target = &target;
                           variable.owner = &owner;
                           variable.stores[profile_.thread(access.thread).tid] += access.count;
                         });
    for (const auto &[variable, one] : written)
      addMember(one);
  }

  void findObjects(Finding &finding) {
    std::map<std::uint32_t, std::uint64_t> stores;
    Owner &owner = owners_[&finding];
    owner.finding = &finding;
    for (const std::uint64_t address : finding.lines) {
      taken_.insert(address);
      const Line *line = lineAt(address);
      for (std::size_t i = 0; line && i < line->accesses.size(); ++i) {
        const Access &access = line->accesses[i];
        if (!isPartOf(profile_.target(access.target), finding))
          continue;
        const Identity &identity = identities_.of(access.target);
        objects_.emplace(identity.element, &owner);
        if (access.writes())
          owner.most_stores = std::max(owner.most_stores, stores[identity.member] += access.count);
      }
    }
  }

  void addStores(const Line &line) {
    if (taken_.contains(line.address))
      return;
    for (const Access &access : line.accesses) {
      const Target &target = profile_.target(access.target);
      if (!access.writes() || !target.record || !target.parts.empty())
        continue;
      const Identity &identity = identities_.of(access.target);
      const auto object = objects_.find(identity.element);
      if (object == objects_.end() || !isPartOf(target, *object->second->finding))
        continue;
      Written &written = written_[identity.member];
      written.target = &target;
      written.owner = object->second;
      written.stores[profile_.thread(access.thread).tid] += access.count;
    }
  }

  static void addMember(const Written &written) {
    const Target &target = *written.target;
    FindingMember member;
    member.path = target.member;
    member.declared = target.member.empty() ? target.object.declared : target.member_declared;
    member.offset = target.member_offset;
    member.size = target.member.empty() ? target.object.size : target.member_size;
    member.variable = target.object.name;
    for (const auto &[thread, stores] : written.stores)
      if (!rare(stores, written.owner->most_stores))
        member.writers.push_back(std::to_string(thread));
    if (!member.writers.empty())
      written.owner->finding->quiet_members.push_back(std::move(member));
  }

  const Profile &profile_;
  std::vector<Finding> &findings_;
  Identities identities_;
  std::unordered_map<std::uint64_t, const Line *> lines_;
  std::unordered_set<std::uint64_t> taken_; ///< addresses of the findings' lines
  std::map<const Finding *, Owner> owners_;
  std::unordered_map<std::uint32_t, Owner *> objects_; ///< by Identity::element
  std::map<std::uint32_t, Written> written_;           ///< by Identity::member
};

} // namespace

void addQuietMembers(const Profile &profile, std::vector<Finding> &findings) {
  QuietMembers(profile, findings).add();
}

} // namespace fsfind
