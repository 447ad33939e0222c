#include "tests/fuzz/mutators/FactsMutator.h"

#include "rules/codec/FactsFile.h"
#include "rules/codec/FactsFormat.h"
#include "rules/codec/FactsReader.h"

#include <string>
#include <xxhash.h>
#include <zstd.h>

namespace fsfind::fuzz {
namespace {

constexpr std::size_t kMostElements = 400;

std::string_view textOf(Bytes bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

/// Visits all values of facts, and calls `change` on the one whose turn it is.
class FactEditor {
public:
  FactEditor(const Facts &facts, Random &random)
      : counts_{facts.files.size(), facts.types.size(), facts.records.size(),
                facts.variables.size(), facts.functions.size()},
        random_(random) {}

  /// How many values there are; references become ones to entries that are there.
  std::size_t count(Facts &facts) {
    turn_ = SIZE_MAX;
    visited_ = 0;
    visitAll(facts);
    return visited_;
  }
  void change(Facts &facts, std::size_t turn) {
    turn_ = turn;
    visited_ = 0;
    visitAll(facts);
  }

  template <class... Fields> void operator()(Fields &...fields) { (visit(fields), ...); }

private:
  void visitAll(Facts &facts) {
    (*this)(facts.units);
    eachTable(facts, [&](auto &table) { visitTable(table); });
    (*this)(facts.slots, facts.indexed, facts.untraced, facts.cacheline_constants, facts.c_files,
            facts.cplusplus_files, facts.compiler_files);
  }

  [[nodiscard]] bool isTurn() { return visited_++ == turn_; }

  void visit(std::string &value) {
    if (!isTurn())
      return;
    if (random_.oneIn(2))
      mutateText(value, 8);
    else
      value = random_.oneIn(2) ? std::string(1, static_cast<char>('k' + random_.below(3))) : "";
  }
  void visit(bool &value) {
    if (isTurn())
      value = !value;
  }
  template <std::integral T> void visit(T &value) {
    if (isTurn())
      value = static_cast<T>(random_.number(static_cast<std::uint64_t>(value)));
  }
  template <class T>
    requires std::is_enum_v<T>
  void visit(T &value) {
    if (isTurn())
      value = static_cast<T>(random_.below(static_cast<std::size_t>(kLast<T>) + 1));
  }
  /// Those of another table's entry may lead beyond the end.
  template <Reference T> void visit(T &value) {
    if (isTurn() || value.value() >= counts_.of(value))
      value = T(random_.below(counts_.of(value)));
  }
  template <Optional T> void visit(T &value) {
    if (isTurn()) {
      if (value)
        value = {};
      else
        value.emplace();
    }
    if (value)
      visit(*value);
  }
  template <RareValue T> void visit(T &value) {
    typename T::value_type kept = value;
    visit(kept);
    value = std::move(kept);
  }
  template <List T> void visit(T &list) {
    if (isTurn())
      changeList(list);
    for (auto &element : list)
      visit(element);
  }
  template <Fact T> void visit(T &fact) { eachField(fact, *this); }

  /// A table only grows: references beyond its end would be refused at once.
  template <class T> void visitTable(T &table) {
    if (isTurn())
      grow(table);
    for (auto &entry : table)
      visit(entry);
  }

  template <class T> void grow(T &list) {
    if (list.empty() || random_.oneIn(4))
      list.emplace_back();
    else if (list.size() < kMostElements)
      list.push_back(typename T::value_type(random_.pick(list)));
  }

  template <class T> void changeList(T &list) {
    if (list.empty() || random_.oneIn(2))
      return grow(list);
    std::swap(random_.pick(list), list.back());
    if (random_.oneIn(2))
      list.resize(list.size() - 1);
  }

  FactCounts counts_;
  Random &random_;
  std::size_t turn_ = SIZE_MAX, visited_ = 0;
};

std::optional<Facts> read(Bytes content) {
  Expected<Facts> facts = decodeFacts(factsFileOf(textOf(content)), "");
  return facts ? std::optional(std::move(*facts)) : std::nullopt;
}

std::optional<Buffer> written(const Facts &facts) {
  constexpr std::size_t kMost = 1U << 20;
  const Expected<std::string> file = encodeFacts(facts);
  if (!file)
    return std::nullopt;
  const Bytes packed = std::as_bytes(std::span(*file)).subspan(kFactsHeaderSize);
  Buffer content(kMost);
  const std::size_t size =
      ZSTD_decompress(content.data(), content.size(), packed.data(), packed.size());
  if (ZSTD_isError(size))
    return bufferOf(packed); // what does not shrink is not packed
  content.resize(size);
  return content;
}

/// A table of the other in the place of one's own.
template <class Table> void mixTable(Table &table, const Table &other, Random &random) {
  if (other.empty() || table.size() >= kMostElements)
    return;
  const auto &given = other[random.below(other.size())];
  if (table.empty() || random.oneIn(2))
    table.push_back(given);
  else
    table[random.below(table.size())] = given;
}

} // namespace

std::string factsFileOf(std::string_view content) {
  return std::string(kFactsMagic) + littleEndian(kFactsVersion) + littleEndian(content.size()) +
         littleEndian(XXH3_64bits(content.data(), content.size())) + std::string(content);
}

std::optional<Buffer> mutatedFacts(Bytes content, Random &random) {
  std::optional<Facts> facts = read(content);
  if (!facts)
    return std::nullopt;
  FactEditor editor(*facts, random);
  for (std::size_t edits = 1 + random.below(random.oneIn(4) ? 8 : 2); edits > 0; --edits)
    editor.change(*facts, random.below(editor.count(*facts)));
  return written(*facts);
}

std::optional<Buffer> mixedFacts(Bytes content, Bytes other, Random &random) {
  std::optional<Facts> facts = read(content);
  const std::optional<Facts> giving = read(other);
  if (!facts || !giving)
    return std::nullopt;
  switch (random.below(5)) {
  case 0:
    mixTable(facts->types, giving->types, random);
    break;
  case 1:
    mixTable(facts->records, giving->records, random);
    break;
  case 2:
    mixTable(facts->variables, giving->variables, random);
    break;
  case 3:
    mixTable(facts->slots, giving->slots, random);
    break;
  default:
    mixTable(facts->functions, giving->functions, random);
  }
  FactEditor(*facts, random).count(*facts);
  return written(*facts);
}

} // namespace fsfind::fuzz
