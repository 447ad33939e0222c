#include "c2c-ingest/debuginfo/CompiledUnits.h"

#include "c2c-ingest/debuginfo/CommandMacros.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace fsfind::debuginfo {

namespace {

// Units may share one table of files and one of macros, so that a small crafted file could name any
// number of them.
constexpr std::size_t kMostUnits = 1U << 15U;
constexpr std::size_t kMostFiles = 1U << 22U;
constexpr std::size_t kMostMacros = 1U << 25U;

struct Language {
  bool cxx;
  std::uint8_t standard; ///< 0 = not told
};

/// None for other languages. Numbers of DW_LANG_* that older headers lack are from
/// https://dwarfstd.org/languages.html
std::optional<Language> languageOf(std::uint64_t language) {
  constexpr std::uint64_t kC17 = 0x2c, kCxx17 = 0x2a, kCxx20 = 0x2b;
  switch (language) {
  case DW_LANG_C89:
    return Language{false, 89};
  case DW_LANG_C:
    return Language{false, 0};
  case DW_LANG_C99:
    return Language{false, 99};
  case DW_LANG_C11:
    return Language{false, 11};
  case kC17:
    return Language{false, 17};
  case DW_LANG_C_plus_plus:
    return Language{true, 0};
  case DW_LANG_C_plus_plus_03:
    return Language{true, 3};
  case DW_LANG_C_plus_plus_11:
    return Language{true, 11};
  case DW_LANG_C_plus_plus_14:
    return Language{true, 14};
  case kCxx17:
    return Language{true, 17};
  case kCxx20:
    return Language{true, 20};
  default:
    return {};
  }
}

class Collector {
public:
  Collector(DwarfUnits &units, CompiledModule &module) : units_(units), module_(module) {}

  void run() {
    for (Unit *skeleton : units_.all()) {
      if (module_.units.size() == kMostUnits || files_ == kMostFiles) {
        module_.cut = true;
        return;
      }
      Unit &unit = units_.full(*skeleton);
      if (tagOf(unit.die) == DW_TAG_compile_unit)
        add(unit);
    }
  }

private:
  void add(Unit &unit) {
    const auto language = languageOf(unit.language);
    const std::string_view name = nameOf(unit.die);
    // Link-time optimization describes its own units under the name `<artificial>`.
    if (!language || name.empty() || name.front() == '<')
      return;
    CompiledUnit compiled;
    compiled.directory = unit.directory;
    compiled.file = fileIn(unit.directory, name);
    compiled.producer = textOf(unit.die, DW_AT_producer);
    compiled.cxx = language->cxx;
    compiled.standard = language->standard;
    if (auto macros = commandMacros(unit.die, macros_)) {
      compiled.macros = std::move(*macros);
      compiled.has_macros = true;
    }
    addFiles(unit, compiled);
    module_.units.push_back(std::move(compiled));
  }

  void addFiles(Unit &unit, CompiledUnit &compiled) {
    const std::size_t count = units_.fileCount(unit);
    for (std::size_t i = 0; i < count; ++i) {
      if (files_ == kMostFiles)
        return;
      ++files_;
      const auto [known, fresh] =
          index_.try_emplace(units_.fileName(unit, i), static_cast<std::uint32_t>(index_.size()));
      if (fresh)
        module_.paths.push_back(known->first);
      if (!known->first.empty())
        compiled.files.push_back(known->second);
    }
  }

  static std::string fileIn(const std::string &directory, std::string_view name) {
    return (std::filesystem::path(directory) / name).lexically_normal().string();
  }

  DwarfUnits &units_;
  CompiledModule &module_;
  std::map<std::string, std::uint32_t> index_; ///< of CompiledModule::paths
  std::size_t files_ = 0;                      ///< that were asked for
  std::size_t macros_ = kMostMacros;           ///< that may still be read
};

} // namespace

void addCompiledUnits(DwarfUnits &units, CompiledModule &module) {
  Collector(units, module).run();
}

} // namespace fsfind::debuginfo
