#include "rules/measured/findings/LineJudge.h"

#include <algorithm>
#include <map>
#include <set>

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

/// Cells of one object that has an array beside other members, as a ring's slots lie beside its
/// indices.
struct BesideElements {
  std::vector<bool> members, elements; ///< by cell: beside the array; in it
};

/// None if the variable's cells on the line are not those of one such object: then objects or
/// elements of an array around it meet, too.
std::optional<BesideElements> besideElements(std::span<const Identity> cells,
                                             std::uint32_t variable) {
  std::set<std::uint32_t> holders;
  for (const Identity &cell : cells)
    if (cell.variable == variable && cell.holder != Identity::kNone)
      holders.insert(cell.holder);
  if (holders.size() != 1)
    return std::nullopt;
  BesideElements beside;
  for (const Identity &cell : cells) {
    const bool of_variable = cell.variable == variable;
    beside.members.push_back(of_variable && holders.contains(cell.element));
    beside.elements.push_back(of_variable && holders.contains(cell.holder));
    if (of_variable && !beside.members.back() && !beside.elements.back())
      return std::nullopt;
  }
  const bool any =
      std::find(beside.members.begin(), beside.members.end(), true) != beside.members.end();
  return any ? std::optional(std::move(beside)) : std::nullopt;
}

/// The sum of the cells for each thread.
std::vector<CellUse> byThread(const UsageTable &table, const std::vector<bool> &cells) {
  std::vector<CellUse> uses(table.rows());
  for (std::size_t r = 0; r < table.rows(); ++r)
    for (std::size_t c = 0; c < cells.size(); ++c)
      if (cells[c])
        uses[r] += table.at(r, c);
  return uses;
}

/// Whether most contended loads of the object are of members beside the array, and met writes of
/// such members, by what other threads store.
bool meetMostlyInMembers(const std::vector<CellUse> &members,
                         const std::vector<CellUse> &elements) {
  double all = 0, meeting = 0;
  for (std::size_t r = 0; r < members.size(); ++r) {
    double in_members = 0, in_elements = 0;
    for (std::size_t w = 0; w < members.size(); ++w)
      if (w != r) {
        in_members += static_cast<double>(members[w].stores);
        in_elements += static_cast<double>(elements[w].stores);
      }
    const double stores = in_members + in_elements;
    const auto contended = static_cast<double>(members[r].contended);
    all += contended + static_cast<double>(elements[r].contended);
    meeting += stores == 0 ? 0 : contended * in_members / stores;
  }
  return 2 * meeting > all;
}

/// Whether threads meet in members beside an array, so that lines of their own for the array's
/// elements would not part them: nobody writes the elements, one thread alone uses them, or most
/// contended loads met writes of such members. Most loads that are contended are of what a thread
/// loads first, which elements that fight may lie beside; so where those few of the elements tell
/// that they do, they decide.
bool meetBesideElements(const Profile &profile, const UsedLine &used, std::uint32_t variable) {
  const std::optional<BesideElements> beside = besideElements(used.identities, variable);
  if (!beside)
    return false;
  const std::vector<CellUse> elements = byThread(used.usage.table, beside->elements);
  if (std::none_of(elements.begin(), elements.end(),
                   [&](const CellUse &use) { return used.usage.table.writes(use); }))
    return true;
  if (toldSharing(profile, used.line, used.usage, beside->elements) == Sharing::False)
    return false;
  const auto users = std::count_if(elements.begin(), elements.end(),
                                   [](const CellUse &use) { return use.samples() != 0; });
  return users == 1 || meetMostlyInMembers(byThread(used.usage.table, beside->members), elements);
}

/// How many columns are each written by at least two threads.
std::size_t countContended(const UsageTable &table) {
  std::size_t contended = 0;
  for (std::size_t c = 0; c < table.columns(); ++c) {
    std::size_t writers = 0;
    for (std::size_t r = 0; r < table.rows(); ++r)
      writers += table.writes(table.at(r, c));
    contended += writers >= 2;
  }
  return contended;
}

