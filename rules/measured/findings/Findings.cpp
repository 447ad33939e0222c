#include "rules/measured/findings/Findings.h"

#include "rules/model/FindingOrder.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace fsfind {

namespace {

using Groups = std::vector<std::uint32_t>;

/// Which column each cell is summed into.
struct Grouping {
  Groups group_of;
  std::size_t groups = 0;
};

Grouping groupBy(std::span<const Identity> cells, std::optional<std::uint32_t> variable,
                 std::uint32_t Identity::*field) {
  Grouping result;
  std::map<std::uint32_t, std::uint32_t> columns;
  for (const Identity &cell : cells) {
    const bool wanted = cell.known() && (!variable || cell.variable == *variable);
    const auto next = static_cast<std::uint32_t>(columns.size());
    result.group_of.push_back(wanted ? columns.try_emplace(cell.*field, next).first->second
                                     : UsageTable::kDropped);
  }
  result.groups = columns.size();
  return result;
}

/// A column for each of the variable's cells.
Grouping singly(std::span<const Identity> cells, std::uint32_t variable) {
  Grouping result;
  for (const Identity &cell : cells)
    result.group_of.push_back(cell.variable == variable
                                  ? static_cast<std::uint32_t>(result.groups++)
                                  : UsageTable::kDropped);
  return result;
}

UsageTable grouped(const UsageTable &table, const Grouping &grouping) {
  return table.grouped(grouping.group_of, grouping.groups);
}

bool fight(const UsageTable &table, const Grouping &grouping) {
  return grouping.groups >= 2 &&
         grouped(table, grouping).sharing().value_or(Sharing::True) != Sharing::True;
}

/// Whether at least two columns are each written by at least two threads.
bool severalContended(const UsageTable &table) {
  std::size_t contended = 0;
  for (std::size_t c = 0; c < table.columns(); ++c) {
    std::size_t writers = 0;
    for (std::size_t r = 0; r < table.rows(); ++r)
      writers += table.writes(table.at(r, c));
    contended += writers >= 2;
  }
  return contended >= 2;
}

bool anyContended(const UsageTable &table) {
  for (std::size_t r = 0; r < table.rows(); ++r)
    for (const CellUse &use : table.row(r))
      if (use.contended != 0)
        return true;
  return false;
}

std::vector<std::uint32_t> variablesOf(std::span<const Identity> cells, const UsageTable &table) {
  std::vector<std::uint32_t> variables;
  for (std::size_t c = 0; c < cells.size(); ++c)
    for (std::size_t r = 0; cells[c].known() && r < table.rows(); ++r)
      if (table.at(r, c).samples() != 0)
        variables.push_back(cells[c].variable);
  std::sort(variables.begin(), variables.end());
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  return variables;
}

/// Which cells belong to the variables, which ascend.
std::vector<bool> partOf(const UsedLine &used, const std::vector<std::uint32_t> &variables) {
  std::vector<bool> part_of;
  for (const Identity &cell : used.identities)
    part_of.push_back(std::binary_search(variables.begin(), variables.end(), cell.variable));
  return part_of;
}

bool isStatic(const Target &target) {
  return target.object.kind == ObjectKind::Global || target.object.kind == ObjectKind::Tls;
}

bool before(const Finding &a, const Finding &b) {
  return std::tuple(b.cost.latency_share, b.cost.hitm, a.lines, a.rule) <
         std::tuple(a.cost.latency_share, a.cost.hitm, b.lines, b.rule);
}

} // namespace

std::vector<Identity> Findings::identitiesOf(const LineUsage &usage) {
  std::vector<Identity> cells;
  cells.reserve(usage.cells.size());
  for (const Cell &cell : usage.cells)
    cells.push_back(cell.target ? identities_.of(*cell.target) : Identity{});
  return cells;
}

void Findings::add(const Line &line, const LineUsage &usage, bool store_evidence) {
  contended_ += contendedUse(line, false).samples;
  if (usage.threads.size() < 2)
    return;
  const std::vector<Identity> cells = identitiesOf(usage);
  const Variables variables = variablesOf(cells, usage.table);
  if (wasHandedOver(line))
    handed_over_[variables].push_back({&line, store_evidence});
  else
    judge({line, usage, cells, store_evidence, !line.counters.isShared()}, variables);
}

void Findings::judge(const UsedLine &used, const Variables &variables) {
  bool noted = false;
  for (const std::uint32_t variable : variables)
    noted |= judgeVariable(used, variable);
  if (variables.size() >= 2)
    noted |= judgeNeighbours(used, variables);
  if (noted)
    return;
  if (variables.size() == 1)
    undecided_[variables].push_back({&used.line, used.store_evidence});
  else
    judgeBytes(used);
}

std::uint64_t Findings::contendedOf(const Variables &variables) const {
  std::uint64_t contended = 0;
  if (variables.empty())
    for (const auto &[key, draft] : unnamed_)
      contended += draft.tally().contended;
  else if (const auto draft = drafts_.find(variables); draft != drafts_.end())
    contended = draft->second.tally().contended;
  return contended;
}

