#include "analyzer/knowledge/WordKinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <vector>

namespace fsfind::analyzer {

namespace {

constexpr std::array<std::string_view, kWords> kWordNames = {"starts",
                                                             "worker",
                                                             "parallel",
                                                             "parallel-verb",
                                                             "executor",
                                                             "thread-executor",
                                                             "for-all",
                                                             "not-for-all",
                                                             "not-starter",
                                                             "thread-number",
                                                             "not-thread-number",
                                                             "current-thread",
                                                             "thread",
                                                             "number",
                                                             "not-lock-step",
                                                             "acquires",
                                                             "releases",
                                                             "not-atomic",
                                                             "atomic",
                                                             "updates",
                                                             "loads",
                                                             "writes",
                                                             "not-update",
                                                             "not-gathered",
                                                             "adds",
                                                             "adds-word",
                                                             "ors",
                                                             "ands",
                                                             "xors",
                                                             "fetches",
                                                             "not-gathered-word",
                                                             "swaps",
                                                             "fence",
                                                             "alloc",
                                                             "not-alloc",
                                                             "aligned-alloc",
                                                             "zeroed-alloc",
                                                             "moving-alloc",
                                                             "line-alloc",
                                                             "padding",
                                                             "align",
                                                             "not-align",
                                                             "line",
                                                             "alignment",
                                                             "cacheline-size",
                                                             "not-class",
                                                             "lock-type",
                                                             "atomic-type",
                                                             "thread-base",
                                                             "not-thread-base",
                                                             "lock-record",
                                                             "joins-thread",
                                                             "hashes",
                                                             "spreads",
                                                             "range",
                                                             "range-begin",
                                                             "bad-end",
                                                             "bad-label",
                                                             "many-of-base",
                                                             "lock-holder"};

constexpr std::array<std::string_view, kNameKinds - 1> kNameKindNames = {"thread",
                                                                         "thread-number",
                                                                         "thread-if-numbered",
                                                                         "thread-if-returned",
                                                                         "thread-if-parameter",
                                                                         "user",
                                                                         "number",
                                                                         "user-number",
                                                                         "threads",
                                                                         "count",
                                                                         "set-up",
                                                                         "starts",
                                                                         "started",
                                                                         "creates",
                                                                         "created",
                                                                         "rare-event",
                                                                         "state",
                                                                         "queue",
                                                                         "reference-count",
                                                                         "link",
                                                                         "numa-node",
                                                                         "peers",
                                                                         "fills"};

/// Of these, single words are asked for.
constexpr NameKinds kOfSingleWords =
    kindsOf({NameKind::Thread, NameKind::ThreadNumber, NameKind::ThreadIfNumbered,
             NameKind::ThreadIfReturned, NameKind::ThreadIfParameter, NameKind::User,
             NameKind::Number, NameKind::UserNumber, NameKind::Creates, NameKind::Created});

/// Calls `note` with the position of each of the line's properties in the list.
std::optional<Wrong> readSuggestions(const Line &line, std::span<const std::string_view> list,
                                     const std::function<void(std::size_t)> &note) {
  for (const Property &one : line.properties) {
    const auto word = std::find(list.begin(), list.end(), one.key);
    if (word == list.end() || !one.value.empty()) {
      const std::string_view like = mostLike(one.key, {list.begin(), list.end()});
      return Wrong{fmt::format("'{}' is nothing that a word suggests", shown(one.key)),
                   like.empty() ? fmt::format("write some of {}", fmt::join(list, ", "))
                                : fmt::format("did you mean '{}'?", like)};
    }
    note(static_cast<std::size_t>(word - list.begin()));
  }
  if (line.properties.empty())
    return Wrong{"the word suggests nothing",
                 fmt::format("write what for behind it: {}", line.kind == kWordKind
                                                                 ? "word *lock* acquires"
                                                                 : "name-word lcore thread")};
  return std::nullopt;
}

} // namespace

std::optional<Wrong> readWord(const Line &line, Words &suggested) {
  return readSuggestions(line, kWordNames,
                         [&](std::size_t at) { suggested.add(static_cast<Word>(at)); });
}

std::optional<Wrong> readNameWord(const Line &line, NameWords &words) {
  NameKinds kinds;
  if (auto wrong = readSuggestions(line, kNameKindNames, [&](std::size_t at) {
        kinds.add(kindsOf({static_cast<NameKind>(at)}));
      }))
    return wrong;
  if (kinds.hasAny(kOfSingleWords) && NameParts(line.name).words().size() > 1)
    return Wrong{fmt::format("'{}' is more than one word", shown(line.name)),
                 "write the word that tells it apart: name-word lcore thread"};
  if (!words.add(line.name, kinds))
    return Wrong{fmt::format("'{}' is no word of a name", shown(line.name)),
                 "write letters and digits, with * where the word goes on: *queue*"};
  return std::nullopt;
}

std::optional<Wrong> readOpposites(const Line &line, NameWords &words) {
  if (line.properties.size() != 1 || !line.properties[0].value.empty())
    return Wrong{fmt::format("{} opposite of '{}'",
                             line.properties.empty() ? "there is no" : "there is more than one",
                             shown(line.name)),
                 "write two words: opposites head tail"};
  if (!words.addOpposites(line.name, line.properties[0].key))
    return Wrong{fmt::format("'{}' and '{}' are no two words of names", shown(line.name),
                             shown(line.properties[0].key)),
                 "write two different ones, of letters and digits: opposites head tail"};
  return std::nullopt;
}

} // namespace fsfind::analyzer
