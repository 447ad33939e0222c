// The one sentence a finding says.
#include "rules/judge/FindingDraft.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

constexpr std::size_t kNamesListed = 4;

/// `a`, `a and b`, `a, b and c`, `a, b, c, d and 3 more`.
std::string listed(const std::vector<std::string> &names) {
  const bool all = names.size() <= kNamesListed;
  const std::size_t separate = all ? names.size() - 1 : kNamesListed;
  std::string text;
  for (std::size_t i = 0; i < separate; ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (!all)
    return fmt::format("{} and {} more", text, names.size() - kNamesListed);
  return names.size() == 1 ? names[0] : text + " and " + names.back();
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string percent(double share) {
  return share < 0.01 ? "less than 1 %" : fmt::format("{:.0f} %", share * 100);
}

} // namespace

/// Who and how much: "2 writer threads, 812 HITM, 34 % of sampled latency".
std::string FindingDraft::counts() const {
  std::set<std::uint32_t> threads, writers;
  for (const auto &[id, member] : members_) {
    threads.insert(member.readers.begin(), member.readers.end());
    threads.insert(member.writers.begin(), member.writers.end());
    writers.insert(member.writers.begin(), member.writers.end());
  }
  std::string text = writers.empty() ? counted(threads.size(), "thread") + " and no store sampled"
                                     : counted(writers.size(), "writer thread");
  if (!writers.empty() && threads.size() > writers.size())
    text += ", " + counted(threads.size() - writers.size(), "other reader thread");
  if (store_evidence_only_)
    text += fmt::format(", {} and no HITM", counted(stores_, "store"));
  else if (profile_.totals.tot_hitm == 0 && profile_.totals.tot_peer != 0)
    text += ", " + counted(contended_, "peer load");
  else
    text += fmt::format(", {} HITM", contended_);
  if (cost_ != 0 && profile_.cost != 0)
    text += fmt::format(", {} of sampled latency",
                        percent(static_cast<double>(cost_) / static_cast<double>(profile_.cost)));
  return text;
}

/// What shares a line: "members head and tail of ring::Queue share a cacheline".
std::string FindingDraft::subject(const std::vector<const Member *> &members) const {
  const Target &hottest = *members.front()->target;
  const std::string where =
      lines_.size() == 1 ? "a cacheline" : fmt::format("{} cachelines", lines_.size());
  std::vector<std::string> names;
  for (const Member *member : members)
    names.push_back(pathOf(*member->target));
  const std::optional<RecordInfo> owner = record();
  const std::string &variable = displayName(hottest.object);
  const std::string &of = owner && !owner->name.empty() ? owner->name : variable;
  if (rule_ == kRulePerThreadSlots) {
    const std::string size =
        hottest.object.size == 0 ? "" : fmt::format(" ({} bytes each)", hottest.object.size);
    if (hottest.object.index)
      return fmt::format("elements of {}{} share {}", variable, size, where);
    if (hottest.member.find('[') != std::string::npos)
      return fmt::format("elements of {} in {} share {}", listed(names), of, where);
    return fmt::format("instances of {}{} share {}", variable, size, where);
  }
  if (rule_ == kRuleAdjacentThreadFields)
    return fmt::format("members {} of {} share {}", listed(names), of, where);
  if (rule_ == kRuleAdjacentGlobals)
    return fmt::format("variables {} share {}", listed(names), where);
  const bool whole = hottest.member.empty();
  return fmt::format("{}{} {} contended by all its threads on the same bytes", listed(names),
                     whole ? "" : " of " + of, names.size() == 1 ? "is" : "are");
}

std::string FindingDraft::message(const std::vector<const Member *> &members) const {
  const std::string_view end = rule_ == kRuleContendedAtomic ? "; padding alone will not help" : "";
  return fmt::format("{}: {}{}", subject(members), counts(), end);
}

} // namespace fsfind