CellUse sumOf(const UsageTable &table, std::size_t column) {
  CellUse sum;
  for (std::size_t r = 0; r < table.rows(); ++r)
    sum += table.at(r, column);
  return sum;
}

/// Whether most contended loads are of columns that hardly anyone writes.
bool isMostlyOfReaders(const UsageTable &table) {
  std::uint64_t all = 0, of_readers = 0;
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const CellUse use = sumOf(table, c);
    all += use.contended;
    of_readers += rare(use.stores, use.loads) ? use.contended : 0;
  }
  return 2 * of_readers > all;
}

/// Whether one thread alone writes the columns, several of them, and each thread that meets its
/// writes reads at least half of these: then all meet in each column, wherever it lies.
bool isReadAsAWhole(const UsageTable &table) {
  std::set<std::size_t> writers, written;
  for (std::size_t r = 0; r < table.rows(); ++r)
    for (std::size_t c = 0; c < table.columns(); ++c)
      if (table.at(r, c).stores != 0) {
        writers.insert(r);
        written.insert(c);
      }
  if (writers.size() != 1 || written.size() < 2)
    return false;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    std::size_t read = 0;
    bool meets = false;
    for (const std::size_t c : written) {
      read += table.at(r, c).loads != 0 ? 1 : 0;
      meets = meets || table.at(r, c).contended != 0;
    }
    if (meets && !writers.contains(r) && 2 * read < written.size())
      return false;
  }
  return true;
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

/// An array of locks or counters, all used by all threads: two elements on one line still disturb
/// each other when two threads use them at the same time.
LineVerdict verdictOfSameBytes(const UsageTable &by_elements, bool told) {
  return !told && countContended(by_elements) >= 2
             ? LineVerdict{kRulePerThreadSlots, Sharing::Mixed}
             : LineVerdict{kRuleContendedAtomic, Sharing::True};
}

/// What lies in the first cell of this variable; null if no cell is of it.
const Target *firstTarget(const Profile &profile, const UsedLine &used, std::uint32_t variable) {
  for (std::size_t c = 0; c < used.identities.size(); ++c)
    if (used.identities[c].variable == variable)
      return &profile.target(*used.usage.cells[c].target);
  return nullptr;
}

/// Whether the cells of all variables lie in one block of the heap, and the recording tells that.
bool areInOneBlock(const Profile &profile, const UsedLine &used,
                   const std::vector<std::uint32_t> &variables) {
  std::set<std::uint64_t> blocks;
  const std::vector<bool> part_of = partOf(used, variables);
  for (std::size_t c = 0; c < part_of.size(); ++c)
    if (part_of[c]) {
      const Object &object = profile.target(*used.usage.cells[c].target).object;
      blocks.insert(object.block_size == 0 ? 0 : object.block_address);
    }
  return blocks.size() == 1 && !blocks.contains(0);
}

/// An object of a record of the author's, whose begin and size are known.
bool isOneRecord(const Target &target) {
  return target.record && target.object.size != 0 && !target.object.index &&
         !target.object.of_array;
}

bool isOnlyKnownByBlock(const Target &target) {
  return target.evidence == Evidence::Allocation || isOfUntypedBlock(target);
}

/// Whether what is only known by its block lies outside of the records in it, as a reference count
/// lies beside the object that is counted (std::make_shared, Rust's Arc).
bool isBesideRecords(const Profile &profile, const UsedLine &used,
                     const std::vector<std::uint32_t> &variables) {
  const std::vector<bool> part_of = partOf(used, variables);
  std::vector<const Target *> records, others;
  for (std::size_t c = 0; c < part_of.size(); ++c)
    if (part_of[c]) {
      const Target &target = profile.target(*used.usage.cells[c].target);
      if (isOneRecord(target))
        records.push_back(&target);
      else if (isOnlyKnownByBlock(target))
        others.push_back(&target);
      else
        return false;
    }
  return !records.empty() && std::all_of(others.begin(), others.end(), [&](const Target *other) {
    return std::all_of(records.begin(), records.end(), [&](const Target *record) {
      const Object &one = other->object, &of = record->object;
      return one.address + one.size <= of.address || of.address + of.size <= one.address;
    });
  });
}

