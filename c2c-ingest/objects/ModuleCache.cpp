#include "c2c-ingest/objects/ModuleCache.h"

#include <algorithm>

namespace fsfind::objects {

namespace {

/// Pseudo files such as "[vdso]" or "//anon" have no ELF file to open.
bool namesFile(const std::string &path) {
  return !path.empty() && path[0] == '/' && !perf::isMemoryWithoutFile(path, 0) &&
         path.compare(0, 2, "//") != 0;
}

} // namespace

ModuleCache::ModuleCache(const perf::AddressSpaces &spaces, debuginfo::SearchOptions search,
                         const std::vector<perf::BuildIdEntry> &recorded_build_ids)
    : spaces_(spaces), search_(std::move(search)) {
  for (const perf::BuildIdEntry &entry : recorded_build_ids)
    recorded_build_ids_.emplace(entry.file, entry.id);
}

debuginfo::Module *ModuleCache::open(const perf::FileIdentity &file) {
  const auto [entry, fresh] = modules_.try_emplace(file, nullptr);
  if (!fresh || !namesFile(file.path))
    return entry->second.get();
  const auto recorded = recorded_build_ids_.find(file.path);
  const bool from_header = file.build_id.empty() && recorded != recorded_build_ids_.end();
  auto module =
      debuginfo::Module::open(file.path, from_header ? recorded->second : file.build_id, search_);
  if (module)
    entry->second = std::move(*module);
  else
    failures_.push_back({module.error().message()});
  return entry->second.get();
}

ModuleCache::Place ModuleCache::find(perf::MappingIndex index, std::uint64_t address) {
  const perf::Mapping &mapping = spaces_.mapping(index);
  if (index == perf::kNoMapping || (mapping.identity && mapping.continues == perf::kNoMapping))
    return {};
  const perf::Mapping &of_file = mapping.identity ? spaces_.mapping(mapping.continues) : mapping;
  debuginfo::Module *module = open(of_file.file);
  if (!module)
    return {};
  // .bss goes on behind the last byte that the file has mapped.
  const std::uint64_t mapped = std::min(address, of_file.end - 1);
  const auto svma = module->svmaOfFileOffset(of_file.relative(mapped));
  if (!svma)
    return {};
  return {module, *svma + (address - mapped), mapped - *svma};
}

std::vector<Note> ModuleCache::notes() const {
  std::vector<Note> notes = failures_;
  for (const auto &[file, module] : modules_)
    if (module)
      for (std::string &text : module->notes())
        notes.push_back({std::move(text)});
  return notes;
}

} // namespace fsfind::objects
