#pragma once

#include "c2c-ingest/objects/AccessSites.h"

#include <map>
#include <optional>

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
  /// The author's place that called the allocator. Without debug info `file` is the module, the
  /// line 0, and the function the symbol's or empty. Null if the caller is not known.
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
  const Caller &callerOf(lines::BlockIndex block);

  const lines::NameTables &names_;
  const perf::AddressSpaces &spaces_;
  perf::MappingLookup mappings_;
  ModuleCache &modules_;
  AccessSites &sites_;
  using CallKey = std::pair<std::uint32_t, std::uint64_t>; ///< process and return address
  std::map<CallKey, Caller> callers_;
  std::map<CallKey, std::size_t> blocks_of_;
};

} // namespace fsfind::objects
