#include "c2c-ingest/objects/AccessSites.h"

#include <algorithm>
#include <string_view>

namespace fsfind::objects {

namespace {

using typing::Hypothesis;

/// True for records that the C library's allocator lays over memory that it hands out.
bool isAllocators(std::string_view type) {
  return type == "malloc_chunk" || type == "tcache_entry";
}

} // namespace

const AccessSites::Views &AccessSites::viewsOf(SiteIndex site, bool store, bool in_no_block) {
  const auto [place, fresh] = views_.try_emplace({site, store, in_no_block});
  Views &known = place->second;
  if (!fresh)
    return known;
  const ModuleCache::Place code = codeOf(site);
  debuginfo::TypeTable *table = code.module ? code.module->types() : nullptr;
  if (table == nullptr)
    return known;
  known.verified = code.verified;
  typing::SiteTypes &sites = typesOf(*code.module);
  known.views = sites.at(code.svma, store);
  if (!in_no_block)
    std::erase_if(known.views,
                  [&](const Hypothesis &view) { return isAllocators(table->name(view.type)); });
  known.certain = known.views.size();
  const typing::SiteTypes::PassedViews &passed = sites.passedAt(code.svma, store);
  known.views.insert(known.views.end(), passed.views.begin(), passed.views.end());
  known.passed_completely = passed.complete;
  known.by_branches = passed.branches;
  for (const Hypothesis &view : known.views)
    known.types.push_back(types_.number(*table, view.type));
  return known;
}

std::uint8_t AccessSites::sizeAt(SiteIndex site, bool store) {
  const auto [known, fresh] = sizes_.try_emplace({site, store});
  const ModuleCache::Place code = fresh ? codeOf(site) : ModuleCache::Place();
  if (code.module != nullptr)
    known->second = typesOf(*code.module).sizeAt(code.svma, store);
  return known->second;
}

bool AccessSites::addressesStack(SiteIndex site, bool store) {
  const auto [known, fresh] = of_stack_.try_emplace({site, store});
  const ModuleCache::Place code = fresh ? codeOf(site) : ModuleCache::Place();
  if (code.module != nullptr) {
    typing::SiteTypes &sites = typesOf(*code.module);
    const std::vector<Hypothesis> &views = sites.at(code.svma, store);
    known->second = sites.addressesStack(code.svma, store) ||
                    std::any_of(views.begin(), views.end(), [](const Hypothesis &view) {
                      return view.root == Hypothesis::Root::Frame;
                    });
  }
  return known->second;
}

std::optional<std::int64_t> AccessSites::storedAt(SiteIndex site) {
  const auto [known, fresh] = stored_.try_emplace(site);
  const ModuleCache::Place code = fresh ? codeOf(site) : ModuleCache::Place();
  if (code.module != nullptr)
    known->second = typesOf(*code.module).storedAt(code.svma);
  return known->second;
}

typing::SiteTypes &AccessSites::typesOf(debuginfo::Module &module) {
  return sites_.try_emplace(&module, module).first->second;
}

void AccessSites::eachModule(
    const std::function<void(debuginfo::Module &, typing::SiteTypes &)> &use) {
  for (auto &[module, sites] : sites_)
    use(*module, sites);
}

ModuleCache::Place AccessSites::codeOf(SiteIndex site) {
  const lines::MappedAddress &where = names_.sites.keys()[site.value()];
  return modules_.find(where.mapping, where.address, ModuleCache::Use::Code);
}

} // namespace fsfind::objects
