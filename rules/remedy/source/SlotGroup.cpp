#include "rules/remedy/source/SlotGroup.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

namespace fsfind {

namespace {

using ByKey = std::map<std::string_view, const FactSlots *>;

/// Those that each, by its key, hands its elements to.
using Receivers = std::map<std::string_view, std::vector<const FactSlots *>>;

Receivers receiversOf(const Facts &facts) {
  Receivers all;
  for (const FactSlots &one : facts.slots)
    for (const std::string &giver : one.given_by)
      all[giver].push_back(&one);
  return all;
}

ByKey arraysByKey(const Facts &facts) {
  ByKey all;
  for (const FactSlots &one : facts.slots)
    if (one.base.empty())
      all.emplace(one.key, &one);
  return all;
}

/// Finds what hands the array its elements, what gets them, and what is declared with it.
class Gathering {
public:
  explicit Gathering(const Facts &facts)
      : by_key_(arraysByKey(facts)), receivers_(receiversOf(facts)) {}

  void add(const FactSlots &array) {
    std::vector<const FactSlots *> open = {&array};
    while (!open.empty()) {
      const FactSlots *one = open.back();
      open.pop_back();
      if (!found_.insert(one).second)
        continue;
      if (const auto to = receivers_.find(one->key); to != receivers_.end())
        open.insert(open.end(), to->second.begin(), to->second.end());
      for (const std::string &key : one->given_by)
        if (const auto other = by_key_.find(key); other != by_key_.end())
          open.push_back(other->second);
        else
          complete_ = false;
      if (one->together > 1 && one->head.known())
        for (const auto &[key, other] : by_key_)
          if (other->head == one->head)
            open.push_back(other);
    }
  }
  [[nodiscard]] bool complete() const { return complete_; }
  [[nodiscard]] std::vector<const FactSlots *> all() const {
    std::vector<const FactSlots *> all(found_.begin(), found_.end());
    std::sort(all.begin(), all.end(),
              [](const FactSlots *a, const FactSlots *b) { return a->key < b->key; });
    return all;
  }

private:
  ByKey by_key_;
  Receivers receivers_;
  std::set<const FactSlots *> found_;
  bool complete_ = true;
};

bool areAllDeclaredTogetherKnown(const std::vector<const FactSlots *> &all) {
  return std::all_of(all.begin(), all.end(), [&](const FactSlots *one) {
    return one->together <= 1 || std::count_if(all.begin(), all.end(), [&](const FactSlots *other) {
                                   return other->head == one->head;
                                 }) == one->together;
  });
}

std::string obstacleOf(const std::vector<const FactSlots *> &all, const FactSlots *named) {
  if (!named)
    return "none of what is handed on has elements of its own";
  for (const FactSlots *one : all) {
    if (!one->filled && one->given_by.empty())
      return "no code is seen that gives a parameter or pointer its elements";
    if (one->types != named->types)
      return "it is handed on as another type";
    if (!one->view && one->value != named->value)
      return one->head == named->head ? "its declaration declares arrays of several kinds"
                                      : "it is handed on as another type";
  }
  return {};
}

/// Arrays before pointers, which may only lead to them.
bool namesBefore(const FactSlots &one, const FactSlots &other) {
  const auto order = [](const FactSlots &of) {
    return std::tuple(of.elements == 0, of.wrapper.size());
  };
  return order(one) < order(other);
}

bool isWordPart(char one) {
  return std::isalnum(static_cast<unsigned char>(one)) != 0 || one == '_';
}

} // namespace

bool SlotGroup::linked() const {
  return std::any_of(all.begin(), all.end(),
                     [](const FactSlots *one) { return !one->given_by.empty(); });
}

SlotGroup slotGroupOf(const Facts &facts, const FactSlots &array) {
  Gathering gathering(facts);
  gathering.add(array);
  SlotGroup group;
  group.all = gathering.all();
  for (const FactSlots *one : group.all)
    if (!one->view && (!group.named || namesBefore(*one, *group.named)))
      group.named = one;
  if (!group.linked())
    group.named = &array;
  if (!gathering.complete())
    group.obstacle = "not all that it is handed to is seen";
  else if (!areAllDeclaredTogetherKnown(group.all))
    group.obstacle = "its declaration declares others too";
  else
    group.obstacle = obstacleOf(group.all, group.named);
  return group;
}

std::optional<FactPlace> recordPlace(const Facts &facts, const SlotGroup &group) {
  std::map<FileIndex, FactPlace> first; // of each file
  for (const FactSlots *one : group.all) {
    if (!one->top.known())
      return std::nullopt;
    const auto [known, fresh] = first.try_emplace(one->top.file, one->top);
    if (!fresh)
      known->second = std::min(known->second, one->top);
  }
  if (first.size() > 1)
    std::erase_if(first, [&](const auto &one) {
      return std::any_of(facts.units.begin(), facts.units.end(), [&](const FactUnit &unit) {
        return unit.file == facts.files[one.first.value()].path;
      });
    });
  return first.size() == 1 ? std::optional(first.begin()->second) : std::nullopt;
}

std::string textFor(const SlotGroup &group, const FactSlots &array, const FactSlots &first,
                    const std::string &text) {
  const std::string &own = array.wrapper;
  const bool inside = array.space.compare(0, first.space.size(), first.space) == 0;
  const std::string name = (inside ? std::string() : first.space) + group.named->wrapper;
  std::string changed;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = at == 0 || !isWordPart(text[at - 1]);
    const std::size_t behind = at + own.size();
    if (begins && !own.empty() && text.compare(at, own.size(), own) == 0 &&
        (behind >= text.size() || !isWordPart(text[behind]))) {
      changed += name;
      at = behind;
    } else {
      changed += text[at++];
    }
  }
  return changed;
}

} // namespace fsfind
