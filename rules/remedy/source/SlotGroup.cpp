#include "rules/remedy/source/SlotGroup.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

namespace fsfind {

namespace {

/// Finds what hands the array its elements, what gets them, and what is declared with it.
class GroupSearch {
public:
  explicit GroupSearch(const SlotLookup &slots) : slots_(slots) {}

  void add(const FactSlots &array) {
    std::vector<const FactSlots *> open = {&array};
    while (!open.empty()) {
      const FactSlots *one = open.back();
      open.pop_back();
      if (!found_.insert(one).second)
        continue;
      for (const auto &[_, receiver] : slots_.receivers().of(one->key))
        open.push_back(receiver);
      for (const std::string &key : one->given_by)
        if (const auto *other = slots_.arraysByKey().first(key))
          open.push_back(*other);
        else
          complete_ = false;
      if (one->together > 1 && one->head.known() && heads_.insert(one->head).second)
        for (const auto &[_, other] : slots_.arraysByHead().of(one->head))
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
  const SlotLookup &slots_;
  std::set<const FactSlots *> found_;
  std::set<FactPlace> heads_; ///< of declarations whose arrays were found
  bool complete_ = true;
};

bool areAllDeclaredTogetherKnown(const std::vector<const FactSlots *> &all) {
  std::map<FactPlace, std::uint32_t> known;
  for (const FactSlots *one : all)
    ++known[one->head];
  return std::all_of(all.begin(), all.end(), [&](const FactSlots *one) {
    return one->together <= 1 || known[one->head] == one->together;
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

SlotGroup slotGroupOf(const FactLookup &lookup, const FactSlots &array) {
  GroupSearch search(lookup.slots);
  search.add(array);
  SlotGroup group;
  group.all = search.all();
  for (const FactSlots *one : group.all)
    if (!one->view && (!group.named || namesBefore(*one, *group.named)))
      group.named = one;
  if (!group.linked())
    group.named = &array;
  if (!search.complete())
    group.obstacle = "not all that it is handed to is seen";
  else if (!areAllDeclaredTogetherKnown(group.all))
    group.obstacle = "its declaration declares others too";
  else
    group.obstacle = obstacleOf(group.all, group.named);
  return group;
}

std::optional<FactPlace> recordPlace(const FactLookup &lookup, const SlotGroup &group) {
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
      return lookup.traits.has(lookup.facts.files[one.first.value()].path);
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
