#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind {

/// What debug info tells of how a translation unit in C or C++ was compiled (DWARF 5, 3.1.1).
/// Paths are those of the build: the files may be elsewhere now, or gone.
struct CompiledUnit {
  std::string file;      ///< absolute, if the build's folder is
  std::string directory; ///< of the compiler; DW_AT_comp_dir
  std::string producer;  ///< the compiler, and the options that it records
  bool cxx = false;      ///< C++; else C
  /// The standard by DW_AT_language, such as 11; newer ones may be described by the newest number
  /// that the compiler knows. 0 = not told.
  std::uint8_t standard = 0;
  /// The files of its line table and macros, as indices of CompiledModule::paths: those of which it
  /// uses code, types or variables.
  std::vector<std::uint32_t> files;
  /// Macros of its command line as options, `-DNAME=VALUE` and `-UNAME`; only where macros were
  /// recorded (-g3).
  std::vector<std::string> macros;
  bool has_macros = false; ///< macros were recorded
};

/// The units of an ELF file.
struct CompiledModule {
  std::string path;
  std::string target; ///< prefix of a cross compiler's name for its machine, `aarch64-linux-gnu`
  bool debug_info = false;
  bool cut = false;               ///< it has more units, or more files, than were taken
  std::vector<std::string> paths; ///< each once
  std::vector<CompiledUnit> units;
};

} // namespace fsfind
