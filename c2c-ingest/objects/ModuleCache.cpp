#include "c2c-ingest/objects/ModuleCache.h"

#include "c2c-ingest/debuginfo/FileSearch.h"
#include "rules/input/InputFile.h"

#include <algorithm>
#include <elf.h>
#include <set>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <utility>

namespace fsfind::objects {

namespace {

/// Pseudo files such as "[vdso]" or "//anon" have no ELF file to open; nor is the dynamic loader's
/// list of libraries one (ld.so(8)), and that of a simulated run is gone. A memfd has no path.
bool namesFile(const std::string &path) {
  return !path.empty() && !path.ends_with("/etc/ld.so.preload") && path[0] == '/' &&
         !perf::isMemoryWithoutFile(path, 0) && !path.starts_with("//") &&
         !path.starts_with("/memfd:");
}

/// True if the path still leads to the recorded file: same device and inode on this machine.
bool hasInode(const perf::FileIdentity &file) {
  struct stat status{};
  return file.inode != 0 && ::stat(file.path.c_str(), &status) == 0 &&
         status.st_ino == file.inode && major(status.st_dev) == file.major &&
         minor(status.st_dev) == file.minor;
}

/// True if the file can be read and is no ELF file, such as a locale or a cache that a program
/// maps.
bool holdsNoProgram(const std::string &path) {
  const std::string magic = beginningOf(path, SELFMAG);
  return magic.size() == SELFMAG && magic != std::string_view(ELFMAG, SELFMAG);
}

/// A library that the recorder put into the program, which is neither the author's nor the reader's
/// business.
bool isRecorders(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.starts_with("fsfind-allocations") || name.starts_with("libfsfind-allocations") ||
         name.starts_with("fsfind-record-tsan");
}

} // namespace

ModuleCache::ModuleCache(const perf::AddressSpaces &spaces, debuginfo::SearchOptions search,
                         const std::vector<perf::BuildIdEntry> &recorded_build_ids)
    : spaces_(spaces), search_(std::move(search)), of_mapping_(spaces.mappingCount()) {
  for (const perf::BuildIdEntry &entry : recorded_build_ids)
    recorded_build_ids_.emplace(entry.file, entry.id);
}

ModuleCache::Entry &ModuleCache::open(const perf::FileIdentity &file) {
  const auto [place, fresh] = modules_.try_emplace(file);
  Entry &entry = place->second;
  if (!fresh || !namesFile(file.path))
    return entry;
  const auto recorded = recorded_build_ids_.find(file.path);
  const bool from_header = file.build_id.empty() && recorded != recorded_build_ids_.end();
  const std::vector<std::uint8_t> &build_id = from_header ? recorded->second : file.build_id;
  auto module = debuginfo::Module::open(file.path, build_id, search_);
  if (!module) {
    entry.missing = module.error().message();
    entry.rebuilt = debuginfo::isRebuilt(file.path, build_id, search_);
    return entry;
  }
  entry.module = std::move(*module);
  entry.verified = !build_id.empty() || (search_.symfs.empty() && hasInode(file));
  if (!entry.verified)
    notes_.push_back({file.path + ": the recording holds no build-id of it, so a file of another "
                                  "build would give wrong names; record with perf record "
                                  "--buildid-all"});
  return entry;
}

ModuleCache::Place ModuleCache::find(perf::MappingIndex index, std::uint64_t address, Use use) {
  const perf::Mapping &mapping = spaces_.mapping(index);
  if (index == perf::kNoMapping || (mapping.identity && mapping.continues == perf::kNoMapping))
    return {};
  const perf::Mapping &of_file = mapping.identity ? spaces_.mapping(mapping.continues) : mapping;
  if (isRecorders(of_file.file.path))
    return {};
  Entry *&known = of_mapping_[index.value()];
  if (!known)
    known = &open(of_file.file);
  Entry &entry = *known;
  if (!entry.missing.empty() && (use == Use::Code || !holdsNoProgram(of_file.file.path)))
    notes_.push_back({std::exchange(entry.missing, {})});
  if (!entry.module)
    return {};
  // .bss continues behind the last byte mapped from the file.
  const std::uint64_t mapped = std::min(address, of_file.end - 1);
  const auto svma = entry.module->svmaOfFileOffset(of_file.relative(mapped));
  if (!svma)
    return {};
  return {entry.module.get(), *svma + (address - mapped), mapped - *svma, entry.verified};
}

void ModuleCache::describeCompilation(const std::function<void(CompiledModule)> &take) const {
  for (const auto &[file, entry] : modules_)
    if (entry.module)
      take(entry.module->compiled());
}

std::vector<std::string> ModuleCache::rebuilt() const {
  std::set<std::string> paths;
  for (const auto &[file, entry] : modules_)
    if (entry.rebuilt)
      paths.insert(file.path);
  return {paths.begin(), paths.end()};
}

std::vector<Note> ModuleCache::notes() const {
  std::vector<Note> notes = notes_;
  for (const auto &[file, entry] : modules_)
    if (entry.module)
      for (std::string &text : entry.module->notes())
        notes.push_back({std::move(text)});
  return notes;
}

} // namespace fsfind::objects