bool isMostlyFalse(const TakenLoads &taken) {
  return taken.other > taken.same;
}

/// No verdict on bytes of one block without a type, nor on several values of one type that nothing
/// tells the object of, or only that it is one: they are told as bytes (see UnnamedDraft).
std::optional<LineVerdict> judgeVariable(const Profile &profile, const UsedLine &used,
                                         std::uint32_t variable) {
  const UsageTable &all = used.usage.table;
  const UsageTable table = grouped(all, singly(used.identities, variable));
  const std::optional<Sharing> by_bytes = table.sharing();
  if (!by_bytes || !(used.store_evidence_only || anyContended(table)))
    return std::nullopt;
  const std::vector<bool> part_of = partOf(used, {variable});
  const std::optional<Sharing> told = toldSharing(profile, used.line, used.usage, part_of);
  const Sharing sharing = told.value_or(*by_bytes);
  const Grouping elements = groupBy(used.identities, variable, &Identity::element);
  const Target *first = firstTarget(profile, used, variable);
  if (first && (elements.groups < 2
                    ? first->evidence == Evidence::Allocation
                    : isOfUnknownObject(*first) ||
                          (isOfUntypedBlock(*first) && areInOneBlock(profile, used, {variable}))))
    return std::nullopt;
  const Grouping members = groupBy(used.identities, variable, &Identity::member);
  if (sharing == Sharing::True)
    return verdictOfSameBytes(grouped(all, elements), told.has_value());
  // If the taken bytes tell false sharing mostly, as of buffers that are used in turn, lines of
  // their own do part them.
  if (told == Sharing::Mixed &&
      !isMostlyFalse(takenLoads(profile, used.line, used.usage, part_of)) && elements.groups >= 2 &&
      isReadAsAWhole(grouped(all, elements)))
    return LineVerdict{kRuleContendedAtomic, Sharing::Mixed};
  // Where all threads read a member and write others of the same element, they meet in it whatever
  // lines the elements have.
  const bool within = members.groups >= 2 && countContended(grouped(all, elements)) > 0 &&
                      isMostlyOfReaders(grouped(all, members));
  if (!within && fight(all, elements) && !meetBesideElements(profile, used, variable))
    return LineVerdict{kRulePerThreadSlots, sharing};
  // Work that moves from thread to thread, as goroutines and tasks do, lets all threads write each
  // element in the end: no member tells them apart, but the bytes that were taken do.
  const bool in_turn = told == Sharing::False && elements.groups >= 2 && !fight(all, members);
  if (!within && in_turn)
    return LineVerdict{kRulePerThreadSlots, sharing};
  if (members.groups >= 2)
    return LineVerdict{kRuleAdjacentThreadFields, sharing};
  if (elements.groups >= 2)
    return LineVerdict{kRulePerThreadSlots, sharing};
  if (by_bytes == Sharing::True && sharing == Sharing::Mixed)
    return LineVerdict{kRuleContendedAtomic, sharing};
  return std::nullopt;
}

std::optional<LineVerdict> judgeNeighbours(const Profile &profile, const UsedLine &used,
                                           const std::vector<std::uint32_t> &variables) {
  const bool all_static =
      std::all_of(used.usage.cells.begin(), used.usage.cells.end(), [&](const Cell &cell) {
        return !cell.target || isStatic(profile.target(*cell.target));
      });
  const Grouping by_variable = groupBy(used.identities, std::nullopt, &Identity::variable);
  const UsageTable table = grouped(used.usage.table, by_variable);
  const std::optional<Sharing> sharing = table.sharing();
  if (sharing.value_or(Sharing::True) == Sharing::True ||
      takenLoads(profile, used.line, used.usage, partOf(used, variables)).sharing() ==
          Sharing::True ||
      !(used.store_evidence_only || anyContended(table)))
    return std::nullopt;
  // What is only known by its block may be a part of what else lies in it.
  const bool any_unnamed = std::any_of(variables.begin(), variables.end(), [&](std::uint32_t one) {
    const Target *first = firstTarget(profile, used, one);
    return first && isOnlyKnownByBlock(*first);
  });
  if (any_unnamed && areInOneBlock(profile, used, variables) &&
      !isBesideRecords(profile, used, variables))
    return std::nullopt;
  return LineVerdict{all_static ? kRuleAdjacentGlobals : kRuleAdjacentObjects, *sharing};
}

