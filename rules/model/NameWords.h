#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

/// What words suggest of the names of functions, variables, members and indices that they are in.
namespace fsfind {

/// docs/knowledge.md explains each, by the name that known.table has for it.
enum class NameKind : std::uint8_t {
  Thread,
  ThreadNumber,
  ThreadIfNumbered,
  ThreadIfReturned,
  ThreadIfParameter,
  User,
  Number,
  UserNumber,
  Threads,
  Count,
  SetUp,
  Starts,
  Started,
  Creates,
  Created,
  RareEvent,
  State,
  Queue,
  ReferenceCount,
  Link,
  NumaNode,
  Peers,
  Fills,
  Side, ///< one of opposites; see NameWords::addOpposites
};
inline constexpr unsigned kNameKinds = static_cast<unsigned>(NameKind::Side) + 1;

/// A set of them.
struct NameKinds {
  std::uint32_t bits = 0; ///< bit n: the kind with number n

  [[nodiscard]] constexpr bool hasAny(NameKinds others) const { return (bits & others.bits) != 0; }
  constexpr void add(NameKinds others) { bits |= others.bits; }
  bool operator==(const NameKinds &) const = default;
};
[[nodiscard]] constexpr NameKinds kindsOf(std::initializer_list<NameKind> kinds) {
  NameKinds all;
  for (const NameKind kind : kinds)
    all.bits |= std::uint32_t{1} << static_cast<unsigned>(kind);
  return all;
}

/// A name in its words: `nextWorkerId`, `next_worker_id` and `NEXT_WORKER_ID` are the same three.
class NameParts {
public:
  explicit NameParts(std::string_view name);
  NameParts(const NameParts &) = delete;
  NameParts &operator=(const NameParts &) = delete;

  /// In lower case; each consists of ASCII letters and digits.
  [[nodiscard]] const std::vector<std::string_view> &words() const { return words_; }
  /// `next_worker_id`
  [[nodiscard]] std::string_view joined() const { return joined_; }

private:
  std::string joined_;
  std::vector<std::string_view> words_; ///< in joined_
};

/// A word, or a pattern of words, and what it suggests.
struct NameWord {
  std::string text;
  NameKinds kinds;
  bool operator==(const NameWord &) const = default;
};

/// `head` and `tail`, in the order of the alphabet.
struct Opposites {
  std::string one, other;
  auto operator<=>(const Opposites &) const = default;
};

/// The words that are known. Those of two sources are added together, in any order.
class NameWords {
public:
  /// Adds what a word suggests, or a pattern: `per_node`, words behind one another; `*queue*`, a
  /// word that goes on before or after; both. False if it is none, or beside too many.
  [[nodiscard]] bool add(std::string_view pattern, NameKinds kinds);
  /// Words for the two ends of one thing. False if one is no single word, or beside too many.
  [[nodiscard]] bool addOpposites(std::string_view one, std::string_view other);
  /// All that others know.
  void add(const NameWords &others);

  /// Whether the single word suggests one of these.
  [[nodiscard]] bool is(std::string_view word, NameKinds kinds) const;
  /// Whether a word in the name does, or a pattern that is in it.
  [[nodiscard]] bool isIn(const NameParts &name, NameKinds kinds) const;
  [[nodiscard]] bool areOpposite(std::string_view one, std::string_view other) const;

  /// Sorted.
  [[nodiscard]] const std::vector<NameWord> &words() const { return words_; }
  [[nodiscard]] const std::vector<NameWord> &patterns() const { return patterns_; }
  [[nodiscard]] const std::vector<Opposites> &opposites() const { return opposites_; }
  bool operator==(const NameWords &) const = default;

private:
  static constexpr std::size_t kLetters = 36;

  void addWord(std::string_view word, NameKinds kinds);
  [[nodiscard]] NameKinds of(std::string_view word) const;
  [[nodiscard]] bool hasPattern(std::string_view joined, NameKinds kinds) const;
  [[nodiscard]] bool isFull() const;

  std::vector<NameWord> words_;
  /// Where the words begin that begin with each digit and letter; the last is where all end.
  std::array<std::uint16_t, kLetters + 1> begins_{};
  std::vector<NameWord> patterns_;
  NameKinds of_patterns_; ///< what any of them suggests
  std::vector<Opposites> opposites_;
};

} // namespace fsfind
