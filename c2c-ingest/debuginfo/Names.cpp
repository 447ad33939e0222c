#include "c2c-ingest/debuginfo/Names.h"

#include "c2c-ingest/debuginfo/Demangling.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fsfind::debuginfo {

namespace {

constexpr int kMaxNameDepth = 16;
/// Characters after which a list of arguments is cut off: types that contain each other could
/// double it at every level.
constexpr std::size_t kMaxArguments = 4096;

std::string placeholder(int tag) {
  switch (tag) {
  case DW_TAG_namespace:
    return "(anonymous namespace)";
  case DW_TAG_union_type:
    return "(anonymous union)";
  case DW_TAG_enumeration_type:
    return "(anonymous enum)";
  case DW_TAG_class_type:
    return "(anonymous class)";
  case DW_TAG_structure_type:
    return "(anonymous struct)";
  default:
    return {};
  }
}

/// libstdc++ and libc++ put their types in inline namespaces that nobody writes (`std::__1`).
bool isVersionNamespace(Dwarf_Die die, const std::string &outer) {
  return outer == "std" && tagOf(die) == DW_TAG_namespace && nameOf(die).starts_with("__");
}

/// GCC describes `long` as `long int`, also in template arguments; all names get the spelling of
/// clang.
std::string canonicalSpelling(std::string name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kSpellings = {{
      {"long long unsigned int", "unsigned long long"},
      {"long long int", "long long"},
      {"long unsigned int", "unsigned long"},
      {"short unsigned int", "unsigned short"},
      {"short int", "short"},
      {"long int", "long"},
      {"__int128 unsigned", "unsigned __int128"},
  }};
  if (name.find(' ') == std::string::npos)
    return name;
  for (const auto &[from, to] : kSpellings)
    for (std::size_t at = 0; (at = name.find(from, at)) != std::string::npos; at += to.size())
      name.replace(at, from.size(), to);
  return name;
}

std::string join(const std::string &outer, const std::string &inner) {
  return outer.empty() ? inner : inner.empty() ? outer : outer + "::" + inner;
}

} // namespace

std::string Names::qualified(Dwarf_Die die) {
  return upToLongest(qualified(die, 0));
}

std::string Names::qualified(Dwarf_Die die, int depth) {
  if (depth > kMaxNameDepth)
    return {};
  // Scopes are those of the declaration: compilers put a definition anywhere in the unit.
  const Dwarf_Die declared = units_.origin(die);
  const auto scopes = units_.indexOf(units_.unitOf(declared)).scopesOf(declared);
  const auto isFunction = [](Dwarf_Die scope) { return tagOf(scope) == DW_TAG_subprogram; };
  // The name of the innermost function has the scopes around it already: functions may nest deep.
  const auto function = std::find_if(scopes.rbegin(), scopes.rend(), isFunction);
  std::string outer;
  if (function != scopes.rend())
    outer = upToLongest(qualified(*function, depth + 1)) + "()";
  for (auto scope = function.base(); scope != scopes.end(); ++scope)
    if (!isVersionNamespace(*scope, outer))
      outer = join(outer, part(units_.holderOf(*scope, DW_AT_name), depth));
  const Dwarf_Die named = units_.holderOf(die, DW_AT_name);
  return join(outer, part(named, depth));
}

std::string Names::namespaceOf(Dwarf_Die die) {
  std::string outer;
  const Dwarf_Die declared = units_.origin(die);
  for (const Dwarf_Die &scope : units_.indexOf(units_.unitOf(declared)).scopesOf(declared))
    if (tagOf(scope) == DW_TAG_namespace)
      outer = join(outer, std::string(nameOf(scope)));
  return outer;
}

/// GCC gives the arguments of a variable template in the linkage name only.
std::string Names::variable(Dwarf_Die die) {
  std::string name = qualified(die);
  std::string_view mangled = textOf(units_.holderOf(die, DW_AT_linkage_name), DW_AT_linkage_name);
  if (mangled.empty()) // before DWARF 4
    mangled = textOf(units_.holderOf(die, DW_AT_MIPS_linkage_name), DW_AT_MIPS_linkage_name);
  if (mangled.empty() || name.ends_with('>') || isRust(units_.unitOf(die)))
    return name;
  std::string full = demangled(std::string(mangled));
  return full.ends_with('>') ? full : name;
}

std::string Names::function(Dwarf_Die die) {
  if (isRust(units_.unitOf(die))) {
    const Dwarf_Die linked = units_.holderOf(die, DW_AT_linkage_name);
    if (const std::string_view mangled = textOf(linked, DW_AT_linkage_name); !mangled.empty())
      return demangled(std::string(mangled));
  }
  return qualified(die);
}

std::string Names::part(Dwarf_Die die, int depth) {
  const std::string_view name = nameOf(die);
  if (name.empty())
    return placeholder(tagOf(die));
  if (name.find('<') != std::string_view::npos || name.starts_with("operator"))
    return canonicalSpelling(std::string(name));
  const int tag = tagOf(die);
  const bool may_be_template = isRecordTag(tag) || tag == DW_TAG_subprogram;
  return canonicalSpelling(std::string(name)) +
         (may_be_template ? templateArguments(die, depth) : "");
}