/// Whether one of the claims is on all that is contended or stored to but noise: with neighbours,
/// it would be told twice.
bool isOnNearlyAll(const UsedLine &used, const std::vector<std::uint32_t> &variables,
                   const std::vector<LineClaim> &claims) {
  const auto sumOfCells = [&](const std::vector<bool> &cells) {
    CellUse sum;
    for (const CellUse &use : byThread(used.usage.table, cells))
      sum += use;
    return sum;
  };
  const CellUse all = sumOfCells(partOf(used, variables));
  return std::any_of(claims.begin(), claims.end(), [&](const LineClaim &claim) {
    const CellUse own = sumOfCells(partOf(used, claim.variables));
    return rare(all.contended - own.contended, all.contended) &&
           rare(all.stores - own.stores, all.stores);
  });
}

/// Variables that nobody else writes, and of which loads miss nevertheless that turn out to be
/// essential: their threads go on to use what others write beside them. The claim on these takes
/// them in, for they gain nothing by themselves.
void takeInWhatIsUsedTogether(const Profile &profile, const UsedLine &used,
                              const std::vector<std::uint32_t> &variables,
                              std::vector<LineClaim> &claims) {
  const bool of_same_bytes = std::all_of(claims.begin(), claims.end(), [](const LineClaim &claim) {
    return claim.verdict && claim.verdict->rule == kRuleContendedAtomic;
  });
  if (!of_same_bytes ||
      takenLoads(profile, used.line, used.usage, partOf(used, variables)).sharing() !=
          Sharing::True)
    return;
  LineClaim together{{}, LineVerdict{kRuleContendedAtomic, Sharing::True}};
  bool any_written = false;
  for (const std::uint32_t variable : variables) {
    const UsageTable table = grouped(used.usage.table, singly(used.identities, variable));
    const bool written = countContended(table) != 0;
    any_written |= written;
    if (written || anyContended(table))
      together.variables.push_back(variable);
  }
  if (any_written && together.variables.size() > std::max<std::size_t>(claims.size(), 1))
    claims = {std::move(together)};
}

} // namespace

std::vector<bool> partOf(const UsedLine &used, const std::vector<std::uint32_t> &variables) {
  std::vector<bool> part_of;
  for (const Identity &cell : used.identities)
    part_of.push_back(std::binary_search(variables.begin(), variables.end(), cell.variable));
  return part_of;
}

std::vector<LineClaim> claimsOf(const Profile &profile, const UsedLine &used) {
  std::vector<LineClaim> claims;
  const std::vector<std::uint32_t> variables = variablesOf(used.identities, used.usage.table);
  for (const std::uint32_t variable : variables)
    if (const auto verdict = judgeVariable(profile, used, variable))
      claims.push_back({{variable}, verdict});
  takeInWhatIsUsedTogether(profile, used, variables, claims);
  if (variables.size() >= 2 && !isOnNearlyAll(used, variables, claims))
    if (const auto verdict = judgeNeighbours(profile, used, variables))
      claims.push_back({variables, verdict});
  if (claims.empty() && variables.size() == 1)
    claims.push_back({{variables.front()}, std::nullopt});
  return claims;
}

std::optional<Sharing> sharingOfBytes(const UsedLine &used) {
  const std::optional<Sharing> sharing = used.usage.table.sharing();
  const bool contended = used.store_evidence_only || anyContended(used.usage.table);
  return contended ? sharing : std::nullopt;
}

} // namespace fsfind
