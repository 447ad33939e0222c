#include "rules/measured/usage/TakenLoads.h"

#include "rules/measured/usage/Operations.h"
#include "rules/model/DisplayName.h"

#include <algorithm>

namespace fsfind {

namespace {

/// Loads needed for a verdict: the error of a count of ten is a third.
constexpr double kFirmLoads = 10;
/// The least share of one kind beside which the other is a stray.
constexpr double kNearlyAll = 0.9;

/// Sampled stores of other threads than the reader.
struct OtherStores {
  double same = 0, other = 0; ///< to what the load's operation uses; to the rest of the line
  [[nodiscard]] double all() const { return same + other; }
};

/// Stores by column and by row of a line's table, so that each load is decided at once.
class Stores {
public:
  Stores(const Profile &profile, const Line &line, const LineUsage &usage)
      : usage_(usage), operations_(profile, line, usage), of_cell_(usage.table.columns()),
        of_row_(usage.table.rows()) {
    for (std::size_t r = 0; r < of_row_.size(); ++r)
      for (std::size_t c = 0; c < of_cell_.size(); ++c) {
        const std::uint64_t stores = usage.table.at(r, c).stores;
        of_cell_[c] += stores;
        of_row_[r] += stores;
        all_ += stores;
      }
  }

  [[nodiscard]] OtherStores byOthers(const Access &access, std::size_t first_cell) const {
    std::vector<bool> used(of_cell_.size());
    const std::uint32_t end = access.offset + std::max<std::uint32_t>(access.size, 1);
    for (std::size_t c = first_cell; c < used.size() && (c == first_cell || begin(c) < end); ++c)
      used[c] = true;
    operations_.addCells(access, used);
    const auto row = usage_.row(access.thread);
    std::uint64_t same = 0;
    for (std::size_t c = 0; c < used.size(); ++c)
      if (used[c])
        same += of_cell_[c] - (row ? usage_.table.at(*row, c).stores : 0);
    const std::uint64_t all = all_ - (row ? of_row_[*row] : 0);
    return {static_cast<double>(same), static_cast<double>(all - std::min(all, same))};
  }

private:
  [[nodiscard]] std::uint32_t begin(std::size_t cell) const { return usage_.cells[cell].begin; }

  const LineUsage &usage_;
  Operations operations_;
  std::vector<std::uint64_t> of_cell_, of_row_;
  std::uint64_t all_ = 0;
};

bool isTold(const Access &access) {
  return access.essential + access.useless != 0 || access.parted != PartedMisses{} ||
         access.answered_cost != 0;
}

/// Where the recording tells what would be contended if the data were apart: which part of a line
/// stands for what an access is of. None for data that have others beside them in such a part, as
/// bits have.
std::optional<std::size_t> partStandingFor(const Profile &profile, const Access &access) {
  if (access.parted == PartedMisses{} && access.answered_cost == 0)
    return std::nullopt;
  const Target &target = profile.target(access.target);
  const Object &object = target.object;
  if (object.type == kBitWord || access.update == Update::Bits)
    return std::nullopt;
  const std::uint64_t line = profile.source.line_size, smallest = line / 8;
  // Elements are put apart whole, of other objects the members are.
  if ((object.index || object.of_array) && object.size * 2 <= line) {
    for (std::size_t part = access.parted.size(); part-- > 0;)
      if (const std::uint64_t bytes = smallest << part;
          object.size % bytes == 0 && object.address % bytes == 0 && object.size != 0)
        return part;
    return std::nullopt;
  }
  const bool whole = access.size >= smallest && (line + access.offset) % smallest == 0;
  return whole ? std::optional<std::size_t>(0) : std::nullopt;
}

/// By what the access costs because others wrote to the line, contended or answered by a third core
/// since, and what it would cost if the data were apart, both in contended loads, of `price` cycles
/// each; else by the misses that were essential.
TakenLoads toldLoads(const Profile &profile, const Access &access, double price) {
  const auto contended = static_cast<double>(access.contended);
  if (const auto part = partStandingFor(profile, access); part && price != 0) {
    const auto apart = static_cast<double>(access.parted[*part]);
    const auto cost = static_cast<double>(access.contended_cost + access.answered_cost);
    return {apart, cost / price - apart, false};
  }
  const std::uint64_t told = access.essential + access.useless;
  if (told == 0)
    return {};
  const double essential = static_cast<double>(access.essential) / static_cast<double>(told);
  return {contended * essential, contended * (1 - essential), false};
}

/// Cycles of a contended load of the line; 0 = not known.
double priceOf(const Line &line) {
  double loads = 0, cost = 0;
  for (const Access &access : line.accesses) {
    loads += static_cast<double>(access.contended);
    cost += static_cast<double>(access.contended_cost);
  }
  return loads == 0 ? 0 : cost / loads;
}

TakenLoads estimatedLoads(const Access &access, const OtherStores &stores) {
  const auto contended = static_cast<double>(access.contended);
  if (stores.all() == 0)
    return {0, 0, true};
  const double same = stores.same / stores.all();
  return {contended * same, contended * (1 - same), true};
}

} // namespace

TakenLoads &TakenLoads::operator+=(const TakenLoads &more) {
  same += more.same;
  other += more.other;
  estimated |= more.estimated;
  return *this;
}

std::optional<Sharing> TakenLoads::sharing() const {
  if (all() < kFirmLoads)
    return std::nullopt;
  return other >= kNearlyAll * all()  ? Sharing::False
         : same >= kNearlyAll * all() ? Sharing::True
                                      : Sharing::Mixed;
}

std::optional<FalsePart> TakenLoads::falsePart() const {
  if (all() <= 0)
    return std::nullopt;
  return FalsePart{std::clamp(other / all(), 0.0, 1.0), estimated};
}

TakenLoads takenLoads(const Profile &profile, const Line &line, const LineUsage &usage,
                      const std::vector<bool> &part_of) {
  std::optional<Stores> stores; // only where the recording does not tell
  const double price = priceOf(line);
  TakenLoads sum;
  for (std::size_t i = 0; i < line.accesses.size(); ++i) {
    const Access &access = line.accesses[i];
    const std::uint32_t cell = usage.first_cell[i];
    if (!part_of[cell])
      continue;
    if (isTold(access)) {
      sum += toldLoads(profile, access, price);
      continue;
    }
    if (access.contended == 0)
      continue;
    if (!stores)
      stores.emplace(profile, line, usage);
    sum += estimatedLoads(access, stores->byOthers(access, cell));
  }
  return sum;
}

std::optional<Sharing> toldSharing(const Profile &profile, const Line &line, const LineUsage &usage,
                                   const std::vector<bool> &part_of) {
  const TakenLoads taken = takenLoads(profile, line, usage, part_of);
  return taken.estimated ? std::nullopt : taken.sharing();
}

Sharing decidedSharing(Sharing by_bytes, bool write_apart, const TakenLoads &taken) {
  if (taken.estimated && by_bytes != Sharing::Mixed)
    return by_bytes;
  const Sharing sharing = taken.sharing().value_or(by_bytes);
  const bool parts = taken.estimated && write_apart && taken.other >= kFirmLoads;
  return parts && sharing == Sharing::True ? Sharing::Mixed : sharing;
}

TakenLoads agreeing(const TakenLoads &loads, std::uint64_t contended, Sharing sharing) {
  if (!loads.estimated || sharing == Sharing::Mixed)
    return loads;
  const auto all = static_cast<double>(contended);
  return sharing == Sharing::True ? TakenLoads{all, 0, true} : TakenLoads{0, all, true};
}

} // namespace fsfind
