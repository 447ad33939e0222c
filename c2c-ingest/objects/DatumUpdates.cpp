#include "c2c-ingest/objects/DatumUpdates.h"

#include "c2c-ingest/typing/StoreUpdates.h"

#include <map>
#include <utility>

namespace fsfind::objects {

void findUpdates(const lines::NameTables &names, ModuleCache &modules, Profile &profile) {
  std::map<debuginfo::Module *, typing::StoreUpdates> by_module;
  std::map<std::pair<SiteIndex, bool>, Update> known; ///< of a site's stores, and of its loads
  const auto updateAt = [&](SiteIndex site, bool store) {
    const lines::MappedAddress &where = names.sites.keys()[site.value()];
    const ModuleCache::Place code =
        modules.find(where.mapping, where.address, ModuleCache::Use::Code);
    if (code.module == nullptr)
      return Update::Unknown;
    return by_module.try_emplace(code.module, *code.module).first->second.at(code.svma, store);
  };
  for (Line &line : profile.lines)
    for (Access &access : line.accesses) {
      if (line.kernel || access.update == Update::Set)
        continue;
      const bool store = access.kind == AccessKind::Store;
      const auto [update, fresh] = known.try_emplace({access.site, store});
      if (fresh)
        update->second = updateAt(access.site, store);
      access.update = update->second;
    }
}

} // namespace fsfind::objects
