#include "c2c-ingest/debuginfo/FileSearch.h"

#include "c2c-ingest/debuginfo/DebugLink.h"
#include "c2c-ingest/debuginfo/Debuginfod.h"
#include "c2c-ingest/debuginfo/KeptModules.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <sys/stat.h>

namespace fsfind::debuginfo {

namespace {

constexpr const char *kSystemDebugDirectory = "/usr/lib/debug";

std::vector<std::string> debugRoots(const SearchOptions &search) {
  std::vector<std::string> roots = search.debug_dirs;
  if (!search.symfs.empty())
    roots.push_back(joinPath(search.symfs, kSystemDebugDirectory));
  roots.emplace_back(kSystemDebugDirectory);
  return roots;
}

/// `.build-id/ab/cdef…`, the path of a build-id below a debug root.
std::string buildIdPath(const BuildId &id) {
  const std::string hex = toHex(id);
  return hex.size() < 4 ? std::string() : ".build-id/" + hex.substr(0, 2) + "/" + hex.substr(2);
}

std::vector<std::string> moduleCandidates(const std::string &path, const BuildId &build_id,
                                          const SearchOptions &search) {
  std::vector<std::string> paths = {joinPath(search.symfs, path)};
  if (!search.recording_dir.empty())
    paths.push_back(joinPath(search.recording_dir, baseName(path)));
  const std::string by_id = buildIdPath(build_id);
  const char *home = std::getenv("HOME");
  if (by_id.empty())
    return paths;
  if (const std::string kept = keptModule(build_id); !kept.empty())
    paths.push_back(kept);
  if (home)
    paths.push_back(joinPath(home, ".debug/" + by_id + "/elf"));
  for (const std::string &root : debugRoots(search))
    paths.push_back(joinPath(root, by_id));
  return paths;
}

bool contradicts(const BuildId &wanted, const BuildId &found) {
  return !wanted.empty() && wanted != found;
}

/// perf records build-ids in fields of 20 bytes: shorter ones come with zeros behind.
BuildId withoutPadding(BuildId id, std::size_t size) {
  while (id.size() > size && id.back() == 0)
    id.pop_back();
  return id;
}

bool exists(const std::string &path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

/// Why a file of build-id `found` is not the one recorded; empty if nothing speaks against it.
std::string buildIdConflict(const BuildId &recorded, const BuildId &found) {
  if (!contradicts(withoutPadding(recorded, found.size()), found))
    return {};
  return fmt::format("has {}, but the recording saw build-id {}",
                     found.empty() ? "no build-id" : "build-id " + toHex(found), toHex(recorded));
}

bool isSameFile(const std::string &left, const std::string &right) {
  struct stat left_status{}, right_status{};
  return ::stat(left.c_str(), &left_status) == 0 && ::stat(right.c_str(), &right_status) == 0 &&
         left_status.st_dev == right_status.st_dev && left_status.st_ino == right_status.st_ino;
}

/// The directory of `path`, and the one that it leads to through symbolic links.
std::vector<std::string> directoriesOf(const std::string &path) {
  std::vector<std::string> directories = {directoryOf(path)};
  std::error_code none;
  const auto resolved = std::filesystem::canonical(path, none);
  if (!none && resolved.parent_path() != directories.front())
    directories.push_back(resolved.parent_path().string());
  return directories;
}

/// Where a debug file may lie that only its name tells.
std::vector<std::string> namedCandidates(const std::string &path, const std::string &name,
                                         const std::vector<std::string> &roots) {
  std::vector<std::string> paths;
  for (const std::string &directory : directoriesOf(path)) {
    paths.push_back(joinPath(directory, name));
    paths.push_back(joinPath(directory, ".debug/" + name));
    for (const std::string &root : roots)
      paths.push_back(joinPath(root, joinPath(directory, name)));
  }
  return paths;
}

std::unique_ptr<ElfFile> openIfSame(const std::string &path, const BuildId &build_id) {
  auto file = ElfFile::open(path);
  if (!file || contradicts(build_id, (*file)->buildId()))
    return nullptr;
  return std::move(*file);
}

/// The file at `path` if it is `file`'s debug info: by build-id, else by checksum. A file that has
/// neither to compare is known by its name alone.
std::unique_ptr<ElfFile> openIfDebugFileOf(const ElfFile &file, const std::string &path,
                                           const BuildId &id, const DebugLink &link) {
  if (isSameFile(path, file.path()))
    return nullptr;
  auto debug = openIfSame(path, id);
  const bool checked = !id.empty() || link.name.empty() || !debug;
  return checked || hasChecksum(*debug, link.checksum) ? std::move(debug) : nullptr;
}

} // namespace

Expected<std::unique_ptr<ElfFile>> findModuleFile(const std::string &path, const BuildId &build_id,
                                                  const SearchOptions &search,
                                                  std::vector<std::string> &notes) {
  std::string absent, rejected;
  const std::vector<std::string> candidates = moduleCandidates(path, build_id, search);
  for (const std::string &candidate : candidates) {
    if (candidate != candidates.front() && isSameFile(candidate, candidates.front()))
      continue;
    if (!exists(candidate)) {
      absent += (absent.empty() ? "not at " : ", ") + candidate;
      continue;
    }
    auto file = ElfFile::open(candidate);
    const std::string reason = file ? buildIdConflict(build_id, (*file)->buildId())
                                    : "cannot be used: " + file.error().what;
    if (!reason.empty()) {
      rejected += (rejected.empty() ? "" : ", ") + candidate + " " + reason;
      continue;
    }
    if (!rejected.empty())
      notes.push_back(fmt::format("{}: {}; {} was used instead", path, rejected, candidate));
    return file;
  }
  if (!rejected.empty())
    return failure({path,
                    {},
                    absent.empty() ? rejected : rejected + ", " + absent,
                    "replace what was passed over by the recorded binary, readable, or put that "
                    "beside the recording"});
  return failure({path,
                  {},
                  absent,
                  "put the recorded binary beside the recording, or give its root with --symfs"});
}

bool isRebuilt(const std::string &path, const BuildId &build_id, const SearchOptions &search) {
  const auto file = ElfFile::open(joinPath(search.symfs, path));
  return file && !buildIdConflict(build_id, (*file)->buildId()).empty();
}

std::unique_ptr<ElfFile> findDebugFile(ElfFile &file, const std::string &recorded_path,
                                       const SearchOptions &search) {
  // libdwfl has such a search, but only for its own sessions: called from outside of one, it
  // leaves a module whose end closes descriptor 0.
  const DebugLink link = debugLinkOf(file);
  const BuildId id = file.buildId();
  const std::vector<std::string> roots = debugRoots(search);
  if (const std::string by_id = buildIdPath(id); !by_id.empty())
    for (const std::string &root : roots)
      if (auto debug = openIfSame(joinPath(root, by_id + ".debug"), id))
        return debug;
  for (const std::string &path : {file.path(), recorded_path}) {
    const std::string name = link.name.empty() ? baseName(path) + ".debug" : link.name;
    for (const std::string &candidate : namedCandidates(path, name, roots))
      if (auto debug = openIfDebugFileOf(file, candidate, id, link))
        return debug;
  }
  for (const std::string &root : search.debug_dirs)
    for (const std::string &name : {link.name, baseName(recorded_path) + ".debug"})
      if (auto debug = name.empty() || id.empty() ? nullptr : openIfSame(joinPath(root, name), id))
        return debug;
  const std::string fetched = fetchDebugFile(id);
  return fetched.empty() ? nullptr : openIfSame(fetched, id);
}

std::optional<AlternateLink> alternateLinkOf(ElfFile &debug_file) {
  const Bytes bytes = debug_file.section(".gnu_debugaltlink");
  const std::string text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  const std::size_t end = text.find('\0');
  if (end == std::string::npos || end == 0)
    return {};
  const auto *id = reinterpret_cast<const std::uint8_t *>(bytes.data());
  return AlternateLink{text.substr(0, end), BuildId(id + end + 1, id + bytes.size())};
}

std::unique_ptr<ElfFile> findAlternateFile(const AlternateLink &link, const ElfFile &debug_file,
                                           const SearchOptions &search) {
  std::vector<std::string> paths;
  if (link.name.starts_with('/')) {
    if (!search.symfs.empty())
      paths.push_back(joinPath(search.symfs, link.name));
    paths.push_back(link.name);
  } else {
    paths.push_back(joinPath(directoryOf(debug_file.path()), link.name));
  }
  const std::string base = baseName(link.name);
  paths.push_back(joinPath(directoryOf(debug_file.path()), base));
  for (const std::string &root : debugRoots(search)) {
    paths.push_back(joinPath(root, buildIdPath(link.build_id) + ".debug"));
    paths.push_back(joinPath(root, ".dwz/" + base));
    paths.push_back(joinPath(root, base));
  }
  for (const std::string &path : paths)
    if (auto file = openIfSame(path, link.build_id))
      return file;
  return nullptr;
}

} // namespace fsfind::debuginfo
