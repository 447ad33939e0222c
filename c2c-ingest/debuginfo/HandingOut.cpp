#include "c2c-ingest/debuginfo/HandingOut.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace fsfind::debuginfo {

namespace {

constexpr std::array<std::string_view, 14> kSizes = {"size", "len",   "byte",   "count", "num",
                                                     "nel",  "nmemb", "amount", "cap",   "want",
                                                     "sz",   "room",  "cnt",    "alloc"};
constexpr std::array<std::string_view, 9> kOthers = {"key",  "hash", "ind",  "idx", "id",
                                                     "slot", "pos",  "seed", "flag"};

std::string lowered(std::string_view name) {
  std::string text(name);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

template <class List> bool hasOneOf(const std::string &text, const List &words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

/// `n`, `nb`, `nByte`, `n_rows`.
bool countsByLetter(std::string_view name) {
  const bool begins = name.starts_with('n') || name.starts_with('N');
  return begins && (name.size() <= 2 || std::isupper(static_cast<unsigned char>(name[1])) != 0 ||
                    name[1] == '_');
}

/// An integer as wide as an address is taken for a size unless its name says otherwise, a narrower
/// one only if its name says so.
class Parameters {
public:
  Parameters(DwarfUnits &units, Types &types, Dwarf_Die function) : units_(units), types_(types) {
    DieWalk().children(units.origin(function), [&](Dwarf_Die child) { read(child); });
  }
  bool has_size = false;
  bool has_out = false;     ///< `void **`
  bool is_template = false; ///< has arguments that are types

private:
  void read(Dwarf_Die child) {
    is_template |= tagOf(child) == DW_TAG_template_type_parameter;
    if (tagOf(child) != DW_TAG_formal_parameter)
      return;
    const auto declared = types_.typeOf(child);
    if (!declared)
      return;
    const Dwarf_Die type = types_.bare(*declared);
    const std::string_view name = nameOf(units_.holderOf(child, DW_AT_name));
    has_size |= isSize(type, name);
    has_out |= isOut(type);
  }

  bool isSize(Dwarf_Die type, std::string_view name) {
    constexpr std::uint64_t kWide = 8;
    const auto encoding = constantOf(type, DW_AT_encoding).value_or(0);
    const bool integer = tagOf(type) == DW_TAG_base_type &&
                         (encoding == DW_ATE_signed || encoding == DW_ATE_unsigned);
    if (!integer)
      return false;
    const std::string low = lowered(name);
    if (hasOneOf(low, kSizes) || countsByLetter(name))
      return true;
    return types_.sizeOf(type) >= kWide && !hasOneOf(low, kOthers);
  }

  bool isOut(Dwarf_Die type) {
    const auto inner = tagOf(type) == DW_TAG_pointer_type ? types_.typeOf(type) : std::nullopt;
    if (!inner)
      return false;
    const Dwarf_Die pointer = types_.bare(*inner);
    return tagOf(pointer) == DW_TAG_pointer_type && !types_.typeOf(pointer);
  }

  DwarfUnits &units_;
  Types &types_;
};

} // namespace

HandsOut handedOutBy(DwarfUnits &units, Types &types, Dwarf_Die function) {
  const Parameters parameters(units, types, function);
  if (!parameters.has_size)
    return HandsOut::Nothing;
  const auto declared = types.typeOf(function);
  if (!declared)
    return parameters.has_out ? HandsOut::Memory : HandsOut::Nothing;
  const Dwarf_Die result = types.bare(*declared);
  if (tagOf(result) != DW_TAG_pointer_type)
    return parameters.has_out ? HandsOut::Memory : HandsOut::Nothing;
  const auto pointee = types.typeOf(result);
  const bool objects = pointee && isRecordTag(tagOf(types.bare(*pointee)));
  return objects && !parameters.is_template ? HandsOut::Objects : HandsOut::Memory;
}

} // namespace fsfind::debuginfo
