#include "c2c-ingest/debuginfo/Demangling.h"

#include "c2c-ingest/base/LongestName.h"
#include "c2c-ingest/debuginfo/RustNames.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <llvm/Demangle/Demangle.h>
#include <llvm/Demangle/ItaniumDemangle.h>

namespace fsfind::debuginfo {

namespace {

namespace itanium = llvm::itanium_demangle;

/// Longer names are left as they are: demangling may take exponential time.
constexpr std::size_t kLongestMangled = std::size_t{1} << 14;
/// And those that could become longer than this.
constexpr std::uint64_t kLongestText = std::uint64_t{1} << 17;

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  return std::min(a + b, kLongestText + 1);
}

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kLongestText / b ? kLongestText + 1 : a * b;
}

/// Makes the nodes of LLVM's parser, and knows of each how long its text is at most, before any is
/// written: nodes are shared, so few of them can have a text of any length.
class MeasuredNodes {
public:
  void reset() {}
  void *allocateNodeArray(std::size_t count) { return room(sizeof(itanium::Node *) * count); }

  template <class T, class... Args> itanium::Node *makeNode(Args &&...args) {
    constexpr bool kLibrary = std::is_same_v<T, itanium::SpecialSubstitution> ||
                              std::is_same_v<T, itanium::ExpandedSpecialSubstitution>;
    std::uint64_t length = kLibrary ? kLongestLibrary : kOwn;
    ((length = sum(length, lengthOf(args))), ...);
    if constexpr (std::is_same_v<T, itanium::ForwardTemplateReference>) {
      // It stands for what is known later, which may be a pack of any length.
      constexpr std::uint64_t kMost = 8;
      length = kLongestText / kMost;
      longest_pack_ = kLongestText;
    }
    if constexpr (std::is_same_v<T, itanium::ParameterPackExpansion> ||
                  std::is_same_v<T, itanium::FoldExpr> ||
                  std::is_same_v<T, itanium::SizeofParamPackExpr>)
      length = product(length, longest_pack_);
    auto *node = new (room(sizeof(T))) T(std::forward<Args>(args)...);
    lengths_[node] = length;
    longest_ = std::max(longest_, length);
    return node;
  }

  /// Of all nodes.
  [[nodiscard]] std::uint64_t longest() const { return longest_; }

private:
  /// Of a node's own words, and of std::string with all its arguments.
  static constexpr std::uint64_t kOwn = 24, kLongestLibrary = 80;

  [[nodiscard]] std::uint64_t lengthOf(const itanium::Node *node) const {
    const auto known = lengths_.find(node);
    return known == lengths_.end() ? 0 : known->second;
  }
  std::uint64_t lengthOf(itanium::NodeArray nodes) {
    longest_pack_ = std::max<std::uint64_t>(longest_pack_, nodes.size());
    std::uint64_t length = 0;
    for (const itanium::Node *node : nodes)
      length = sum(length, lengthOf(node) + 2);
    return length;
  }
  static std::uint64_t lengthOf(std::string_view text) { return text.size(); }
  static std::uint64_t lengthOf(const char *text) { return std::strlen(text); }
  template <class Other>
    requires(std::is_arithmetic_v<Other> || std::is_enum_v<Other> || std::is_null_pointer_v<Other>)
  static std::uint64_t lengthOf(Other) {
    return 0;
  }

  void *room(std::size_t bytes) {
    return pieces_
        .emplace_back(std::make_unique<std::max_align_t[]>((bytes + sizeof(std::max_align_t)) /
                                                           sizeof(std::max_align_t)))
        .get();
  }

  std::vector<std::unique_ptr<std::max_align_t[]>> pieces_;
  std::unordered_map<const itanium::Node *, std::uint64_t> lengths_;
  std::uint64_t longest_ = 0, longest_pack_ = 1;
};

bool isShortCxx(std::string_view name) {
  itanium::ManglingParser<MeasuredNodes> parser(name.data(), name.data() + name.size());
  return parser.parse() != nullptr && parser.ASTAllocator.longest() <= kLongestText;
}

/// A number in base 62 that `_` ends (Rust RFC 2603), and the place behind it.
std::pair<std::uint64_t, std::size_t> base62(std::string_view text, std::size_t at) {
  constexpr std::string_view kDigits =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::uint64_t number = 0;
  bool first = true;
  for (; at < text.size() && text[at] != '_'; ++at, first = false) {
    const std::size_t digit = kDigits.find(text[at]);
    if (digit == std::string_view::npos)
      break;
    number = std::min<std::uint64_t>(number * kDigits.size() + digit, text.size());
  }
  return {first ? 0 : number + 1, at};
}

/// Each character of a v0 name adds a word at most, `G` as many lifetimes as it tells, and `B` what
/// a part before it has added, which its number leads to.
bool isShortRust(std::string_view name) {
  constexpr std::size_t kPrefix = 2;
  constexpr std::uint64_t kWord = 16, kLifetime = 8;
  std::vector<std::uint64_t> added(name.size() + 1, 0); // by what is before
  for (std::size_t at = 0; at < name.size(); ++at) {
    std::uint64_t here = kWord;
    if (name[at] == 'G' || name[at] == 'B') {
      const auto [number, end] = base62(name, at + 1);
      if (end == name.size() || name[end] != '_')
        here = kWord; // a letter of a name
      else if (name[at] == 'G')
        here = product(kLifetime, number);
      else if (kPrefix + number < at)
        here = added[at] - added[kPrefix + number];
    }
    added[at + 1] = added[at] + sum(here, kWord);
    if (added[at + 1] > kLongestText)
      return false;
  }
  return true;
}

/// Of D and of Microsoft's compiler, which have such references, too, nothing is demangled.
bool isDemangled(std::string_view name) {
  if (name.size() > kLongestMangled)
    return false;
  if (name.starts_with("_R"))
    return isShortRust(name);
  constexpr std::size_t kMostUnderscores = 4;
  const std::size_t first = name.find_first_not_of('_');
  return first != 0 && first <= kMostUnderscores && name[first] == 'Z' && isShortCxx(name);
}

} // namespace

std::string demangled(const std::string &name) {
  if (!isDemangled(name))
    return std::string(upToLongest(std::string_view(name)));
  std::string text = llvm::demangle(name);
  return upToLongest(text == name ? std::move(text) : withoutRustEscapes(std::move(text)));
}

} // namespace fsfind::debuginfo
