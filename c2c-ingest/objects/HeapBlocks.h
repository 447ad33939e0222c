#pragma once

#include "c2c-ingest/objects/AccessSites.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace fsfind::objects {

/// What the calls that allocated the recorded blocks tell of them.
class HeapBlocks {
public:
  /// All arguments must outlive this object.
  HeapBlocks(const lines::NameTables &names, const perf::AddressSpaces &spaces,
             ModuleCache &modules, AccessSites &sites);

  /// The type that the code behind the call gives to the block.
  struct Typed {
    debuginfo::TypeTable *table = nullptr;
    debuginfo::TypeId type;
    bool verified = false;
    bool as_elements = false; ///< the call says that the block is an array of them
  };
  std::optional<Typed> typeOf(lines::BlockIndex block);
  /// The author's place that asked for the block: see AskerSearch. Without debug info `file` is the
  /// module, the line 0, and the function the symbol's or empty. Null if the caller is not known.
  const Frame *allocatedBy(lines::BlockIndex block);
  /// The static pointer that the code behind the call stores the block's address in; null if that
  /// is not known, or if the call allocates several blocks.
  const typing::Keeper *keeperOf(lines::BlockIndex block);

private:
  struct Caller {
    std::optional<Typed> typed;
    std::optional<typing::Keeper> keeper;
    Frame frame;
  };
  /// A call: the path of the file that it is in, and where there.
  struct Call {
    const std::string *file = nullptr; ///< null for code without a file
    ModuleCache::Place code;
  };
  /// Process and return addresses.
  using CallKey = std::tuple<std::uint32_t, std::uint64_t, std::vector<std::uint64_t>>;
  static CallKey keyOf(const lines::Block &block) {
    return {block.pid, block.caller, block.handed_on};
  }
  const Caller &callerOf(lines::BlockIndex block);
  Call callBefore(std::uint32_t pid, std::uint64_t returns);
  Frame askerOf(const lines::Block &block, const Call &inner);

  const lines::NameTables &names_;
  const perf::AddressSpaces &spaces_;
  perf::MappingLookup mappings_;
  ModuleCache &modules_;
  AccessSites &sites_;
  std::map<CallKey, Caller> callers_;
  std::map<CallKey, std::size_t> blocks_of_;
};

} // namespace fsfind::objects
