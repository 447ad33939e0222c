#include "rules/measured/findings/Findings.h"

#include "rules/model/FindingOrder.h"

#include <algorithm>

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

bool isStatic(const Target &target) {
  return target.object.kind == ObjectKind::Global || target.object.kind == ObjectKind::Tls;
}

bool before(const Finding &a, const Finding &b) {
  return std::tuple(b.cost.latency_share, b.cost.hitm, a.lines, a.rule) <
         std::tuple(a.cost.latency_share, a.cost.hitm, b.lines, b.rule);
}

} // namespace

void Findings::add(const Line &line, const LineUsage &usage, bool store_evidence) {
  for (const Access &access : line.accesses)
    contended_ += access.contended;
  if (usage.threads.size() < 2)
    return;
  std::vector<Identity> cells;
  cells.reserve(usage.cells.size());
  for (const Cell &cell : usage.cells)
    cells.push_back(cell.target ? identities_.of(*cell.target) : Identity{});
  const UsedLine used{line, usage, cells, store_evidence, !line.counters.isShared()};
  const Variables variables = variablesOf(cells, usage.table);
  bool noted = false;
  for (const std::uint32_t variable : variables)
    noted |= judgeVariable(used, variable);
  if (variables.size() >= 2)
    noted |= judgeNeighbours(used, variables);
  if (!noted)
    judgeBytes(used);
}

bool Findings::judgeVariable(const UsedLine &used, std::uint32_t variable) {
  const UsageTable &all = used.usage.table;
  const UsageTable table = grouped(all, singly(used.identities, variable));
  const std::optional<Sharing> sharing = table.sharing();
  if (!sharing || !(used.store_evidence_only || anyContended(table)))
    return false;
  const Grouping elements = groupBy(used.identities, variable, &Identity::element);
  const Grouping members = groupBy(used.identities, variable, &Identity::member);
  if (*sharing != Sharing::True) {
    if (fight(all, elements))
      note(used, kRulePerThreadSlots, {variable}, *sharing);
    else if (fight(all, members))
      note(used, kRuleAdjacentThreadFields, {variable}, *sharing);
    else
      return false;
  } else if (severalContended(grouped(all, elements))) {
    // An array of locks or counters, all used by all threads: two elements on one line still
    // disturb each other when two threads use them at the same time.
    note(used, kRulePerThreadSlots, {variable}, Sharing::Mixed);
  } else {
    note(used, kRuleContendedAtomic, {variable}, *sharing);
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

void Findings::note(const UsedLine &used, std::string_view rule, const Variables &variables,
                    Sharing sharing) {
  std::vector<bool> part_of;
  for (const Identity &cell : used.identities)
    part_of.push_back(std::binary_search(variables.begin(), variables.end(), cell.variable));
  drafts_.try_emplace({rule, variables}, profile_, rule).first->second.add(used, part_of, sharing);
}

bool Findings::isShown(const Tally &tally, const SignificanceFloor &floor) const {
  const double share = static_cast<double>(tally.contended) /
                       static_cast<double>(std::max<std::uint64_t>(contended_, 1));
  return (tally.store_evidence_only || share >= kShownShare) &&
         floor.isReached({tally.contended, tally.evident_stores});
}

std::vector<Finding> Findings::ranked(bool show_all) const {
  const SignificanceFloor floor(profile_);
  std::vector<Finding> findings;
  const auto take = [&](const auto &drafts) {
    for (const auto &[key, draft] : drafts)
      if (show_all || isShown(draft.tally(), floor))
        findings.push_back(draft.finish());
  };
  take(drafts_);
  take(unnamed_);
  std::sort(findings.begin(), findings.end(), before);
  rankInOrder(findings);
  return findings;
}

} // namespace fsfind
