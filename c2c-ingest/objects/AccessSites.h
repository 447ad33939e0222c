#pragma once

#include "c2c-ingest/lines/LineTable.h"
#include "c2c-ingest/objects/ModuleCache.h"
#include "c2c-ingest/objects/TypeCatalogue.h"
#include "c2c-ingest/typing/SiteTypes.h"

#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace fsfind::objects {

/// What the access sites of a profile see. Each site is typed once.
class AccessSites {
public:
  /// All arguments must outlive this object.
  AccessSites(const lines::NameTables &names, ModuleCache &modules, TypeCatalogue &types)
      : names_(names), modules_(modules), types_(types) {}

  /// The views of one site's loads, or of its stores.
  struct Views {
    std::vector<typing::Hypothesis> views;
    std::vector<TypeNumber> types;
    std::size_t certain = 0; ///< this many come first and are certain; at most one other is right
    bool passed_completely = false, by_branches = false;
    bool verified = true;
  };
  /// `in_no_block`: the recording tells all blocks of the heap, and the memory is in none, so that
  /// the allocator's own records count. The reference stays valid as long as this object.
  const Views &viewsOf(SiteIndex site, bool store, bool in_no_block);
  /// Bytes of the site's loads or stores; 0 if that is not known.
  std::uint8_t sizeAt(SiteIndex site, bool store);
  /// Whether the site's loads or stores reach memory by the stack pointer, or are of a variable in
  /// its own frame.
  bool addressesStack(SiteIndex site, bool store);
  /// The constant that the site stores.
  std::optional<std::int64_t> storedAt(SiteIndex site);

  typing::SiteTypes &typesOf(debuginfo::Module &module);
  /// Calls `use` with each module that has typed sites, and these.
  void eachModule(const std::function<void(debuginfo::Module &, typing::SiteTypes &)> &use);

private:
  ModuleCache::Place codeOf(SiteIndex site);

  const lines::NameTables &names_;
  ModuleCache &modules_;
  TypeCatalogue &types_;
  std::map<std::tuple<SiteIndex, bool, bool>, Views> views_;
  std::map<std::pair<SiteIndex, bool>, std::uint8_t> sizes_;
  std::map<std::pair<SiteIndex, bool>, bool> of_stack_;
  std::map<SiteIndex, std::optional<std::int64_t>> stored_;
  std::map<debuginfo::Module *, typing::SiteTypes> sites_;
};

} // namespace fsfind::objects
