#include "analyzer/knowledge/Knowledge.h"

#include "analyzer/knowledge/Kinds.h"
#include "analyzer/knowledge/KnownTable.h"
#include "analyzer/knowledge/WordKinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace fsfind::analyzer {

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20U;

struct Parts {
  std::string_view scope, last;
};

/// `a::b::c` -> `a::b`, `c`; `::c` -> `::`, `c`; `c` -> ``, `c`.
Parts partsOf(std::string_view name) {
  const std::size_t colons = name.rfind("::");
  if (colons == std::string_view::npos)
    return {{}, name};
  return {colons == 0 ? name.substr(0, 2) : name.substr(0, colons), name.substr(colons + 2)};
}

/// `scope` is that of an entry, `of` that of a name, without `::` in front.
bool fits(std::string_view scope, std::string_view of) {
  if (scope.empty() || scope == of)
    return true;
  if (scope == "::")
    return of.empty();
  if (scope.ends_with("::*")) {
    scope.remove_suffix(3);
    return of.starts_with(scope) &&
           (of.size() == scope.size() || of.substr(scope.size()).starts_with("::"));
  }
  return of.size() > scope.size() + 1 && of.ends_with(scope) &&
         of.substr(0, of.size() - scope.size()).ends_with("::");
}

/// The parts that are told, over those that were.
void overlay(Meaning &meaning, const Meaning &over) {
  const auto take = [](auto &old, const auto &told) {
    if (told)
      old = told;
  };
  take(meaning.starter, over.starter);
  take(meaning.allocator, over.allocator);
  take(meaning.wait, over.wait);
  take(meaning.atomic, over.atomic);
  take(meaning.gathers, over.gathers);
  take(meaning.lock, over.lock);
  take(meaning.method, over.method);
  take(meaning.type, over.type);
  if (over.fills >= 0)
    meaning.fills = over.fills;
  for (const auto flag :
       {&Meaning::plain, &Meaning::one_value, &Meaning::swaps, &Meaning::fence,
        &Meaning::thread_number, &Meaning::places_memory, &Meaning::for_process,
        &Meaning::ends_process, &Meaning::cancels_thread, &Meaning::detaches_thread,
        &Meaning::joins_thread, &Meaning::keeps_bytes, &Meaning::changes_container,
        &Meaning::thread_method, &Meaning::cacheline_size, &Meaning::ordinary})
    meaning.*flag |= over.*flag;
}

} // namespace

const Knowledge &Knowledge::builtIn() {
  static const Knowledge known = [] {
    Knowledge made;
    if (const auto added = made.add(kKnownTable, "known.table"); !added) {
      fmt::print(stderr, "fsfind: {}\n", added.error().message());
      std::abort(); // a test reads the table
    }
    return made;
  }();
  return known;
}

Expected<Knowledge> Knowledge::extended(std::string_view text, const std::string &where) {
  Knowledge made = builtIn();
  FSFIND_CHECK(made.add(text, where));
  return made;
}

Expected<std::string> Knowledge::joined(const std::vector<ToldText> &texts) {
  Knowledge tried;
  std::string all;
  for (const ToldText &one : texts) {
    FSFIND_CHECK(tried.add(one.text, one.where));
    all += one.text + '\n';
    if (all.size() > kMostBytes)
      return failure({one.where,
                      {},
                      "is too much beside the other files of names",
                      "give less than 1 MB in all"});
  }
  return all;
}

Expected<void> Knowledge::add(std::string_view text, const std::string &where) {
  if (text.size() > kMostBytes)
    return failure(
        {where, {}, "is larger than 1 MB", "leave out names that the project does not use"});
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto wrong = [&](const Wrong &error) {
      return failure({fmt::format("{}:{}", where, number), {}, error.what, error.remedy});
    };
    Line line;
    if (const auto error = splitLine(text.substr(0, end), line))
      return wrong(*error);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.kind.empty())
      continue;
    if (const auto error = add(line))
      return wrong(*error);
  }
  return {};
}

std::optional<Wrong> Knowledge::add(const Line &line) {
  if (line.kind == kWordKind)
    return addWord(line);
  if (line.kind == kNameWordKind)
    return readNameWord(line, name_words_);
  if (line.kind == kOppositesKind)
    return readOpposites(line, name_words_);
  return addMeaning(line);
}

std::optional<Wrong> Knowledge::addWord(const Line &line) {
  Words suggested;
  if (auto wrong = readWord(line, suggested))
    return wrong;
  if (!words_.add(line.name, suggested))
    return Wrong{fmt::format("'{}' is no part of a name", shown(line.name)),
                 "write letters, digits and _, with * where the name goes on: *lock*"};
  return std::nullopt;
}

std::optional<Wrong> Knowledge::addMeaning(const Line &line) {
  Meaning meaning;
  if (auto wrong = readMeaning(line, meaning))
    return wrong;
  Meaning &known = entry(line.name);
  if (meaning.ordinary)
    known = {};
  else
    known.ordinary = false;
  overlay(known, meaning);
  return std::nullopt;
}

Meaning &Knowledge::entry(std::string_view name) {
  const Parts parts = partsOf(name);
  auto found = names_.find(parts.last);
  if (found == names_.end())
    found = names_.emplace(parts.last, std::vector<Entry>()).first;
  std::vector<Entry> &entries = found->second;
  const auto less = [](const Entry &one, std::string_view scope) {
    return std::pair(one.scope.size(), std::string_view(one.scope)) <
           std::pair(scope.size(), scope);
  };
  const auto at = std::lower_bound(entries.begin(), entries.end(), parts.scope, less);
  if (at != entries.end() && at->scope == parts.scope)
    return at->meaning;
  return entries.insert(at, {std::string(parts.scope), {}})->meaning;
}

std::optional<Meaning> Knowledge::of(std::string_view qualified) const {
  const Parts parts = partsOf(qualified);
  const auto found = names_.find(parts.last);
  if (found == names_.end())
    return std::nullopt;
  const std::string_view scope = parts.scope == "::" ? std::string_view() : parts.scope;
  std::optional<Meaning> meaning;
  for (const Entry &entry : found->second) {
    if (!fits(entry.scope, scope))
      continue;
    if (!meaning || entry.meaning.ordinary)
      meaning = entry.meaning;
    else
      overlay(*meaning, entry.meaning);
  }
  return meaning;
}

bool Knowledge::dependsOnScope(std::string_view plain) const {
  const auto found = names_.find(plain);
  return found != names_.end() && !found->second.back().scope.empty();
}

std::string knowledgeLine(std::string_view kind, std::string_view name) {
  return fmt::format("{} \"{}\"\n", kind, name);
}

} // namespace fsfind::analyzer
