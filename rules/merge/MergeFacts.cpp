#include "rules/merge/MergeFacts.h"

#include "rules/codec/FactsStream.h"
#include "rules/codec/Soundness.h"
#include "rules/merge/JoinRecords.h"
#include "rules/merge/JoinSlots.h"
#include "rules/merge/Linking.h"
#include "rules/merge/PackedFunctions.h"
#include "rules/merge/Renumber.h"
#include "rules/merge/UnionTable.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace fsfind {

class FactsMerger::State {
public:
  State() { addEntries(emptyFacts()); }

  void add(Facts facts) {
    if (facts.types.empty())
      facts.types.emplace_back();
    addEntries(std::move(facts));
  }

  Facts take() {
    sort();
    union_.functions.reserve(packed_.size());
    for (std::string &packed : packed_) {
      union_.functions.push_back(function(packed));
      std::string().swap(packed);
    }
    return std::move(union_);
  }

  Expected<void> write(const std::string &path) {
    sort();
    FactFunction one;
    const FunctionSource functions{packed_.size(), [&](std::size_t at) -> const FactFunction & {
                                     return one = function(packed_[at]);
                                   }};
    return writeFactsFile(union_, functions, path);
  }

private:
  static constexpr auto kLists = {
      &Facts::cacheline_constants, &Facts::c_files, &Facts::cplusplus_files,
      &Facts::compiler_files,      &Facts::indexed, &Facts::untraced};

  void sort() {
    for (const auto list : kLists)
      unite(union_.*list);
    numbers_.units = sortTable(union_.units, units_of_, byFile);
    numbers_.files = sortTable(union_.files, known_.files, byPath);
    numbers_.types = sortTable(union_.types, known_.types, byText);
    numbers_.records = sortTable(union_.records, known_.records, byKey);
    numbers_.variables = sortTable(union_.variables, known_.variables, byKey);
    numbers_.functions = sortTable(packed_, known_.functions, byPackedKey);
    Renumber renumber(numbers_);
    renumber(union_.types, union_.records, union_.variables, union_.slots);
    sortSlots(union_.slots);
  }

  /// With the numbers that the entries have since they were sorted.
  [[nodiscard]] FactFunction function(const std::string &packed) const {
    FactFunction one = unpackFunction(packed);
    Renumber renumber(numbers_);
    renumber(one);
    return one;
  }

  static Facts emptyFacts() {
    Facts facts;
    facts.types.emplace_back();
    return facts;
  }

  static constexpr auto byPath = [](const FactFile &one, const FactFile &other) {
    return one.path < other.path;
  };
  static constexpr auto byFile = [](const FactUnit &one, const FactUnit &other) {
    return one.file < other.file;
  };
  /// The unknown type has no text and no size; it is the first.
  static constexpr auto byText = [](const FactType &one, const FactType &other) {
    const bool known = !(one == FactType{}), other_known = !(other == FactType{});
    return std::tie(known, one.text) < std::tie(other_known, other.text);
  };
  static constexpr auto byKey = [](const auto &one, const auto &other) {
    return one.key < other.key;
  };

  static constexpr auto byPackedKey = [](const std::string &one, const std::string &other) {
    return keyOfPacked(one) < keyOfPacked(other);
  };

  /// The index in the union of each identity. A new one gets an empty entry in `table`; `fresh`
  /// says which are new.
  template <class T>
  std::vector<std::uint32_t> numbersOf(const std::vector<FactIdentity> &identities,
                                       UnionNumbers &numbers, std::vector<FactIdentity> &known,
                                       std::vector<T> &table, std::vector<bool> &fresh) {
    std::vector<std::uint32_t> found;
    found.reserve(identities.size());
    for (const FactIdentity &identity : identities) {
      const auto [number, is_new] = numbers.add(identity);
      found.push_back(number);
      fresh.push_back(is_new);
      if (is_new) {
        known.push_back(identity);
        table.emplace_back();
      }
    }
    return found;
  }

  struct Fresh {
    std::vector<bool> units, files, types, records, variables, functions;
  };

  void addEntries(Facts facts) {
    const FactIdentities identities = identitiesOf(facts);
    std::vector<FactIdentity> units;
    for (const FactUnit &unit : facts.units)
      units.push_back(identityOf(known_, scratch_, unit.file));
    Fresh fresh;
    NewNumbers numbers;
    numbers.units = numbersOf(units, units_, units_of_, union_.units, fresh.units);
    numbers.files = numbersOf(identities.files, files_, known_.files, union_.files, fresh.files);
    numbers.types = numbersOf(identities.types, types_, known_.types, union_.types, fresh.types);
    numbers.records =
        numbersOf(identities.records, records_, known_.records, union_.records, fresh.records);
    numbers.variables = numbersOf(identities.variables, variables_, known_.variables,
                                  union_.variables, fresh.variables);
    numbers.functions =
        numbersOf(identities.functions, functions_, known_.functions, packed_, fresh.functions);
    fill(std::move(facts), numbers, fresh);
  }