/// With -gsimple-template-names the arguments are only in child entries.
std::string Names::templateArguments(Dwarf_Die die, int depth) {
  const std::uint64_t language = units_.unitOf(die).language;
  if (language == DW_LANG_Go || language == DW_LANG_Rust || depth > kMaxNameDepth)
    return {};
  // A record without DW_AT_sibling is walked with all that nests in it, for each that nests in it.
  const auto [known, is_new] = arguments_.try_emplace({die.addr, depth});
  if (is_new) {
    std::string text;
    appendArguments(die, depth, text);
    if (!text.empty())
      known->second = "<" + text + ">";
  }
  return known->second;
}

void Names::appendArguments(Dwarf_Die die, int depth, std::string &text) {
  DieWalk().children(die, [&](Dwarf_Die child) {
    const int tag = tagOf(child);
    if (text.size() > kMaxArguments)
      return;
    if (tag == DW_TAG_GNU_template_parameter_pack && depth < kMaxNameDepth)
      return appendArguments(child, depth + 1, text);
    if (tag != DW_TAG_template_type_parameter && tag != DW_TAG_template_value_parameter)
      return;
    text += text.empty() ? "" : ", ";
    text += tag == DW_TAG_template_type_parameter
                ? type(units_.reference(child, DW_AT_type), depth + 1)
                : templateValue(child);
  });
}

std::string Names::templateValue(Dwarf_Die die) {
  auto attribute = attributeOf(die, DW_AT_const_value);
  const auto type = units_.reference(die, DW_AT_type);
  Dwarf_Sword value = 0;
  if (!attribute || dwarf_formsdata(&*attribute, &value) != 0)
    return "?";
  const std::uint64_t encoding =
      type ? constantOf(*type, DW_AT_encoding).value_or(0) : std::uint64_t{0};
  if (encoding == DW_ATE_boolean)
    return value ? "true" : "false";
  if (encoding == DW_ATE_unsigned)
    return std::to_string(static_cast<std::uint64_t>(value));
  return std::to_string(value);
}

std::string Names::type(const std::optional<Dwarf_Die> &die) {
  return upToLongest(type(die, 0));
}

std::string Names::type(const std::optional<Dwarf_Die> &die, int depth) {
  if (!die)
    return "void";
  if (depth > kMaxNameDepth)
    return "...";
  const int tag = tagOf(*die);
  const bool composed =
      tag == DW_TAG_pointer_type || tag == DW_TAG_array_type || tag == DW_TAG_subroutine_type;
  // Rust and Go name their pointers and arrays: `&mut T`, `*main.T`, `[8]main.T`.
  if (composed && !nameOf(*die).empty())
    return std::string(nameOf(*die));
  switch (tag) {
  case DW_TAG_pointer_type:
    return pointer(*die, "*", depth);
  case DW_TAG_reference_type:
    return pointer(*die, "&", depth);
  case DW_TAG_rvalue_reference_type:
    return pointer(*die, "&&", depth);
  case DW_TAG_array_type:
    return arrayType(*die, depth);
  case DW_TAG_subroutine_type:
    return functionType(*die, "", depth);
  case DW_TAG_ptr_to_member_type:
    return type(units_.reference(*die, DW_AT_type), depth + 1) + " " +
           type(units_.reference(*die, DW_AT_containing_type), depth + 1) + "::*";
  default:
    return modified(*die, tag, depth);
  }
}

std::string Names::modified(Dwarf_Die die, int tag, int depth) {
  const auto inner = units_.reference(die, DW_AT_type);
  switch (tag) {
  case DW_TAG_const_type:
  case DW_TAG_volatile_type: {
    const std::string word = tag == DW_TAG_const_type ? "const" : "volatile";
    const std::string name = type(inner, depth + 1);
    // gcc qualifies an array and its elements, which is one thing (C17, 6.7.3).
    if (inner && tagOf(*inner) == DW_TAG_array_type && name.starts_with(word + " "))
      return name;
    return name.ends_with('*') ? name + word : word + " " + name;
  }
  case DW_TAG_restrict_type:
    return type(inner, depth + 1);
  case DW_TAG_atomic_type:
    return "_Atomic(" + type(inner, depth + 1) + ")";
  default:
    return qualified(die, depth);
  }
}

std::string Names::pointer(Dwarf_Die die, std::string_view mark, int depth) {
  const auto target = units_.reference(die, DW_AT_type);
  if (target && tagOf(*target) == DW_TAG_subroutine_type)
    return functionType(*target, mark, depth);
  std::string name = type(target, depth + 1);
  if (!name.ends_with('*') && !name.ends_with('&'))
    name += ' ';
  return name.append(mark);
}

std::string Names::functionType(Dwarf_Die die, std::string_view inner, int depth) {
  std::string parameters;
  DieWalk().children(die, [&](Dwarf_Die child) {
    if (tagOf(child) != DW_TAG_formal_parameter || parameters.size() > kMaxArguments)
      return;
    parameters += parameters.empty() ? "" : ", ";
    parameters += type(units_.reference(child, DW_AT_type), depth + 2);
  });
  return fmt::format("{} {}({})", type(units_.reference(die, DW_AT_type), depth + 1),
                     inner.empty() ? "" : fmt::format("({})", inner), parameters);
}

std::string Names::arrayType(Dwarf_Die die, int depth) {
  std::string text = type(units_.reference(die, DW_AT_type), depth + 1) + " ";
  DieWalk().children(die, [&](Dwarf_Die child) {
    if (tagOf(child) != DW_TAG_subrange_type)
      return;
    auto count = constantOf(child, DW_AT_count);
    if (const auto last = constantOf(child, DW_AT_upper_bound); !count && last)
      count = *last + 1;
    text += count ? fmt::format("[{}]", *count) : "[]";
  });
  return text;
}

} // namespace fsfind::debuginfo
