#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/perf/AddressSpaces.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fsfind::objects {

/// Opens each module once, when something in it has to be named.
class ModuleCache {
public:
  ModuleCache(const perf::AddressSpaces &spaces, debuginfo::SearchOptions search,
              const std::vector<perf::BuildIdEntry> &recorded_build_ids);

  /// A module and where an address lies in it.
  struct Place {
    debuginfo::Module *module = nullptr;
    std::uint64_t svma = 0;
    std::uint64_t bias = 0; ///< virtual address = svma + bias (modulo 2^64)
    /// The file is known to be the recorded one, by its build-id or its inode on this machine.
    bool verified = false;
  };
  enum class Use : std::uint8_t { Code, Data };
  /// An empty Place for memory without a file, for files that cannot be opened and for addresses
  /// that no segment of the file covers. Data in a file that is no ELF file cause no note.
  Place find(perf::MappingIndex mapping, std::uint64_t address, Use use);

  /// Hands over what debug info tells of how each opened module was compiled.
  void describeCompilation(const std::function<void(CompiledModule)> &take) const;

  /// Notes on missing and unverified modules, one line each.
  [[nodiscard]] std::vector<Note> notes() const;

  /// Paths of modules that were asked for, in whose place there is another build; sorted.
  [[nodiscard]] std::vector<std::string> rebuilt() const;

private:
  struct Entry {
    std::unique_ptr<debuginfo::Module> module;
    bool verified = false;
    bool rebuilt = false;
    std::string missing; ///< why there is no module; empty once it is among the notes
  };
  Entry &open(const perf::FileIdentity &file);

  const perf::AddressSpaces &spaces_;
  debuginfo::SearchOptions search_;
  std::map<std::string, std::vector<std::uint8_t>> recorded_build_ids_;
  std::map<perf::FileIdentity, Entry> modules_;
  std::vector<Entry *> of_mapping_; ///< by mapping: its file's entry, once it was asked for
  std::vector<Note> notes_;
};

} // namespace fsfind::objects
