#include "rules/measured/usage/Operations.h"

namespace fsfind {

namespace {

/// Bytes of code: about a hundred instructions, more than most loops have.
constexpr std::uint64_t kNear = 512;

bool areOfOneVariable(const Object &a, const Object &b) {
  return std::tie(a.kind, a.name, a.holder, a.type) == std::tie(b.kind, b.name, b.holder, b.type);
}

} // namespace

Operations::Operations(const Profile &profile, const Line &line, const LineUsage &usage)
    : profile_(profile) {
  for (std::size_t i = 0; i < line.accesses.size(); ++i) {
    const Access &access = line.accesses[i];
    if (access.writes() && !profile.site(access.site).symbol.empty())
      stores_[keyOf(access)].push_back({&access, usage.first_cell[i]});
  }
}

Operations::Key Operations::keyOf(const Access &access) const {
  const Site &site = profile_.site(access.site);
  return {access.thread.value(), site.module, site.symbol};
}

bool Operations::mayBeOne(const Access &load, const Access &store) const {
  const std::uint64_t a = profile_.site(load.site).module_address,
                      b = profile_.site(store.site).module_address;
  if ((a < b ? b - a : a - b) > kNear)
    return false;
  const Object &of_load = profile_.target(load.target).object,
               &of_store = profile_.target(store.target).object;
  return of_load.address == of_store.address || !areOfOneVariable(of_load, of_store);
}

void Operations::addCells(const Access &load, std::vector<bool> &cells) const {
  const auto found = stores_.find(keyOf(load));
  if (found == stores_.end())
    return;
  for (const Store &store : found->second)
    if (mayBeOne(load, *store.access))
      cells[store.cell] = true;
}

} // namespace fsfind
