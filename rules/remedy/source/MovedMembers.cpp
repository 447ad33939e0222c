#include "rules/remedy/source/MovedMembers.h"

#include "rules/remedy/source/AnonymousPart.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <tuple>

namespace fsfind {

namespace {

std::uint32_t pastLines(const FactMember &member) {
  const auto count = std::count(member.lines.begin(), member.lines.end(), '\n');
  return member.first_line + static_cast<std::uint32_t>(count);
}

/// Where an alignment of the member is written; unknown if it cannot be.
FactPlace alignmentPlace(const Facts &facts, const FactMember &member, bool by_attribute) {
  const FactMember *aligned = alignedBy(facts, member, by_attribute);
  return aligned && !aligned->shared.begin.known() ? aligned->declaration : FactPlace{};
}

/// Offset of the place in the text of the member's lines; none if it is not there.
std::optional<std::size_t> offsetIn(const FactMember &member, FactPlace place) {
  if (member.first_line == 0 || place.line < member.first_line)
    return std::nullopt;
  std::size_t at = 0;
  for (std::uint32_t line = member.first_line; line < place.line; ++line) {
    const std::size_t end = member.lines.find('\n', at);
    if (end == std::string::npos)
      return std::nullopt;
    at = end + 1;
  }
  at += place.column - 1;
  return at < member.lines.size() ? std::optional(at) : std::nullopt;
}

auto beginInFile(const Edit &edit) {
  return std::tie(edit.line, edit.column);
}
auto endInFile(const Edit &edit) {
  return std::tie(edit.end_line, edit.end_column);
}

/// Joins edits that touch; of two at one place, the earlier in the list comes first.
std::vector<Edit> joinedTouching(std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit &a, const Edit &b) {
    return std::tuple(beginInFile(a), endInFile(a)) < std::tuple(beginInFile(b), endInFile(b));
  });
  std::vector<Edit> result;
  for (Edit &edit : edits)
    if (!result.empty() && endInFile(result.back()) == beginInFile(edit)) {
      result.back().text += edit.text;
      std::tie(result.back().end_line, result.back().end_column) = endInFile(edit);
    } else
      result.push_back(std::move(edit));
  return result;
}

/// Series of members in their old order, by the part they end with: a tree of maxima (Fenwick's),
/// for a record may have very many members.
class LongestBefore {
public:
  struct Series {
    std::size_t weight = 0, at = 0; ///< `at`: position of its last member in the new order
  };

  explicit LongestBefore(std::size_t parts) : tree_(parts + 1) {}

  void add(std::size_t part, Series series) {
    for (std::size_t i = part + 1; i < tree_.size(); i += lowestBit(i))
      if (series.weight > tree_[i].weight)
        tree_[i] = series;
  }

  /// Of the heaviest that end before the part, the first; none if there is none.
  [[nodiscard]] std::optional<Series> of(std::size_t part) const {
    Series found;
    for (std::size_t i = part; i > 0; i -= lowestBit(i))
      if (const Series &one = tree_[i];
          one.weight > found.weight || (one.weight == found.weight && one.at < found.at))
        found = one;
    return found.weight == 0 ? std::nullopt : std::optional(found);
  }

private:
  static std::size_t lowestBit(std::size_t of) { return of & (~of + 1); }
  std::vector<Series> tree_;
};

std::string orderObstacle(const WrittenRecord &target) {
  const FactOrderUses uses = target.orderUses();
  if (uses.positions)
    return "its members get values by their position";
  if (uses.offsets)
    return "offsetof is taken of its members";
  if (uses.casts)
    return "pointers to it are cast to or from another type's";
  if (uses.bytes)
    return "its bytes are handed on";
  if (uses.access)
    return "its members have different access";
  if (uses.directives)
    return "lines of the preprocessor stand among its members";
  return target.isInUnion() ? "it is part of a union" : "";
}

} // namespace

MovedMembers::MovedMembers(const Facts &facts, const WrittenRecord &target,
                           const Arrangement &arrangement, bool by_attribute)
    : facts_(facts), target_(target), record_(target.record()), members_(arrangement.members),
      by_attribute_(by_attribute) {
  keepMost();
}

const FactMember &MovedMembers::member(const Placed &placed) const {
  return record_.members[placed.part];
}

/// Keeps the longest series of members that are in their old order, and above all the members that
/// cannot move.
void MovedMembers::keepMost() {
  const std::size_t count = members_.size();
  std::vector<std::size_t> best(count), previous(count, count);
  LongestBefore before(record_.members.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (const auto longest = before.of(members_[i].part)) {
      best[i] = longest->weight;
      previous[i] = longest->at;
    }
    best[i] += member(members_[i]).lines.empty() ? count + 1 : 1;
    before.add(members_[i].part, {best[i], i});
  }
  kept_.assign(count, false);
  const auto longest = std::max_element(best.begin(), best.end());
  for (auto at = static_cast<std::size_t>(longest - best.begin()); at < count; at = previous[at])
    kept_[at] = true;
}

std::string MovedMembers::obstacle() const {
  std::string found = orderObstacle(target_);
  if (found.empty())
    found = constructionObstacle();
  return found.empty() ? lineObstacle() : found;
}

std::string MovedMembers::constructionObstacle() const {
  const Placed *last = nullptr;
  for (const Placed &placed : members_) {
    if (!target_.isOrdered(placed.part))
      continue;
    if (last && last->part > placed.part)
      return fmt::format("'{}' has to come before '{}'", calledAs(facts_, member(placed)),
                         calledAs(facts_, member(*last)));
    last = &placed;
  }
  return {};
}

std::size_t MovedMembers::firstKept() const {
  return static_cast<std::size_t>(std::find(kept_.begin(), kept_.end(), true) - kept_.begin());
}

std::string MovedMembers::lineObstacle() const {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const FactMember &one = member(members_[i]);
    const bool followed = i + 1 < members_.size() && !kept_[i + 1];
    const bool leads = i > 0 && i == firstKept();
    const FactPlace begin = one.declaration.known() ? one.declaration : one.place;
    if (!offsetIn(one, begin) && (!kept_[i] || followed || leads))
      return fmt::format("the lines of '{}' cannot be told from what is around them",
                         calledAs(facts_, one));
    if (members_[i].aligned && !alignmentPlace(facts_, one, by_attribute_).known())
      return "a declaration has several members, or a macro wrote it";
  }
  return {};
}

Edit MovedMembers::insertion(FactPlace at, std::string text) const {
  const Place place = facts_.place(at);
  return {place.file, place.line, place.column, place.line, place.column, std::move(text)};
}

std::string MovedMembers::linesOf(const Placed &placed, const std::string &alignment) const {
  const FactMember &one = member(placed);
  std::string lines = one.lines;
  if (const auto at = offsetIn(one, alignmentPlace(facts_, one, by_attribute_));
      placed.aligned && at)
    lines.insert(*at, alignment);
  return lines;
}

std::vector<Edit> MovedMembers::edits(const std::string &alignment) const {
  const FactMember &first = member(members_[firstKept()]);
  FactPlace next = {first.place.file, first.first_line, 1}; // where moved lines go
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const FactMember &one = member(members_[i]);
    if (!kept_[i]) {
      edits.push_back(insertion(next, linesOf(members_[i], alignment)));
      edits.push_back(insertion({next.file, one.first_line, 1}, ""));
      edits.back().end_line = pastLines(one);
      continue;
    }
    next.line = pastLines(one);
    if (members_[i].aligned)
      edits.push_back(insertion(alignmentPlace(facts_, one, by_attribute_), alignment));
  }
  return joinedTouching(std::move(edits));
}

} // namespace fsfind