  void fill(Facts facts, const NewNumbers &numbers, const Fresh &fresh) {
    Renumber renumber(numbers);
    renumber(facts.types, facts.records, facts.variables, facts.slots);
    // New entries are filled in first, since joining looks at entries of other tables.
    const auto each = [](auto &from, auto &into, const auto &at, const auto &is_new,
                         const auto &join) {
      for (std::size_t i = 0; i < from.size(); ++i)
        if (is_new[i])
          into[at[i]] = std::move(from[i]);
      for (std::size_t i = 0; i < from.size(); ++i)
        if (!is_new[i])
          join(into[at[i]], std::move(from[i]));
    };
    const auto keep = [](const auto &, auto &&) {};
    each(facts.types, union_.types, numbers.types, fresh.types, keep);
    const auto join = [this](auto &one, auto &&other) { this->joinInto(one, std::move(other)); };
    each(facts.files, union_.files, numbers.files, fresh.files, join);
    each(facts.units, union_.units, numbers.units, fresh.units, join);
    each(facts.records, union_.records, numbers.records, fresh.records, join);
    each(facts.variables, union_.variables, numbers.variables, fresh.variables, join);
    addFunctions(std::move(facts.functions), numbers, fresh.functions);
    for (FactSlots &one : facts.slots)
      addSlots(std::move(one));
    union_.words.add(facts.words);
    std::size_t number = 0;
    for (const auto list : kLists) {
      std::move((facts.*list).begin(), (facts.*list).end(), std::back_inserter(union_.*list));
      dropRepeated(union_.*list, distinct_[number++]);
    }
  }

  /// Each is freed as soon as it is packed.
  void addFunctions(std::vector<FactFunction> functions, const NewNumbers &numbers,
                    const std::vector<bool> &fresh) {
    Renumber renumber(numbers);
    std::string packed;
    for (std::size_t at = 0; at < functions.size(); ++at) {
      FactFunction one = std::move(functions[at]);
      renumber(one);
      packFunction(one, packed);
      std::string &known = packed_[numbers.functions[at]];
      if (fresh[at] || (packed != known && isBetter(one, unpackFunction(known))))
        known = packed;
    }
  }

  void addSlots(FactSlots one) {
    const auto [known, fresh] = slots_.try_emplace(one.key, KnownSlots{union_.slots.size(), 0});
    if (fresh)
      return union_.slots.push_back(std::move(one));
    FactSlots &slots = union_.slots[known->second.position];
    joinSlots(slots, std::move(one));
    dropRepeated(slots.edits, known->second.edits);
  }

  static void unite(std::vector<std::string> &list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  template <class T> bool isLater(const T &one, const T &other) {
    return identityOf(known_, scratch_, one) < identityOf(known_, scratch_, other);
  }
  static void joinInto(FactFile &one, const FactFile &other) {
    if (one.content != other.content)
      one.content = 0;
  }
  /// If a file was compiled twice, the compilation with fewer errors stays.
  void joinInto(FactUnit &one, FactUnit other) {
    if (one == other)
      return;
    if (other.errors < one.errors || (other.errors == one.errors && isLater(one, other)))
      one = std::move(other);
  }
  void joinInto(FactRecord &one, FactRecord other) {
    joinRecords(one, std::move(other), union_, known_);
  }
  void joinInto(FactVariable &one, FactVariable other) {
    if (one == other)
      return;
    const std::string &file = unitFile(one), &other_file = unitFile(other);
    if (other_file < file || (other_file == file && isLaterVariable(one, other)))
      one = std::move(other);
  }
  /// Whether a function takes the place of one of the same identity.
  bool isBetter(const FactFunction &one, const FactFunction &than) {
    const std::size_t facts = factsOf(one), other = factsOf(than);
    return facts > other || (facts == other && isLater(than, one));
  }

  [[nodiscard]] const std::string &unitFile(const FactVariable &variable) const {
    static const std::string kNone;
    return variable.unit < union_.units.size() ? union_.units[variable.unit].file : kNone;
  }
  /// Compares without the unit: both have the same, and its index depends on the order of merging.
  bool isLaterVariable(FactVariable one, FactVariable other) {
    one.unit = other.unit = 0;
    return isLater(one, other);
  }

  /// Where a key's slots are, and how many edits they had when none was there twice.
  struct KnownSlots {
    std::size_t position, edits;
  };

  Facts union_;                     ///< without the functions
  std::vector<std::string> packed_; ///< the functions
  NewNumbers numbers_;              ///< of the entries, once they are sorted
  FactIdentities known_;
  std::vector<FactIdentity> units_of_;
  std::unordered_map<std::string, KnownSlots> slots_; ///< by key
  std::array<std::size_t, kLists.size()> distinct_{}; ///< as in dropRepeated(), for each list
  UnionNumbers units_, files_, types_, records_, variables_, functions_;
  std::string scratch_;
};

FactsMerger::FactsMerger() : state_(std::make_unique<State>()) {}
FactsMerger::~FactsMerger() = default;
FactsMerger::FactsMerger(FactsMerger &&) noexcept = default;
FactsMerger &FactsMerger::operator=(FactsMerger &&) noexcept = default;

void FactsMerger::add(Facts facts) {
  state_->add(std::move(facts));
}

Facts FactsMerger::take() {
  return std::exchange(state_, std::make_unique<State>())->take();
}

Expected<void> FactsMerger::write(const std::string &path) {
  return std::exchange(state_, std::make_unique<State>())->write(path);
}

Facts normalised(Facts facts) {
  FactsMerger merger;
  merger.add(std::move(facts));
  return merger.take();
}

Facts linked(Facts facts) {
  identifyDefinitions(facts);
  Facts program = normalised(std::move(facts));
  makeSound(program);
  return program;
}

void mergeFacts(Facts &into, Facts more) {
  FactsMerger merger;
  merger.add(std::move(into));
  merger.add(std::move(more));
  into = linked(merger.take());
}

} // namespace fsfind
