#pragma once

#include "c2c-ingest/lines/LineTable.h"
#include "c2c-ingest/objects/ModuleCache.h"
#include "c2c-ingest/typing/SiteTypes.h"

#include <functional>
#include <map>
#include <optional>

namespace fsfind::objects {

/// What the calls that allocated the recorded blocks tell of them.
class HeapBlocks {
public:
  using Sites = std::function<typing::SiteTypes &(debuginfo::Module &)>;
  HeapBlocks(const lines::NameTables &names, const perf::AddressSpaces &spaces,
             ModuleCache &modules, Sites sites);

  /// The type that the code behind the call gives to the block.
  struct Typed {
    debuginfo::TypeTable *table = nullptr;
    debuginfo::TypeId type;
    bool verified = false;
  };
  std::optional<Typed> typeOf(lines::BlockIndex block);
  /// The author's place that called the allocator; null if that is not known.
  const Frame *allocatedBy(lines::BlockIndex block);

private:
  struct Caller {
    std::optional<Typed> typed;
    Frame frame;
  };
  const Caller &callerOf(lines::BlockIndex block);

  const lines::NameTables &names_;
  perf::MappingLookup mappings_;
  ModuleCache &modules_;
  Sites sites_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Caller> callers_; ///< by process and address
};

} // namespace fsfind::objects