void Findings::settle(bool show_all) {
  // An object whose lines mostly alternate had lines that were sampled before they did.
  for (const auto &[variables, lines] : handed_over_) {
    HandedOver sum;
    for (const Postponed &postponed : lines)
      sum.loads += contendedUse(*postponed.line, false).samples;
    const bool belongs = show_all || contendedOf(variables) > sum.loads;
    for (const auto &[line, store_evidence] : lines) {
      const LineUsage usage = lineUsage(profile_, *line);
      const std::vector<Identity> cells = identitiesOf(usage);
      if (belongs)
        judge({*line, usage, cells, store_evidence, !line->counters.isShared()}, variables);
    }
    left_out_.lines += belongs ? 0 : lines.size();
    left_out_.loads += belongs ? 0 : sum.loads;
  }
  for (const auto &[variables, lines] : undecided_)
    for (const auto &[line, store_evidence] : lines) {
      const LineUsage usage = lineUsage(profile_, *line);
      const std::vector<Identity> cells = identitiesOf(usage);
      const UsedLine used{*line, usage, cells, store_evidence, !line->counters.isShared()};
      if (!addToVariable(used, variables.front()))
        judgeBytes(used);
    }
}

bool Findings::judgeVariable(const UsedLine &used, std::uint32_t variable) {
  const UsageTable &all = used.usage.table;
  const UsageTable table = grouped(all, singly(used.identities, variable));
  const std::optional<Sharing> by_bytes = table.sharing();
  if (!by_bytes || !(used.store_evidence_only || anyContended(table)))
    return false;
  const std::optional<Sharing> told = toldSharing(used.line, used.usage, partOf(used, {variable}));
  const Sharing sharing = told.value_or(*by_bytes);
  const Grouping elements = groupBy(used.identities, variable, &Identity::element);
  const Grouping members = groupBy(used.identities, variable, &Identity::member);
  if (sharing != Sharing::True) {
    if (fight(all, elements))
      note(used, kRulePerThreadSlots, {variable}, sharing);
    else if (fight(all, members) || members.groups >= 2)
      note(used, kRuleAdjacentThreadFields, {variable}, sharing);
    else if (elements.groups >= 2)
      note(used, kRulePerThreadSlots, {variable}, sharing);
    else if (by_bytes == Sharing::True && sharing == Sharing::Mixed)
      note(used, kRuleContendedAtomic, {variable}, sharing);
    else
      return false;
  } else if (!told && severalContended(grouped(all, elements))) {
    // An array of locks or counters, all used by all threads: two elements on one line still
    // disturb each other when two threads use them at the same time.
    note(used, kRulePerThreadSlots, {variable}, Sharing::Mixed);
  } else {
    note(used, kRuleContendedAtomic, {variable}, sharing);
  }
  return true;
}

bool Findings::judgeNeighbours(const UsedLine &used, const Variables &variables) {
  const bool all_static =
      std::all_of(used.usage.cells.begin(), used.usage.cells.end(), [&](const Cell &cell) {
        return !cell.target || isStatic(profile_.target(*cell.target));
      });
  const Grouping by_variable = groupBy(used.identities, std::nullopt, &Identity::variable);
  const UsageTable table = grouped(used.usage.table, by_variable);
  const std::optional<Sharing> sharing = table.sharing();
  if (sharing.value_or(Sharing::True) == Sharing::True ||
      toldSharing(used.line, used.usage, partOf(used, variables)) == Sharing::True ||
      !(used.store_evidence_only || anyContended(table)))
    return false;
  note(used, all_static ? kRuleAdjacentGlobals : kRuleAdjacentObjects, variables, *sharing);
  return true;
}

void Findings::judgeBytes(const UsedLine &used) {
  const std::optional<Sharing> sharing = used.usage.table.sharing();
  if (!sharing || !(used.store_evidence_only || anyContended(used.usage.table)))
    return;
  const UnnamedDraft::Key key = UnnamedDraft::keyOf(profile_, used, *sharing);
  unnamed_.try_emplace(key, profile_, key.first).first->second.add(used, *sharing);
}

/// Adds a line whose own samples are too few for a verdict to the variable's finding, if it has
/// one.
bool Findings::addToVariable(const UsedLine &used, std::uint32_t variable) {
  const auto draft = drafts_.find({variable});
  if (draft == drafts_.end())
    return false;
  draft->second.add(used, partOf(used, {variable}));
  return true;
}

void Findings::note(const UsedLine &used, std::string_view rule, const Variables &variables,
                    Sharing sharing) {
  const auto draft = drafts_.try_emplace(variables, profile_, variables.size() > 1).first;
  draft->second.add(used, partOf(used, variables), LineVerdict{rule, sharing});
}

bool Findings::isShown(const Tally &tally, const SignificanceFloor &floor) const {
  const double share = static_cast<double>(tally.contended) /
                       static_cast<double>(std::max<std::uint64_t>(contended_, 1));
  return (tally.store_evidence_only || share >= kShownShare) &&
         floor.isReached({tally.contended, tally.evident_stores});
}

Findings::HandedOver Findings::handedOver(bool show_all) const {
  HandedOver sum = left_out_;
  std::set<std::uint64_t> lines;
  const auto count = [&](const auto &drafts) {
    for (const auto &[key, draft] : drafts) {
      const std::size_t before = lines.size();
      if (!show_all && draft.alternation() == Alternation::HandedOver)
        lines.insert(draft.lines().begin(), draft.lines().end());
      sum.loads += lines.size() > before ? draft.tally().contended : 0;
    }
  };
  count(drafts_);
  count(unnamed_);
  sum.lines += lines.size();
  return sum;
}

std::vector<Finding> Findings::ranked(bool show_all) const {
  const SignificanceFloor floor(profile_);
  std::vector<Finding> findings;
  const auto take = [&](const auto &drafts) {
    for (const auto &[key, draft] : drafts)
      if (show_all ||
          (draft.alternation() != Alternation::HandedOver && isShown(draft.tally(), floor)))
        findings.push_back(draft.finish());
  };
  take(drafts_);
  take(unnamed_);
  std::sort(findings.begin(), findings.end(), before);
  rankInOrder(findings);
  return findings;
}

} // namespace fsfind
