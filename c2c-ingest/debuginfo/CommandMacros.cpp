#include "c2c-ingest/debuginfo/CommandMacros.h"

#include <utility>

namespace fsfind::debuginfo {

namespace {

struct Reading {
  std::size_t &budget;
  std::vector<std::string> options = {};
  std::vector<Dwarf_Off> imports = {}; ///< of lists that belong before the first line
  int depth = 0;                       ///< of files
};

/// `NAME VALUE` or `NAME(ARGUMENTS) VALUE` as an option.
std::string definition(std::string_view text) {
  const std::size_t name_end = text.find_first_of(" (");
  const std::size_t close =
      name_end != std::string_view::npos && text[name_end] == '(' ? text.find(')', name_end) : 0;
  const std::size_t blank = text.find(' ', close == std::string_view::npos ? 0 : close);
  std::string option = "-D" + std::string(text.substr(0, blank));
  return blank == std::string_view::npos ? option + "="
                                         : option + "=" + std::string(text.substr(blank + 1));
}

void take(Dwarf_Macro *macro, bool defines, Reading &reading) {
  Dwarf_Attribute text;
  if (dwarf_macro_param(macro, 1, &text) != 0)
    return;
  const char *name = dwarf_formstring(&text);
  if (!name || *name == '\0' || std::string_view(name).starts_with("__"))
    return;
  reading.options.push_back(defines ? definition(name) : "-U" + std::string(name));
}

void takeImport(Dwarf_Macro *macro, Reading &reading) {
  Dwarf_Attribute attribute;
  Dwarf_Word offset = 0;
  if (dwarf_macro_param(macro, 0, &attribute) == 0 && dwarf_formudata(&attribute, &offset) == 0)
    reading.imports.push_back(offset);
}

int visit(Dwarf_Macro *macro, void *data) {
  Reading &reading = *static_cast<Reading *>(data);
  unsigned opcode = 0;
  if (reading.budget == 0 || dwarf_macro_opcode(macro, &opcode) != 0)
    return DWARF_CB_ABORT;
  --reading.budget;
  if (opcode == DW_MACRO_start_file)
    ++reading.depth;
  else if (opcode == DW_MACRO_end_file)
    --reading.depth;
  else if (reading.depth == 0 && opcode == DW_MACRO_import)
    takeImport(macro, reading);
  else if (reading.depth == 0 && (opcode == DW_MACRO_define || opcode == DW_MACRO_define_strp ||
                                  opcode == DW_MACRO_define_strx))
    take(macro, true, reading);
  else if (reading.depth == 0 && (opcode == DW_MACRO_undef || opcode == DW_MACRO_undef_strp ||
                                  opcode == DW_MACRO_undef_strx))
    take(macro, false, reading);
  return DWARF_CB_OK;
}

} // namespace

std::optional<std::vector<std::string>> commandMacros(Dwarf_Die unit, std::size_t &budget) {
  if (!hasAttribute(unit, DW_AT_macros) && !hasAttribute(unit, DW_AT_GNU_macros))
    return {};
  Reading reading{budget};
  if (dwarf_getmacros(&unit, visit, &reading, DWARF_GETMACROS_START) < 0)
    return {};
  // gcc keeps what units have in common in lists of their own, which hold no further lists.
  const std::vector<Dwarf_Off> imports = std::move(reading.imports);
  for (const Dwarf_Off offset : imports) {
    reading.depth = 0;
    dwarf_getmacros_off(dwarf_cu_getdwarf(unit.cu), offset, visit, &reading, DWARF_GETMACROS_START);
  }
  return std::move(reading.options);
}

} // namespace fsfind::debuginfo
